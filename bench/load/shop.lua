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

function get(seller, path)
  return "GET " .. path .. " HTTP/1.1\r\nHost: bench\r\n" .. shop.headers[seller] .. "\r\n"
end
function send(method, seller, path, body)
  return method .. " " .. path .. " HTTP/1.1\r\nHost: bench\r\n" .. shop.headers[seller]
    .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

return shop
