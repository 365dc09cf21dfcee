-- PUT shipped, each order once in a run.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
function init(args) start(args[1]) end
function request()
  local g = next_order()
  local number = "RS" .. (100000000 + g)
  local body = '{"status":"shipped","carrier":"Rota Sul Transportes","trackingNumber":"' .. number
    .. '","trackingLink":"https://rastreio.example.com/' .. number .. '"}'
  return send("PUT", seller_of(g), shipping_of(g) .. "/status/shipped", body)
end
