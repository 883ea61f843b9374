# pkgs.callPackage ./default.nix { }; never built there: nix has read it.
{ lib, stdenvNoCC, fetchurl }:

stdenvNoCC.mkDerivation rec {
  pname = "gc-headers";
  version = "@VERSION@";

  src = fetchurl {
    url = "https://HOMEPAGE.invalid/gc-headers-${version}.tar.gz";
    sha256 = "@SHA256@";
  };

  dontBuild = true;
  installPhase = ''
    runHook preInstall
    make install PREFIX=$out
    runHook postInstall
  '';

  meta = {
    description = "C headers for games: random numbers, sorting, entities, writing files, downloads";
    homepage = "https://HOMEPAGE.invalid";
    license = with lib.licenses; [ mit unlicense ];
    platforms = lib.platforms.all;
  };
}
