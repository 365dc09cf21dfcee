-- GET 50 orders of the first seller out of a window of dates: the first date and the window's width are the arguments, in ms.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local first, width, last
function init(args)
  start(args[1])
  first, width = tonumber(args[2]), tonumber(args[3])
  last = first + 30 * 86400000 - width
end
function request()
  local from = first + math.floor(math.random() * (last - first))
  return get(1, string.format("/api/v1/orders?orderStartDate=%.0f&orderEndDate=%.0f&size=50", from, from + width))
end
