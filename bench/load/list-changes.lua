-- GET a page of the first seller's open change requests: of the size given, from any of its requests on, of which there are so many.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local size, count
function init(args)
  start(args[1])
  size, count = args[2], tonumber(args[3])
end
function request()
  local after = string.format("chg_1_%020d", math.random(math.min(count, size + 1), count))
  return get(1, "/api/v2/changes?state=open&size=" .. size .. "&after=" .. after)
end
