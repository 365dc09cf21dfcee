-- GET the first seller's archive at the path given.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local path
function init(args)
  start(args[1])
  path = args[2]
end
function request() return get(1, path) end
