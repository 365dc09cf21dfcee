-- What every scenario shares: who sells which sku, requests written by hand (wrk's own formatting costs more than a
-- request), and the figures as one line of JSON. The data come from bench/run in BENCH_SHOP; times are microseconds.
local shop = dofile(os.getenv("BENCH_SHOP"))

local threads = 0
function setup(thread)
  thread:set("thread_number", threads)
  threads = threads + 1
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    'result {"operations":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    e.connect + e.read + e.write + e.status + e.timeout
  ))
end

-- run is a number that no other run has.
function start(run)
  shop.run = tonumber(run)
  math.randomseed(shop.run * 64 + thread_number)
end

-- One sku in five is never changed by the scenarios that change values.
local fifth = shop.skus / 5
function changing_sku() return 5 * math.random(0, fifth - 1) + math.random(0, 3) end
function quiet_sku() return 5 * math.random(0, fifth - 1) + 4 end

local half = shop.skus / 2
function seller_of(g) return g < half and 1 or 2 + (g - half) % 99 end
function path_of(g) return "/api/v2/products/" .. (10000000 + g) end

-- Orders: one for each sku, of the same seller and in the same place of its list.
function shop_size() return shop.skus end
function step_of(g) return g < half and 1 or 99 end
function ordinal_of(g) return g < half and g or math.floor((g - half) / 99) end
function is_approved(g) return g < shop.skus and (g >= half or g + 1 < half) and ordinal_of(g) % 20 >= 2 end
function approved_sku()
  local g
  repeat g = math.random(0, shop.skus - 1) until is_approved(g)
  return g
end
function criticized_sku()
  local g
  repeat g = math.random(0, shop.skus - 1) until ordinal_of(g) % 20 == 0
  return g
end
-- The families whose approved products have open change requests, where there are any.
function is_asked(g) return math.floor(ordinal_of(g) / 4) % 2 == 1 end
function order_of(g) return "/api/v1/orders/" .. string.format("%.0f", 100000000000000 + g) end
function shipping_of(g) return order_of(g) .. "/shippings/" .. (ordinal_of(g) + 1) end
-- Every order once, in no order that sellers or skus would notice: 7919 shares no factor with any size.
local in_all = tonumber(os.getenv("BENCH_THREADS"))
local moved = 0
function next_order()
  local i = in_all * moved + thread_number
  moved = moved + 1
  return (i * 7919) % shop.skus
end

function get(seller, path)
  return "GET " .. path .. " HTTP/1.1\r\nHost: bench\r\n" .. shop.headers[seller] .. "\r\n"
end
-- Keys that no other request has, when a scenario is asked for "fresh" ones.
local keys = 0
function fresh_key()
  keys = keys + 1
  return shop.run .. "-" .. thread_number .. "-" .. keys
end
function send(method, seller, path, body, key)
  return method .. " " .. path .. " HTTP/1.1\r\nHost: bench\r\n" .. shop.headers[seller]
    .. (key and "Idempotency-Key: " .. key .. "\r\n" or "")
    .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

return shop
