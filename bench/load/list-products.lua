-- GET a page of the first seller's products: of the size given, any of the pages from the second to the third argument.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local size, first, last
function init(args)
  start(args[1])
  size, first, last = args[2], tonumber(args[3]), tonumber(args[4])
end
function request() return get(1, "/api/v2/products?size=" .. size .. "&page=" .. math.random(first, last)) end
