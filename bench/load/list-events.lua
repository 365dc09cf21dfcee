-- A page of the first seller's feed; the second argument is how many events it holds, the third where the last page begins.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local size, last
function init(args)
  start(args[1])
  size, last = tonumber(args[2]), tonumber(args[3])
end
function request()
  return get(1, string.format("/api/v1/events?after=%d&limit=%d", math.random(0, last), size))
end
