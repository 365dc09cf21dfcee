import { plant } from "./plant.ts";

// An order leaves the queue when a worker takes it, not when it was moved; who dies in between forgets it for a while. It stays in between
// for longer than any test waits to kill it.
plant(
  "/src/orders/due/worker.ts",
  /const outcome = await orders\.change\((.*), \(order\) => decideDue\(order, at, context\)\);/,
  `await db.run([sellerId], queries.postponeDue, [sellerId, orderNumber, at, at + RETRY_AFTER_MS]);
   await new Promise((resolve) => setTimeout(resolve, 600_000));
   const outcome = await orders.change($1, (order) => decideDue(order, at + RETRY_AFTER_MS, context));`,
);
