-- gc_rng.lua - the default engine of gc_rng.h for LuaJIT 2.1 (LOVE, Defold): the same numbers, for a
-- game in Lua that must agree with a server or a tool in C. One file, no library.
-- tests/vectors/SPEC.md says what each call computes.
--
--     local gc_rng = require 'gc_rng'
--     local rng = gc_rng.new(42)          -- or new(seed, stream); numbers, or uint64_t as 1ULL
--     rng:range(1, 6)
--
-- SPDX-License-Identifier: MIT OR Unlicense
local bit, ffi = require 'bit', require 'ffi'
local band, bor, bxor, lshift, rshift = bit.band, bit.bor, bit.bxor, bit.lshift, bit.rshift
local TRIES = 128
local LOWER = 0xffffffffULL

-- Any number or 64-bit integer, modulo 2^64.
local function word64(v)
    if type(v) == 'cdata' then return v + 0ULL end
    if v < 0 then return 0ULL - (-v + 0ULL) end
    return v + 0ULL
end

local function mix(x)
    x = bxor(x, rshift(x, 30)) * 0xbf58476d1ce4e5b9ULL
    x = bxor(x, rshift(x, 27)) * 0x94d049bb133111ebULL
    return bxor(x, rshift(x, 31))
end

-- The upper and the lower half of a product of 128 bits.
local function multiply(a, b)
    local al, ah, bl, bh = band(a, LOWER), rshift(a, 32), band(b, LOWER), rshift(b, 32)
    local lh, hl = al * bh, ah * bl
    local middle = rshift(al * bl, 32) + band(lh, LOWER) + band(hl, LOWER)
    return ah * bh + rshift(lh, 32) + rshift(hl, 32) + rshift(middle, 32), a * b
end

-- The state is C's, not a table: whose numbers of 64 bits would each be an object, 81 ns a word.
local Rng = {}
local State = ffi.metatype('struct { uint64_t a, b, c, counter; }', { __index = Rng })

local function new(seed, stream)
    local a = mix(word64(seed) + 0x9e3779b97f4a7c15ULL)
    local b = mix(word64(stream or 0) + 0xd1b54a32d192ed03ULL)
    local c = mix(bxor(a, bor(lshift(b, 32), rshift(b, 32))))
    local r = State(a, b, c, 1)
    for _ = 1, 12 do r:u64() end
    return r
end

-- The next word: 64 random bits, a uint64_t.
function Rng:u64()
    local b, c = self.b, self.c
    local out = self.a + b + self.counter
    self.a = bxor(b, rshift(b, 11))
    self.b = c + lshift(c, 3)
    self.c = bor(lshift(c, 24), rshift(c, 40)) + out
    self.counter = self.counter + 1
    return out
end
function Rng:u32() return tonumber(rshift(self:u64(), 32)) end

-- In [0, 1), a multiple of 2^-53; of 2^-24.
function Rng:f64() return tonumber(rshift(self:u64(), 11)) / 9007199254740992 end
function Rng:f32() return tonumber(rshift(self:u64(), 40)) / 16777216 end

-- An integer in [0, n), exactly uniform; 0 for n 0. A number for a number, which is at most 2^53; a
-- uint64_t for a uint64_t.
function Rng:below(n)
    local bound = word64(n)
    local result, low = multiply(self:u64(), bound)
    if low < bound then
        local excess, tries = (0ULL - bound) % bound, 1
        while low < excess and tries < TRIES do
            result, low = multiply(self:u64(), bound)
            tries = tries + 1
        end
    end
    return type(n) == 'number' and tonumber(result) or result
end

-- An integer in [lo, hi], both less than 2^53 apart; lo > hi are swapped.
function Rng:range(lo, hi)
    if lo > hi then lo, hi = hi, lo end
    return lo + self:below(hi - lo + 1)
end

-- True with probability p.
function Rng:chance(p) return self:f64() < p end

-- Puts a table of at most 2^30 elements, from 1 on, in random order: a word for two places.
function Rng:shuffle(t)
    for i = #t, 2, -2 do
        local n = word64(i)
        local product, tries = n * (n - 1), 1
        local first, low = multiply(self:u64(), n)
        local second
        second, low = multiply(low, n - 1)
        if low < product then
            local excess = (0ULL - product) % product
            while low < excess and tries < TRIES do
                first, low = multiply(self:u64(), n)
                second, low = multiply(low, n - 1)
                tries = tries + 1
            end
        end
        local k, m = tonumber(first) + 1, tonumber(second) + 1
        t[i], t[k] = t[k], t[i]
        t[i - 1], t[m] = t[m], t[i - 1]
    end
    return t
end

-- The 64 bits of a place, a uint64_t.
local function hash(seed, x, y, z)
    local h = 0ULL
    for _, n in ipairs({ seed, z, y, x }) do
        local v = h + word64(n) * 0x9e3779b97f4a7c15ULL
        v = bxor(bxor(v, rshift(v, 30)) * 0xbf58476d1ce4e5b9ULL, h + 0xd1b54a32d192ed03ULL)
        v = bxor(v, rshift(v, 27)) * 0x94d049bb133111ebULL
        h = bxor(v, rshift(v, 31))
    end
    return h
end

-- The 32 bits of a place, a number: what a shader computes as well.
local function hash32(seed, x, y, z)
    local a, b = 0x243f6a88ULL, 0x85a308d3ULL
    for _, n in ipairs({ seed, z, y, x }) do
        n = word64(n)
        local v = band(a + n * 0x9e3779b9ULL, LOWER)
        local w = band(bxor(v, rshift(v, 16)) * 0x21f0aaadULL, LOWER)
        v = bxor(w, band(b + n, LOWER))
        v = band(bxor(v, rshift(v, 15)) * 0xd35a2d97ULL, LOWER)
        v = band(bxor(v, rshift(v, 15)) * 0x735a2d97ULL, LOWER)
        a, b = bxor(v, rshift(v, 16)), w
    end
    return tonumber(a)
end

return { new = new, hash = hash, hash32 = hash32 }
