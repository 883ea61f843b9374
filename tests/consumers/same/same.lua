-- same.lua LIBRARY ROOT URL: dice, a sort, a save, a fetch; the lines are those of same.c.
package.path = "bindings/lua/?.lua;" .. package.path
local gc = require("gc_headers").open(arg[1])

local rng, dice = gc.new("gc_rng"), gc.new("int32_t[5]")
gc.C.gc_rng_seed(rng, 2026)
for i = 0, 4 do dice[i] = gc.C.gc_rng_int(rng, 1, 6) end
local function line(word)
    print(word, dice[0], dice[1], dice[2], dice[3], dice[4])
end
line("dice")
gc.C.gc_sort_i32(dice, 5)
line("sorted")

local writer = assert(gc.writer(arg[2]))
assert(writer:save("lua.sav", "forty-two", 7))
print("saved", writer:load("lua.sav"))
print("missing", select(3, writer:load("none.sav")))
writer:close()

local fetcher = assert(gc.fetcher())
local body, status = fetcher:get(arg[3])
print("fetched", status, #body, body:sub(1, 9))
print("refused", select(3, fetcher:get("none:")))
fetcher:close()
