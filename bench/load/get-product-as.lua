-- GET product of the first seller, each call by another of its callers: so many, from the one of that number on.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local first, callers = 1, 1
function init(args)
  start(args[1])
  first, callers = tonumber(args[2]), tonumber(args[3])
end
function request()
  local g = changing_sku()
  while seller_of(g) ~= 1 do g = changing_sku() end
  return get(first + math.random(0, callers - 1), path_of(g))
end
