import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { deskPath } from "./desk.ts";
import { buy, onSale } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
/** Sent in two shippings, and partly on its way back. */
let path: string;
let created: Reply["json"];
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  await onSale(marketplace, seller, { INTEIRO: 10, PARTE: 10 });
  const shippings = [{ items: [{ sku: "INTEIRO", quantity: 2 }, { sku: "PARTE" }] }, { items: [{ sku: "PARTE" }] }];
  const order = await buy(seller, "", { paid: true, items: undefined, shippings });
  await seller.put(order.path("status/invoiced"), { issueDate: "2026-11-20T12:00:00-03:00" });
  await seller.put(order.path("status/shipped"), { carrier: "Correios", trackingNumber: "AA123456785BR" });
  const desk = await marketplace.operator("orders");
  const exchange = await desk.post(deskPath(seller, order.orderNumber, "exchange"), { items: [{ sku: "INTEIRO", quantity: 1 }] });
  if (exchange.status !== 201) throw new Error(exchange.text);
  path = `/api/v1/orders/${order.orderNumber}`;
  created = exchange.json;
});
afterAll(() => marketplace.stop());

const ask = async (query: string): Promise<Reply["json"]> => {
  const { status, json, text } = await seller.get(path + query);
  expect(status, text).toBe(200);
  return json;
};
const LEFT_OUT = ["shippings", "items", "devolutionItems"];

describe("GET of one order (seed 2.4, 4.3, decisions 9)", () => {
  it("is the whole order: its shippings with their items, what comes back, what may be done", async () => {
    const order = await ask("");
    expect(order.expands).toEqual([]);
    const skus = order.shippings.map(({ items }: Reply["json"]) => items.map(({ sku }: Reply["json"]) => sku));
    expect(skus).toEqual([["INTEIRO", "PARTE"], ["PARTE"]]);
    expect(order.devolutionItems).toMatchObject([{ sku: "INTEIRO", quantity: 1, exchangeProcessCode: created.orderNumber }]);
    expect(order.actions).toHaveLength(5);
    expect(order.shippings).toEqual((await seller.get(`${path}/shippings`)).json.items);
  });

  it.each(["?expand={expand}", "?expands={expands}", "?expand={}&page=1", "?expand=shippings,items,devolutionItems", "/"])(
    "is whole with %s too, which leaves nothing out",
    async (query) => {
      expect(await ask(query)).toEqual(await ask(""));
    },
  );

  it.each([
    ["?expand=", LEFT_OUT],
    ["?expands=", LEFT_OUT],
    ["?expand=&expands=", LEFT_OUT],
    ["?expand=,", LEFT_OUT],
    ["?expand=nothing", LEFT_OUT],
    ["?expand=actions", LEFT_OUT],
    ["?expand=Shippings", ["devolutionItems"]],
    ["?expands=items,nothing", ["devolutionItems"]],
    ["?expand=&expands=items", ["devolutionItems"]],
    ["?expand=devolutionItems", ["shippings", "items"]],
  ])("shows less with %s, and says what it leaves out", async (query, expands) => {
    const [whole, less] = [await ask(""), await ask(query)];
    const { shippings, devolutionItems, ...rest } = whole;
    expect(less).toEqual({
      ...rest,
      expands,
      ...(expands.includes("shippings") ? {} : { shippings }),
      ...(expands.includes("devolutionItems") ? {} : { devolutionItems }),
    });
  });

  it("is what creating it answered", async () => {
    const reply = await seller.post("/api/v1/orders", { items: [{ sku: "PARTE" }] });
    expect((await seller.get(reply.headers.get("location")!)).json).toEqual(reply.json);
  });
});

describe("a list of orders", () => {
  it.each(["", "?expand=", "?expand={expand}", "?expand=nothing"])("stays a summary that says what it leaves out: %s", async (query) => {
    const { items } = (await seller.get(`/api/v1/orders${query}`)).json;
    for (const item of items) {
      expect(item.expands).toEqual(expect.arrayContaining(LEFT_OUT));
      for (const name of LEFT_OUT) expect(item).not.toHaveProperty(name);
    }
  });
});
