import { afterAll, beforeAll, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "./goods.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  await onSale(market, seller, { A: 50, B: 50 });
});
afterAll(() => market.stop());

const BODIES = [
  ["of one item", { items: [{ sku: "A" }] }],
  [
    "of two shippings, paid",
    { paid: true, shippings: [{ items: [{ sku: "A", quantity: 2 }, { sku: "B" }] }, { items: [{ sku: "B" }], freightAmount: 9.9 }] },
  ],
  ["with its own number and dates", { orderNumber: "77", orderDate: "2026-11-19T12:00:00-03:00", items: [{ sku: "B", quantity: 3 }] }],
] as const;

it.each(
  BODIES.flatMap(([name, body]) => [
    [name, body, {}] as const,
    [`${name}, under a key`, body, { "idempotency-key": name.replaceAll(" ", "-") }] as const,
  ]),
)("answers an order %s as it reads it", async (_name, body, headers) => {
  const sent = "orderNumber" in body && "idempotency-key" in headers ? { ...body, orderNumber: "78" } : body;
  const { status, json } = await seller.post("/api/v1/orders", sent, { headers });
  expect(status).toBe(201);
  const read = await seller.get(`/api/v1/orders/${json.orderNumber}?expand=shippings,items,devolutionItems`);
  expect(json).toEqual(read.json);
});
