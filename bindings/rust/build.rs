// Where the library of `make build/libgc_headers.so` lies: GC_HEADERS_LIB, else the system's folders.
fn main() {
    println!("cargo:rerun-if-env-changed=GC_HEADERS_LIB");
    if let Ok(folder) = std::env::var("GC_HEADERS_LIB") {
        println!("cargo:rustc-link-search=native={folder}");
    }
}
