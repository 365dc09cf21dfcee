-- PUT invoiced, each order once in a run, with a key of its own.
dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local issued, prefix
function init(args)
  start(args[1])
  issued = os.date("!%Y-%m-%dT%H:%M:%SZ", os.time() - 3600)
  prefix = "35" .. os.date("!%y%m", os.time() - 3600) .. "12ABC34501DE3555001"
end
local function with_digit(first43)
  local sum, weight = 0, 2
  for i = 43, 1, -1 do
    sum = sum + (first43:byte(i) - 48) * weight
    weight = weight == 9 and 2 or weight + 1
  end
  local digit = 11 - sum % 11
  return first43 .. (digit > 9 and 0 or digit)
end
function request()
  local g = next_order()
  local key = with_digit(prefix .. string.format("%09d", g + 1) .. "158349271")
  local body = '{"issueDate":"' .. issued .. '","key":"' .. key .. '","line":"1","number":"' .. (g + 1) .. '","status":"Invoiced"}'
  return send("PUT", seller_of(g), shipping_of(g) .. "/status/invoiced", body)
end
