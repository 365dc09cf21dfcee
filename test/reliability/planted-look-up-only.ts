import { plant } from "./plant.ts";

// Whoever finds no answer goes on, whatever another process noted meanwhile.
plant(
  "/src/platform/idempotency/queries.ts",
  /order by i\.seller_id, i\.slot, i\.day`/,
  "order by i.seller_id, i.slot, i.day on conflict do nothing`",
);
