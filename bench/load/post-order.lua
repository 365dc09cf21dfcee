-- POST order, paid: one sku, and one time in seven another one of the same seller; "fresh" for an Idempotency-Key on each.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local keyed = false
function init(args)
  start(args[1])
  keyed = args[2] == "fresh"
end
function request()
  local g = approved_sku()
  local items = '{"sku":"' .. (10000000 + g) .. '","quantity":1}'
  local second = g + step_of(g)
  if math.random(1, 7) == 1 and is_approved(second) then items = items .. ',{"sku":"' .. (10000000 + second) .. '","quantity":1}' end
  return send("POST", seller_of(g), "/api/v1/orders", '{"paid":true,"items":[' .. items .. "]}", keyed and fresh_key())
end
