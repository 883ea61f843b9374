# gc_headers.py - the five headers for Python, by cffi; declarations.h lies beside this file or one
# folder up.
#
#     from gc_headers import Gc
#     gc = Gc("./libgc_headers.so")
#     rng = gc.new("gc_rng *")
#     gc.C.gc_rng_seed(rng, 2026)                       # every function and constant of C
#     gc.C.gc_sort_i32(gc.numbers(array), len(array))   # array.array, bytearray, numpy: no copy
#     with gc.writer("saves") as writer:                # a root folder
#         writer.save("slot1.sav", b"forty-two", version=7)
#         data, version, backup = writer.load("slot1.sav")
#     with gc.fetcher() as fetcher:
#         body, status = fetcher.get("https://example.org/")
#
# save, load and get wait; a failure is a GcError with its code. What does not wait is in gc.C, as
# the headers tell it. The library is made by `make build/libgc_headers.so`.
# SPDX-License-Identifier: MIT OR Unlicense
import os

import cffi


class GcError(Exception):
    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Gc:
    def __init__(self, library):
        here = os.path.dirname(os.path.abspath(__file__))
        paths = [os.path.join(here, name) for name in ("declarations.h", "../declarations.h")]
        with open(next(path for path in paths if os.path.exists(path)), encoding="utf-8") as file:
            text = file.read()
        self.ffi = cffi.FFI()
        self.ffi.cdef(text)
        self.C = self.ffi.dlopen(library)
        self.new = self.ffi.new

    def numbers(self, array, kind="int32_t"):
        """A pointer to the numbers of anything that lends its memory."""
        return self.ffi.from_buffer(kind + "[]", array, require_writable=True)

    def writer(self, root):
        return Writer(self, root)

    def fetcher(self):
        return Fetcher(self)

    def text(self, pointer):
        return self.ffi.string(pointer).decode()


class Writer:
    def __init__(self, gc, root):
        self.gc, why = gc, gc.new("gc_writer_error *")
        held = gc.new("char[]", root.encode())
        self.w = gc.C.gc_writer_open(gc.new("gc_writer_desc *", {"root": held}), why)
        if self.w == gc.ffi.NULL:
            self.check(why.result)

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.close()

    def close(self):
        """Writes all that is left."""
        self.gc.C.gc_writer_close(self.w)
        self.w = self.gc.ffi.NULL

    def check(self, result):
        if result:
            raise GcError(result, self.gc.text(self.gc.C.gc_writer_result_string(result)))

    def save(self, path, data, version=0):
        gc, file, event = self.gc, self.gc.new("gc_writer_file *"), self.gc.new("gc_writer_event *")
        held = gc.new("char[]", path.encode())
        desc = gc.new("gc_writer_file_desc *", {"path": held, "version": version})
        self.check(gc.C.gc_writer_save(self.w, desc, gc.ffi.from_buffer(data), len(data), file))
        self.check(gc.C.gc_writer_wait_event(self.w, file[0], event, -1))

    def load(self, path):
        """(bytes, version, which backup: 0 is the newest)"""
        gc, content = self.gc, self.gc.new("gc_writer_content *")
        self.check(gc.C.gc_writer_load(self.w, path.encode(), content))
        loaded = gc.ffi.buffer(content.data, content.size)[:], content.version, content.backup
        gc.C.gc_writer_free(self.w, content)
        return loaded


class Fetcher:
    def __init__(self, gc):
        self.gc, why = gc, gc.new("gc_fetch_error *")
        self.f = gc.C.gc_fetch_open(gc.new("gc_fetch_desc *"), why)
        if self.f == gc.ffi.NULL:
            raise GcError(why.result, gc.text(gc.C.gc_fetch_result_string(why.result)))

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.close()

    def close(self):
        self.gc.C.gc_fetch_close(self.f)
        self.f = self.gc.ffi.NULL

    def get(self, url):
        """(body, status)"""
        gc, event = self.gc, self.gc.new("gc_fetch_event *")
        held = gc.new("char[]", url.encode())
        result = gc.C.gc_fetch_add(self.f, gc.new("gc_fetch_request *", {"url": held}), gc.ffi.NULL)
        if result:
            raise GcError(result, gc.text(gc.C.gc_fetch_result_string(result)))
        while True:
            gc.C.gc_fetch_wait(self.f, -1)
            while gc.C.gc_fetch_poll(self.f, event):
                if event.type == gc.C.GC_FETCH_FAILED:
                    raise GcError(event.result, gc.text(event.detail))
                if event.type == gc.C.GC_FETCH_DONE:
                    return gc.ffi.buffer(event.data, event.size)[:] if event.size else b"", event.http_status
