# A formula for Homebrew, never run there: ruby has read it.
class GcHeaders < Formula
  desc "C headers for games: random numbers, sorting, entities, writing files, downloads"
  homepage "https://HOMEPAGE.invalid"
  url "https://HOMEPAGE.invalid/@ARCHIVE@"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Unlicense"]

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    (testpath/"test.c").write <<~C
      #define GC_RNG_IMPLEMENTATION
      #include "gc_rng.h"
      int main(void) {
          gc_rng rng;
          gc_rng_seed(&rng, 2026);
          return gc_rng_int(&rng, 1, 6) == 6 ? 0 : 1;
      }
    C
    system ENV.cc, "test.c", "-I#{include}", "-o", "test"
    system "./test"
  end
end
