-- GET product, or with a second argument what stands below it: "/status".
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local below = ""
function init(args)
  start(args[1])
  below = args[2] or ""
end
function request()
  local g = changing_sku()
  return get(seller_of(g), path_of(g) .. below)
end
