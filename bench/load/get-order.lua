-- GET order, whole, or with a second argument what is asked for: "?expand=" is an order at a glance.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local query = ""
function init(args)
  start(args[1])
  query = args[2] or ""
end
function request()
  local g = math.random(0, shop_size() - 1)
  return get(seller_of(g), order_of(g) .. query)
end
