-- PUT stock under keys that were answered before; the warm-up answers them for the first time.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local KEYS = 5000
local nth = 0
function init(args) start(args[1]) end
function request()
  nth = nth % KEYS + 1
  local g = 5 * (nth - 1) % shop_size()
  local key = "again-" .. thread_number .. "-" .. nth
  return send("PUT", seller_of(g), path_of(g) .. "/stocks", '{"available":' .. 400000 + nth .. "}", key)
end
