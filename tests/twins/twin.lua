-- twin.lua - see twin.c.
package.path = 'bindings/lua/?.lua;' .. package.path
local gc_rng = require 'gc_rng'
local bit = require 'bit'
local band, bxor, rshift = bit.band, bit.bxor, bit.rshift
local h
local function take(v)
    v = v + 0ULL
    h = band(bxor(h, band(v, 0xffffffffULL)) * 0x01000193ULL, 0xffffffffULL)
    h = band(bxor(h, rshift(v, 32)) * 0x01000193ULL, 0xffffffffULL)
end
local function show(name) print(name .. ' ' .. bit.tohex(h, 8)) end
local function each(name, number)
    h = 0x811c9dc5ULL
    for i = 0, 99999 do take(number(i)) end
    show(name)
end
each('seed', function(i) return gc_rng.new(i * 0x9e3779b97f4a7c15ULL, math.floor(i / 8)):u64() end)
local r = gc_rng.new(42, 7)
each('u64', function() return r:u64() end)
each('u32', function() return r:u32() end)
each('f64', function() return r:f64() * 9007199254740992 end)
each('f32', function() return r:f32() * 16777216 end)
each('below', function(i) return r:below(i * 21473) end)
each('below, many rejected', function(i) return r:below(0xc000000000000000ULL - i) end)
each('below, near 2^53', function(i) return r:below(2 ^ 53 - i) end)
each('range', function(i) return r:range(i, -3 * i) + 300000 end)
each('chance', function(i) return r:chance(i / 100000) and 1 or 0 end)
local function border(n) r.a = 0xffffffffffffffffULL / n + 1 - r.b - r.counter end
each('below, at the border', function(i) border(i * 21473 + 3) return r:below(i * 21473 + 3) end)
for border_too = 0, 1 do
    h = 0x811c9dc5ULL
    for n = 3 * border_too, 1000, 7 do
        local deck = {}
        for i = 1, n do deck[i] = i - 1 end
        if border_too == 1 then border(n * (n - 1)) end
        for _, v in ipairs(r:shuffle(deck)) do take(v) end
    end
    show(border_too == 1 and 'shuffle, at the border' or 'shuffle')
end
each('hash', function(i) return gc_rng.hash(i, i - 50000, -i, math.floor(i / 3)) end)
each('hash32', function(i) return gc_rng.hash32(i, i - 50000, -i, math.floor(i / 3)) end)
