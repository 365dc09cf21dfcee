-- GET the numbers of the first seller's home screen.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
function init(args) start(args[1]) end
function request() return get(1, "/api/v1/overview") end
