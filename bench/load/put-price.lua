-- PUT price, every value changing.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
function init(args) start(args[1]) end
function request()
  local g = changing_sku()
  local cents = math.random(10000, 19999)
  local body = string.format('{"listPrice":200.1,"salePrice":%d.%02d}', math.floor(cents / 100), cents % 100)
  return send("PUT", seller_of(g), path_of(g) .. "/prices", body)
end
