-- GET the first seller's critiques counted by code.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
function init(args) start(args[1]) end
function request() return get(1, "/api/v2/products/critiques/summary") end
