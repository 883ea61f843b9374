-- gc_headers.lua - the five headers for LuaJIT, by its ffi; declarations.h of ../ lies beside this file
-- or one folder up.
--
--     local gc = require("gc_headers").open("./libgc_headers.so")
--     local rng = gc.new("gc_rng")
--     gc.C.gc_rng_seed(rng, 2026)                       -- every function and constant of C
--     local writer = gc.writer("saves")                 -- a root folder
--     writer:save("slot1.sav", "forty-two", 7)          -- the bytes, and a version
--     local bytes, version, backup = writer:load("slot1.sav")
--     local body, status = gc.fetcher():get("https://example.org/")
--
-- save, load and get wait; they give nil and a text when they fail. What does not wait is in gc.C,
-- as the headers tell it. The library is made by `make build/libgc_headers.so`.
-- SPDX-License-Identifier: MIT OR Unlicense
local ffi = require("ffi")
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"

local function read(paths)
    for _, path in ipairs(paths) do
        local file = io.open(path, "rb")
        if file then
            local text = file:read("*a")
            file:close()
            return text
        end
    end
    error("gc_headers: no " .. paths[1])
end

local M = {}

function M.open(library)
    if not M.declared then
        ffi.cdef(read { here .. "declarations.h", here .. "../declarations.h" })
        M.declared = true
    end
    local C = ffi.load(library or "gc_headers")
    local gc = { C = C, new = ffi.new }

    -- ---- gc_writer.h

    local Writer = {}
    Writer.__index = Writer
    local function of(result, value, ...)
        if result ~= 0 then return nil, ffi.string(C.gc_writer_result_string(result)), result end
        return value, ...
    end

    function gc.writer(root)
        local why = ffi.new("gc_writer_error")
        local w = C.gc_writer_open(ffi.new("gc_writer_desc", { root = root }), why)
        if w == nil then return nil, ffi.string(C.gc_writer_result_string(why.result)), why.result end
        return setmetatable({ w = ffi.gc(w, C.gc_writer_close) }, Writer)
    end

    function Writer:save(path, bytes, version)
        local desc = ffi.new("gc_writer_file_desc", { path = path, version = version or 0 })
        local file = ffi.new("gc_writer_file")
        local result = C.gc_writer_save(self.w, desc, bytes, #bytes, file)
        if result ~= 0 then return of(result) end
        return of(C.gc_writer_wait_event(self.w, file, ffi.new("gc_writer_event"), -1), true)
    end

    function Writer:load(path)
        local content = ffi.new("gc_writer_content")
        local result = C.gc_writer_load(self.w, path, content)
        if result ~= 0 then return of(result) end
        local bytes, version, backup = ffi.string(content.data, content.size), content.version, content.backup
        C.gc_writer_free(self.w, content)
        return bytes, version, backup
    end

    -- Writes all that is left. Garbage collection does so too, at a time of its own.
    function Writer:close()
        C.gc_writer_close(ffi.gc(self.w, nil))
        self.w = nil
    end

    -- ---- gc_fetch.h

    local Fetcher = {}
    Fetcher.__index = Fetcher

    function gc.fetcher()
        local why = ffi.new("gc_fetch_error")
        local f = C.gc_fetch_open(ffi.new("gc_fetch_desc"), why)
        if f == nil then return nil, ffi.string(C.gc_fetch_result_string(why.result)), why.result end
        return setmetatable({ f = ffi.gc(f, C.gc_fetch_close) }, Fetcher)
    end

    function Fetcher:get(url)
        local event = ffi.new("gc_fetch_event")
        local result = C.gc_fetch_add(self.f, ffi.new("gc_fetch_request", { url = url }), nil)
        if result ~= 0 then return nil, ffi.string(C.gc_fetch_result_string(result)), result end
        while true do
            C.gc_fetch_wait(self.f, -1)
            while C.gc_fetch_poll(self.f, event) do
                if event.type == C.GC_FETCH_DONE then
                    return ffi.string(event.data, event.size), event.http_status
                elseif event.type == C.GC_FETCH_FAILED then
                    return nil, ffi.string(event.detail), event.result
                end
            end
        end
    end

    function Fetcher:close()
        C.gc_fetch_close(ffi.gc(self.f, nil))
        self.f = nil
    end
    return gc
end

return M
