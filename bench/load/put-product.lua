-- PUT product of criticized products, each time with another name, without price and stock.
local shop = dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local sizes = { "P", "M", "G", "GG" }
local head, tail, rest
function init(args)
  start(args[1])
  local from, to = shop.body[3]:find("Vento Leve", 1, true)
  head, tail = shop.body[3]:sub(1, from - 1) .. "Vento ", shop.body[3]:sub(to + 1)
  rest = shop.body[5]:gsub(',"price":.*$', "}")
end
function request()
  local g = criticized_sku()
  local place = ordinal_of(g)
  local b = shop.body
  local body = b[1] .. 10000000 + g .. b[2] .. "F" .. math.floor(place / 4) .. head .. math.random(1, 999999) .. tail
    .. sizes[place % 4 + 1] .. b[4] .. "Preto" .. rest
  return send("PUT", seller_of(g), path_of(g), body)
end
