-- PUT stock; the second argument is the share of calls, in percent, that send the value that is there already, the third
-- "fresh" for an Idempotency-Key on each.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local unchanged = 0
local keyed = false
function init(args)
  start(args[1])
  unchanged = tonumber(args[2] or "0")
  keyed = args[3] == "fresh"
end
function request()
  if math.random(1, 100) <= unchanged then
    local g = quiet_sku()
    return send("PUT", seller_of(g), path_of(g) .. "/stocks", '{"available":500000}')
  end
  local g = changing_sku()
  return send("PUT", seller_of(g), path_of(g) .. "/stocks", '{"available":' .. math.random(100000, 499999) .. "}", keyed and fresh_key())
end
