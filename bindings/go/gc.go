// Package gc is the five headers for Go, by cgo: what a game asks for first. cgo reads the headers
// themselves, so a program of yours that wants more includes them in a preamble of its own.
//
//	rng := gc.NewRng(2026)
//	gc.Sort(keys)                                      // a slice of numbers, in place
//	writer, err := gc.OpenWriter("saves")              // a root folder
//	err = writer.Save("slot1.sav", data, 7)
//	data, version, backup, err := writer.Load("slot1.sav")
//	fetcher, err := gc.OpenFetcher()
//	body, status, err := fetcher.Get("https://example.org/")
//
// The headers are found by CGO_CFLAGS=-I..., the library of `make build/libgc_headers.so` by
// CGO_LDFLAGS=-L... .
// SPDX-License-Identifier: MIT OR Unlicense
package gc

/*
#cgo LDFLAGS: -lgc_headers
#include <stdlib.h>
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_writer.h"
*/
import "C"

import "unsafe"

// An Error is a code of gc_writer or gc_fetch, and its text.
type Error struct {
	Code int
	Text string
}

func (e *Error) Error() string { return e.Text }

// ---- gc_rng.h

// An Rng is the default engine: the same seed gives the same numbers everywhere.
type Rng struct{ r C.gc_rng }

func NewRng(seed uint64) *Rng {
	rng := new(Rng)
	C.gc_rng_seed(&rng.r, C.uint64_t(seed))
	return rng
}

func (rng *Rng) U64() uint64 { return uint64(C.gc_rng_u64(&rng.r)) }

// F64 is in [0, 1).
func (rng *Rng) F64() float64 { return float64(C.gc_rng_f64(&rng.r)) }

// Range includes both ends.
func (rng *Rng) Range(lo, hi int64) int64 {
	return int64(C.gc_rng_range(&rng.r, C.int64_t(lo), C.int64_t(hi)))
}

// ---- gc_sort.h

// Sort sorts numbers in place, the least first. Floats: -0 before 0, NaN last.
func Sort[K int16 | uint16 | int32 | uint32 | float32 | int64 | uint64 | float64](keys []K) {
	if len(keys) == 0 {
		return
	}
	p, n := unsafe.Pointer(&keys[0]), C.size_t(len(keys))
	switch any(keys[0]).(type) {
	case int16:
		C.gc_sort_i16((*C.int16_t)(p), n)
	case uint16:
		C.gc_sort_u16((*C.uint16_t)(p), n)
	case int32:
		C.gc_sort_i32((*C.int32_t)(p), n)
	case uint32:
		C.gc_sort_u32((*C.uint32_t)(p), n)
	case float32:
		C.gc_sort_f32((*C.float)(p), n)
	case int64:
		C.gc_sort_i64((*C.int64_t)(p), n)
	case uint64:
		C.gc_sort_u64((*C.uint64_t)(p), n)
	case float64:
		C.gc_sort_f64((*C.double)(p), n)
	}
}

// ---- gc_writer.h

// A Writer is a root folder whose files are written in the background.
type Writer struct{ w *C.gc_writer }

func writerError(code C.int) error {
	if code == C.GC_WRITER_OK {
		return nil
	}
	return &Error{int(code), C.GoString(C.gc_writer_result_string(code))}
}

// OpenWriter makes the root where it is missing.
func OpenWriter(root string) (*Writer, error) {
	desc := (*C.gc_writer_desc)(C.calloc(1, C.sizeof_gc_writer_desc))
	defer C.free(unsafe.Pointer(desc))
	desc.root = C.CString(root)
	defer C.free(unsafe.Pointer(desc.root))
	var why C.gc_writer_error
	w := C.gc_writer_open(desc, &why)
	if w == nil {
		return nil, writerError(why.result)
	}
	return &Writer{w}, nil
}

// Close writes all that is left.
func (writer *Writer) Close() {
	C.gc_writer_close(writer.w)
	writer.w = nil
}

// Save writes the bytes whole, and waits until they are written.
func (writer *Writer) Save(path string, data []byte, version uint32) error {
	desc := (*C.gc_writer_file_desc)(C.calloc(1, C.sizeof_gc_writer_file_desc))
	defer C.free(unsafe.Pointer(desc))
	desc.path = C.CString(path)
	defer C.free(unsafe.Pointer(desc.path))
	desc.version = C.uint32_t(version)

	var first unsafe.Pointer
	if len(data) > 0 {
		first = unsafe.Pointer(&data[0])
	}
	var file C.gc_writer_file
	var event C.gc_writer_event
	if err := writerError(C.gc_writer_save(writer.w, desc, first, C.size_t(len(data)), &file)); err != nil {
		return err
	}
	return writerError(C.gc_writer_wait_event(writer.w, file, &event, -1))
}

// Load gives the newest whole one of path, path.1 and so on, its version, and which it was.
func (writer *Writer) Load(path string) (data []byte, version uint32, backup int, err error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var content C.gc_writer_content
	if err = writerError(C.gc_writer_load(writer.w, name, &content)); err != nil {
		return
	}
	data, version, backup = copied(content.data, content.size), uint32(content.version), int(content.backup)
	C.gc_writer_free(writer.w, &content)
	return
}

func copied(data unsafe.Pointer, size C.size_t) []byte {
	return append([]byte{}, unsafe.Slice((*byte)(data), int(size))...)
}

// ---- gc_fetch.h

// A Fetcher downloads. Its calls belong to one goroutine at a time.
type Fetcher struct{ f *C.gc_fetch }

func OpenFetcher() (*Fetcher, error) {
	var desc C.gc_fetch_desc
	var why C.gc_fetch_error
	f := C.gc_fetch_open(&desc, &why)
	if f == nil {
		return nil, &Error{int(why.result), C.GoString(C.gc_fetch_result_string(why.result))}
	}
	return &Fetcher{f}, nil
}

func (fetcher *Fetcher) Close() {
	C.gc_fetch_close(fetcher.f)
	fetcher.f = nil
}

// Get waits for the whole body.
func (fetcher *Fetcher) Get(url string) (body []byte, status int, err error) {
	request := (*C.gc_fetch_request)(C.calloc(1, C.sizeof_gc_fetch_request))
	defer C.free(unsafe.Pointer(request))
	request.url = C.CString(url)
	defer C.free(unsafe.Pointer(request.url))
	if code := C.gc_fetch_add(fetcher.f, request, nil); code != C.GC_FETCH_OK {
		return nil, 0, &Error{int(code), C.GoString(C.gc_fetch_result_string(code))}
	}
	var event C.gc_fetch_event
	for {
		C.gc_fetch_wait(fetcher.f, -1)
		for C.gc_fetch_poll(fetcher.f, &event) {
			switch event._type {
			case C.GC_FETCH_FAILED:
				return nil, int(event.http_status), &Error{int(event.result), C.GoString(event.detail)}
			case C.GC_FETCH_DONE:
				return copied(event.data, event.size), int(event.http_status), nil
			}
		}
	}
}
