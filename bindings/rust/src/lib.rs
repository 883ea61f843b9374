//! The five headers for Rust: `sys` has every function, struct and constant of C, by its name; on
//! top of it what a game asks for first. The library is made by `make build/libgc_headers.so`.
//!
//! ```no_run
//! let mut rng = gc_headers::Rng::new(2026);
//! let mut keys: Vec<u32> = (0..1000).map(|_| rng.range(1, 6) as u32).collect();
//! gc_headers::sort(&mut keys);                        // also sort_down
//!
//! let writer = gc_headers::Writer::open("saves")?;    // a root folder; closes when it is dropped
//! writer.save("slot1.sav", b"forty-two", 7)?;
//! let loaded = writer.load("slot1.sav")?;             // data, version, backup
//!
//! let page = gc_headers::Fetcher::open()?.get("https://example.org/")?;
//! # Ok::<(), gc_headers::Error>(())
//! ```
// SPDX-License-Identifier: MIT OR Unlicense
#[allow(non_camel_case_types)]
pub mod sys;

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int};
use std::{fmt, mem, ptr, slice};
use sys::*;

/// A code of gc_sort, gc_writer or gc_fetch, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub code: i32,
    pub text: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.code)
    }
}

impl std::error::Error for Error {}

fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

fn writer_result(code: c_int) -> Result<(), Error> {
    if code == 0 {
        return Ok(());
    }
    Err(Error { code, text: text(unsafe { gc_writer_result_string(code) }) })
}

fn fetch_error(code: c_int) -> Error {
    Error { code, text: text(unsafe { gc_fetch_result_string(code) }) }
}

// A zero inside is no text of C: it has no path and no URL.
fn c_string(text: &str, code: c_int) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error { code, text: "a zero byte in a text".to_string() })
}

// ---- gc_rng.h

/// The default engine. The same seed gives the same numbers everywhere.
#[derive(Clone, Copy)]
pub struct Rng(pub gc_rng);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        let mut rng = mem::MaybeUninit::uninit();
        unsafe {
            gc_rng_seed(rng.as_mut_ptr(), seed);
            Rng(rng.assume_init())
        }
    }

    pub fn u64(&mut self) -> u64 {
        unsafe { gc_rng_u64(&mut self.0) }
    }

    /// In [0, 1).
    pub fn f64(&mut self) -> f64 {
        unsafe { gc_rng_f64(&mut self.0) }
    }

    /// Both ends are included.
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        unsafe { gc_rng_range(&mut self.0, lo, hi) }
    }
}

// ---- gc_sort.h

/// A type of numbers that gc_sort.h knows. Floats: -0 before 0, NaN last.
pub trait Key: Copy {
    #[doc(hidden)]
    const SORT: [unsafe extern "C" fn(*mut Self, usize); 2];
}

macro_rules! key {
    ($($kind:ty: $up:ident, $down:ident;)*) => {
        $(impl Key for $kind { const SORT: [unsafe extern "C" fn(*mut $kind, usize); 2] = [$up, $down]; })*
    };
}

key! {
    i16: gc_sort_i16, gc_sort_i16_down;
    u16: gc_sort_u16, gc_sort_u16_down;
    i32: gc_sort_i32, gc_sort_i32_down;
    u32: gc_sort_u32, gc_sort_u32_down;
    f32: gc_sort_f32, gc_sort_f32_down;
    i64: gc_sort_i64, gc_sort_i64_down;
    u64: gc_sort_u64, gc_sort_u64_down;
    f64: gc_sort_f64, gc_sort_f64_down;
}

/// In place, the least first.
pub fn sort<K: Key>(keys: &mut [K]) {
    unsafe { K::SORT[0](keys.as_mut_ptr(), keys.len()) }
}

/// In place, the greatest first.
pub fn sort_down<K: Key>(keys: &mut [K]) {
    unsafe { K::SORT[1](keys.as_mut_ptr(), keys.len()) }
}

// ---- gc_writer.h

/// A root folder whose files are written in the background. Dropping it writes all that is left.
pub struct Writer(*mut gc_writer);

// Every function of gc_writer.h that is called here may be called on any thread.
unsafe impl Send for Writer {}
unsafe impl Sync for Writer {}

/// What `Writer::load` has found; backup: 0 is the newest, 1 the one before it.
pub struct Loaded {
    pub data: Vec<u8>,
    pub version: u32,
    pub backup: u32,
}

impl Writer {
    pub fn open(root: &str) -> Result<Writer, Error> {
        let root = c_string(root, GC_WRITER_E_ARGUMENT)?;
        let mut desc: gc_writer_desc = unsafe { mem::zeroed() };
        let mut why: gc_writer_error = unsafe { mem::zeroed() };
        desc.root = root.as_ptr();
        let writer = unsafe { gc_writer_open(&desc, &mut why) };
        if writer.is_null() {
            let what = text(why.what.as_ptr());
            let text = text(unsafe { gc_writer_result_string(why.result) });
            return Err(Error { code: why.result, text: format!("{what}: {text}") });
        }
        Ok(Writer(writer))
    }

    /// Saves the bytes whole, and waits until they are written.
    pub fn save(&self, path: &str, data: &[u8], version: u32) -> Result<(), Error> {
        let path = c_string(path, GC_WRITER_E_PATH)?;
        unsafe {
            let mut desc: gc_writer_file_desc = mem::zeroed();
            let mut file: gc_writer_file = mem::zeroed();
            let mut event: gc_writer_event = mem::zeroed();
            desc.path = path.as_ptr();
            desc.version = version;
            writer_result(gc_writer_save(self.0, &desc, data.as_ptr().cast(), data.len(), &mut file))?;
            writer_result(gc_writer_wait_event(self.0, file, &mut event, -1))
        }
    }

    /// The newest whole one of path, path.1 and so on.
    pub fn load(&self, path: &str) -> Result<Loaded, Error> {
        let path = c_string(path, GC_WRITER_E_PATH)?;
        unsafe {
            let mut content: gc_writer_content = mem::zeroed();
            writer_result(gc_writer_load(self.0, path.as_ptr(), &mut content))?;
            let data = bytes(content.data.cast(), content.size);
            let loaded = Loaded { data, version: content.version, backup: content.backup };
            gc_writer_free(self.0, &mut content);
            Ok(loaded)
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        unsafe { gc_writer_close(self.0) }
    }
}

unsafe fn bytes(data: *const u8, size: usize) -> Vec<u8> {
    if size == 0 {
        return Vec::new();
    }
    slice::from_raw_parts(data, size).to_vec()
}

// ---- gc_fetch.h

/// Downloads. Its calls belong to one thread at a time.
pub struct Fetcher(*mut gc_fetch);

unsafe impl Send for Fetcher {}

/// A body, and the status that it came with.
pub struct Fetched {
    pub data: Vec<u8>,
    pub status: i32,
}

impl Fetcher {
    pub fn open() -> Result<Fetcher, Error> {
        unsafe {
            let mut why: gc_fetch_error = mem::zeroed();
            let fetch = gc_fetch_open(&mem::zeroed(), &mut why);
            if fetch.is_null() {
                return Err(fetch_error(why.result));
            }
            Ok(Fetcher(fetch))
        }
    }

    /// Waits for the whole body.
    pub fn get(&mut self, url: &str) -> Result<Fetched, Error> {
        self.get_all(&[url])?.remove(0)
    }

    /// Many at once; waits for all, and gives them in the order of the URLs.
    pub fn get_all(&mut self, urls: &[&str]) -> Result<Vec<Result<Fetched, Error>>, Error> {
        let mut results: Vec<Option<Result<Fetched, Error>>> = urls.iter().map(|_| None).collect();
        let mut left = 0;
        for (number, url) in urls.iter().enumerate() {
            let url = c_string(url, GC_FETCH_E_URL)?;
            let result = unsafe {
                let mut request: gc_fetch_request = mem::zeroed();
                request.url = url.as_ptr();
                request.tag = number as u64;
                gc_fetch_add(self.0, &request, ptr::null_mut())
            };
            if result == GC_FETCH_OK {
                left += 1;
            } else {
                results[number] = Some(Err(fetch_error(result)));
            }
        }

        unsafe {
            let mut event: gc_fetch_event = mem::zeroed();
            while left > 0 {
                gc_fetch_wait(self.0, -1);
                while gc_fetch_poll(self.0, &mut event) {
                    if event.type_is_final() {
                        results[event.tag as usize] = Some(fetched(&event));
                        left -= 1;
                    }
                }
            }
        }
        Ok(results.into_iter().map(|one| one.unwrap()).collect())
    }
}

impl gc_fetch_event {
    fn type_is_final(&self) -> bool {
        self.r#type >= GC_FETCH_DONE
    }
}

unsafe fn fetched(event: &gc_fetch_event) -> Result<Fetched, Error> {
    if event.r#type == GC_FETCH_FAILED {
        return Err(Error { code: event.result, text: text(event.detail) });
    }
    Ok(Fetched { data: bytes(event.data.cast(), event.size), status: event.http_status })
}

impl Drop for Fetcher {
    fn drop(&mut self) {
        unsafe { gc_fetch_close(self.0) }
    }
}
