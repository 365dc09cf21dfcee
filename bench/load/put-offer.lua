-- PUT "stock" or "price" of approved products "with" open change requests, or of those "without", every value changing.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local offer, which
function init(args)
  start(args[1])
  offer, which = args[2], args[3] == "with"
end
function request()
  local g
  repeat g = approved_sku() until is_asked(g) == which
  local body
  if offer == "stock" then
    body = '{"available":' .. math.random(100000, 499999) .. "}"
  else
    local cents = math.random(10000, 19999)
    body = string.format('{"listPrice":200.1,"salePrice":%d.%02d}', math.floor(cents / 100), cents % 100)
  end
  return send("PUT", seller_of(g), path_of(g) .. "/" .. offer .. "s", body)
end
