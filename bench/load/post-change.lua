-- POST change of a field for which no other request of the product is open, or only one that this takes the place of.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
function init(args) start(args[1]) end
function request()
  local g
  repeat g = approved_sku() until is_asked(g)
  return send("POST", seller_of(g), path_of(g) .. "/changes", '{"fields":{"/manufacturerCode":"AGR-' .. math.random(1, 999999999) .. '"}}')
end
