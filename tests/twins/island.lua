-- island.lua - the island of examples/rng_island.c: its 196,608 bytes to the standard output.
package.path = 'bindings/lua/?.lua;' .. package.path
local hash32 = require('gc_rng').hash32
local bit = require 'bit'
local band, lshift, rshift, floor, min, max = bit.band, bit.lshift, bit.rshift, math.floor, math.min, math.max
local SEED = 4

-- The corners of cells are asked for again and again.
local corners = {}
local function corner(x, y, k)
    local place = (k * 256 + y) * 256 + x
    if not corners[place] then corners[place] = floor(hash32(SEED, x, y, k) / 0x1000000) end
    return corners[place]
end

local function noise(x, y, k)
    local mask, i, j = lshift(1, k) - 1, rshift(x, k), rshift(y, k)
    local s, t = lshift(band(x, mask), 8 - k), lshift(band(y, mask), 8 - k)
    s, t = rshift(s * s * (768 - 2 * s), 16), rshift(t * t * (768 - 2 * t), 16)
    local north = corner(i, j, k) * (256 - s) + corner(i + 1, j, k) * s
    local south = corner(i, j + 1, k) * (256 - s) + corner(i + 1, j + 1, k) * s
    return north * (256 - t) + south * t
end

local function height(x, y)
    local sum = 0
    for k = 6, 2, -1 do sum = sum + rshift(noise(x, y, k), 7 - k) end
    return rshift(sum, 8) - 2 * ((x - 128) ^ 2 + (y - 128) ^ 2) - 12000
end

local function colour(x, y)
    local h = height(x, y)
    local slope = min(max(height(x + 1, y + 1) - h, -1024), 1024)
    local light = h >= 0 and 192 + rshift(slope + 1024, 8) * 16 or
        h > -16384 and 256 - rshift(-h, 10) * 8 or 136
    local tree = hash32(SEED, x, y, 1) < 0x40000000
    local base = h < -1600 and 0x2a6a9c or h < -500 and 0x3a86b4 or h < 0 and 0x6fb7c4 or
        h < 1200 and 0xe3d4a0 or h < 9000 and (tree and 0x5d8c40 or 0x6f9f4a) or
        h < 16000 and (tree and 0x2f5c2e or 0x3f7038) or h < 21000 and 0x857c6c or 0xf4f4f6
    local function lit(shift) return min(255, rshift(band(rshift(base, shift), 255) * light, 8)) end
    return string.char(lit(16), lit(8), lit(0))
end

for y = 0, 255 do
    for x = 0, 255 do io.write(colour(x, y)) end
end
