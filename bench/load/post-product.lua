-- POST product: new skus, four variations of a family after each other, half of the families in the first seller.
local shop = dofile(os.getenv("BENCH_LOAD") .. "/shop.lua")
local sizes = { "P", "M", "G", "GG" }
local made = 0
local prefix
function init(args)
  start(args[1])
  prefix = string.format("N%d-%d-", shop.run, thread_number)
end
function request()
  local family = math.floor(made / 4)
  local pieces = { sku = prefix .. made, group = prefix .. "F" .. family, size = sizes[made % 4 + 1], color = "Preto" }
  local seller = family % 2 == 0 and 1 or 2 + math.floor(family / 2) % 99
  made = made + 1
  local b = shop.body
  return send("POST", seller, "/api/v2/products/", b[1] .. pieces.sku .. b[2] .. pieces.group .. b[3] .. pieces.size .. b[4] .. pieces.color .. b[5])
end
