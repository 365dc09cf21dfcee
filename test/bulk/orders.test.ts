import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { type Bought, buy, onSale, stockOf } from "../orders/goods.ts";
import { allResults, BULK, carryOut, ended, ORDER_BULK, type Row, send } from "./job.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  await onSale(market, seller, { VENDIDA: 1_000 });
});
afterAll(() => market.stop());

const bought = (count: number): Promise<readonly Bought[]> => Promise.all(Array.from({ length: count }, () => buy(seller, "VENDIDA")));
const move = ({ orderNumber, shippingCodes }: Bought, op: string, body: Row = {}): Row => ({
  op: `order.${op}`,
  orderNumber,
  shippingCode: shippingCodes[0],
  ...body,
});

describe("a job of moves of orders", () => {
  it("makes each move as the single call does, several of one order in their order", async () => {
    const orders = await bought(4);
    const [first, second, third, fourth] = orders as [Bought, Bought, Bought, Bought];
    const reply = await send(
      seller,
      [
        move(first, "approved"),
        move(first, "invoiced", { issueDate: "2026-11-20T12:00:00-03:00" }),
        move(first, "shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" }),
        move(first, "delivered"),
        move(second, "canceled", { reasonCancellationCode: "1" }),
        move(third, "approved"),
        move(third, "shipped", { carrier: "Transportadora", trackingNumber: "1" }),
        move(fourth, "delivered"),
        { op: "order.approved", orderNumber: "nada", shippingCode: 1 },
        { op: "order.approved", orderNumber: fourth.orderNumber },
      ],
      { path: ORDER_BULK },
    );
    expect(reply.status).toBe(206);
    const read = reply.json.results.map(({ status, outcome, code }: Row) => [status, outcome, code]);
    expect(read.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => [200, "accepted", undefined]));
    expect(read.slice(6)).toEqual([
      [400, "failed", "order_move_refused"],
      [400, "failed", "order_move_refused"],
      [404, "failed", "order_unknown"],
      [400, "failed", "required"],
    ]);
    expect((await seller.get(`/api/v1/orders/${first.orderNumber}`)).json.orderStatus).toBe("delivered");
    expect(reply.json.links.map(({ rel }: { rel: string }) => rel)).toContain("results");
  });

  it("keeps rows sealed, and shows them to their sender", async () => {
    const orders = await bought(2);
    const rows = orders.map((order) => move(order, "approved"));
    const many = Array.from({ length: 150 }, () => rows).flat();
    const { id } = (await send(seller, many, { path: ORDER_BULK })).json;
    await ended(seller, id, ORDER_BULK);
    const results = await allResults(seller, id, { path: ORDER_BULK });
    expect(results.filter(({ outcome }) => outcome === "accepted")).toHaveLength(2);
    expect(results).toHaveLength(300);
    const [stored] = await market.database.query<{ bytes: Buffer }>("select bytes from bulk_chunks where job_id = $1", [id]);
    expect(stored!.bytes.toString("latin1")).not.toContain(orders[0]!.orderNumber);
    expect((await seller.get(`${ORDER_BULK}/${id}/content`)).text).toContain(orders[0]!.orderNumber);
    expect((await seller.get(`${BULK}/${id}`)).status).toBe(404);
  });

  it("needs the permission for orders, and takes no rows of products", async () => {
    const other = await market.seller({ scopes: ["products"] });
    expect((await send(other, [{ op: "order.approved" }], { path: ORDER_BULK })).status).toBe(403);
    const reply = await send(seller, [{ op: "stock", sku: "VENDIDA", available: 1 }], { path: ORDER_BULK });
    expect(reply.json.results[0]).toMatchObject({ code: "bulk_op_unknown" });
  });

  it("leaves stock and ledger as single calls do", async () => {
    const [, reserved] = await stockOf(seller, "VENDIDA");
    const orders = await bought(3);
    await carryOut(
      seller,
      orders.map((order) => move(order, "approved")),
      ORDER_BULK,
    );
    await carryOut(
      seller,
      orders.map((order) => move(order, "canceled", { reasonCancellationCode: 1 })),
      ORDER_BULK,
    );
    expect((await stockOf(seller, "VENDIDA"))[1]).toBe(reserved);
  });
});
