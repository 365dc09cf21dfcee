import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { onSale, stockOf } from "./goods.ts";

let marketplace: Marketplace;
let seller: Seller;
let checkout: Client;
let admin: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  [checkout, admin] = [await marketplace.operator("orders"), await marketplace.operator("admin")];
  await onSale(marketplace, seller, { UM: 50, DOIS: 50, POUCO: 1 });
  const shop = await wares(`${marketplace.baseUrl}/images`);
  await publish(seller, shop.visor("CRITICADO", { brand: "Marca Que Não Há" }));
});
afterAll(() => marketplace.stop());

const post = (body: object) => seller.post("/api/v1/orders", body);
const told = ({ status, json, text }: Reply) => {
  expect(json?.details, text).toBeDefined();
  return [status, ...json.details.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`)];
};

describe("orderType of POST /orders (decisions 9)", () => {
  it.each(["Normal", "Venda", "VENDA", "Sale", "sale", "Marketplace", "Presente", "", "exchanged", "Troca de presente", "1", 7])(
    "%j is a sale",
    async (orderType) => {
      const reply = await post({ orderType, items: [{ sku: "UM" }] });
      expect([reply.status, reply.json.orderType], reply.text).toEqual([201, "Sale"]);
    },
  );

  it.each(["Exchange", "exchange", "EXCHANGE", "Troca", "troca", " Troca "])("%j is refused with what to do instead", async (orderType) => {
    const body = { orderType, items: [{ sku: "UM" }] };
    for (const reply of [await post(body), await checkout.post("/operator/v1/orders", { sellerId: seller.sellerId, ...body })]) {
      expect(told(reply)).toEqual([400, "order_type_exchange /orderType"]);
      expect(reply.json.details[0].received).toBe(orderType);
      expect(reply.json.notifications[0]).toMatch(/exchange.*para uma venda/i);
    }
  });

  it("that is no text is refused as every text is", async () => {
    expect(told(await post({ orderType: { code: "Sale" }, items: [{ sku: "UM" }] }))).toEqual([400, "wrong_type /orderType"]);
  });
});

describe("an orderNumber that exists (decisions 9: identity first)", () => {
  const body = (orderNumber: string, more: object = {}) => ({ orderNumber, items: [{ sku: "POUCO" }], ...more });
  let nth = 0;
  /** A number whose order took the last unit. */
  async function soldOut(): Promise<string> {
    const orderNumber = `R-${(nth += 1)}`;
    const [, reserved] = await stockOf(seller, "POUCO");
    await seller.put(pathOf("POUCO", "stocks"), { available: reserved + 1 });
    expect((await post(body(orderNumber))).status).toBe(201);
    return orderNumber;
  }

  it("is 409 also when the first took the last unit", async () => {
    const orderNumber = await soldOut();
    const reserved = await stockOf(seller, "POUCO");
    const again = await post(body(orderNumber));
    expect(told(again)).toEqual([409, "order_number_registered /orderNumber"]);
    expect(again.json.details[0]).toMatchObject({
      received: orderNumber,
      message: expect.stringContaining(`/api/v1/orders/${orderNumber}`),
    });
    expect(told(await post(body("R-outro")))).toEqual([422, "item_insufficient /items/0/quantity"]);
    expect(await stockOf(seller, "POUCO")).toEqual(reserved);
  });

  it.each([
    ["a product that is there no more", { items: [{ sku: "FOI-EMBORA" }] }],
    ["a product that was criticized since", { items: [{ sku: "CRITICADO" }] }],
    ["a price that fell below the discount", { items: [{ sku: "UM", discountUnitValue: 99_999 }] }],
    ["a store that was closed", { businessUnit: "ZZ" }],
    ["two shippings of it", { items: undefined, shippings: [{ items: [{ sku: "POUCO" }] }, { items: [{ sku: "POUCO" }] }] }],
  ])("is 409 with %s", async (_what, more) => {
    expect(told(await post(body(await soldOut(), more)))).toEqual([409, "order_number_registered /orderNumber"]);
  });

  it("is 409 for the checkout, and whatever became of the seller", async () => {
    const orderNumber = await soldOut();
    const ask = () => checkout.post("/operator/v1/orders", { sellerId: seller.sellerId, ...body(orderNumber) });
    expect(told(await ask())).toEqual([409, "order_number_registered /orderNumber"]);
    const status = (word: string) => admin.request("PATCH", `/operator/v1/sellers/${seller.sellerId}`, { json: { status: word } });
    await status("suspended");
    const replies = [await ask(), await checkout.post("/operator/v1/orders", { sellerId: seller.sellerId, ...body("R-novo") })];
    await status("active");
    expect(replies.map(told)).toEqual([
      [409, "order_number_registered /orderNumber"],
      [422, "buyer_seller_suspended /sellerId"],
    ]);
  });

  it("is told beside what is wrong with the form, and then nothing is looked up", async () => {
    const orderNumber = await soldOut();
    expect(told(await post(body(orderNumber, { paid: "sim", items: [{ sku: "NADA" }] })))).toEqual([
      400,
      "wrong_type /paid",
      "order_number_registered /orderNumber",
    ]);
  });
});

describe("what the form refuses and what the catalogue says (decisions 2, 9: everything at once)", () => {
  it("are told together, each at its place", async () => {
    const items = [
      { sku: 5 },
      { sku: "NADA", quantity: "2.5" },
      "UM",
      { sku: "CRITICADO" },
      { sku: "UM", quantity: 51 },
      { sku: "DOIS", grossUnitValue: "10,00", netUnitValue: 8 },
      { sku: "DOIS", grossUnitValue: 10, discountUnitValue: 1, netUnitValue: 8 },
    ];
    for (const reply of [
      await post({ items, businessUnit: "ZZ" }),
      await checkout.post("/operator/v1/orders", { sellerId: seller.sellerId, items, businessUnit: "ZZ" }),
    ]) {
      expect(reply.json.type).toBe("Bad_Request_Error");
      expect(told(reply)).toEqual([
        400,
        "wrong_type /items/0/sku",
        "wrong_type /items/1/quantity",
        "wrong_type /items/2",
        "decimal_comma /items/5/grossUnitValue",
        "item_unknown /items/1/sku",
        "item_not_approved /items/3/sku",
        "item_insufficient /items/4/quantity",
        "item_amounts_disagree /items/6/netUnitValue",
        "store_unknown /businessUnit",
      ]);
    }
  });

  it.each([
    [
      "items of shippings",
      { shippings: [{ deliveryTime: "logo", items: [{ sku: "NADA" }] }, { items: [{ sku: "UM" }, { sku: "CRITICADO", quantity: 0 }] }] },
      [
        "wrong_type /shippings/0/deliveryTime",
        "below_minimum /shippings/1/items/1/quantity",
        "item_unknown /shippings/0/items/0/sku",
        "item_not_approved /shippings/1/items/1/sku",
      ],
    ],
    ["no items at all", { orderStatus: "delivered" }, ["not_allowed /orderStatus", "items_missing /items"]],
    [
      "a shipping without items",
      { paid: 1, shippings: [{ items: [{ sku: "UM" }] }, {}] },
      ["wrong_type /paid", "items_missing /shippings/1/items"],
    ],
    [
      "what the body says in two ways",
      { orderDate: "ontem", paid: true, orderStatus: "Created", items: [{ sku: "UM" }] },
      ["wrong_date /orderDate", "paid_and_status_disagree /orderStatus"],
    ],
    [
      "an operator's carrier on another's platform",
      { orderDate: "ontem", shippings: [{ platformId: "INTERNAL", transport: { carrierId: "906" }, items: [{ sku: "UM" }] }] },
      ["wrong_date /orderDate", "carrier_and_platform_disagree /shippings/0/platformId"],
    ],
    [
      "a customer of two states",
      { orderDate: "ontem", items: [{ sku: "UM" }], customer: { address: { state: "SP", stateName: "Bahia" } } },
      ["wrong_date /orderDate", "states_differ /customer/address/stateName"],
    ],
  ])("beside the form: %s", async (_what, body, expected) => {
    expect(told(await post(body))).toEqual([400, ...expected]);
  });

  it.each([
    ["items that are none", { items: "UM" }, ["wrong_type /items"]],
    ["an empty list of items", { items: [] }, ["too_few_items /items"]],
    ["shippings that are none", { shippings: [5] }, ["wrong_type /shippings/0"]],
    ["a shipping whose items are none", { shippings: [{ items: "UM" }] }, ["wrong_type /shippings/0/items"]],
    ["a status that cannot be compared", { paid: true, orderStatus: "delivered", items: [{ sku: "UM" }] }, ["not_allowed /orderStatus"]],
    [
      "customers of which one cannot be read",
      { customer: { customerName: "Ana" }, shippings: [{ customer: { customerName: 5 }, items: [{ sku: "UM" }] }] },
      ["wrong_type /shippings/0/customer/customerName"],
    ],
    [
      "items that cannot be counted",
      { items: [{ sku: "UM", quantity: 2 }], shippings: [{ items: [{ sku: "UM", quantity: "dois" }] }] },
      ["wrong_type /shippings/0/items/0/quantity"],
    ],
    [
      "an amount that cannot be summed up",
      { items: [{ sku: "UM", quantity: 5, grossUnitValue: "x", netUnitValue: 1 }] },
      ["wrong_type /items/0/grossUnitValue"],
    ],
    ["a quantity of which there may be enough", { items: [{ sku: "POUCO", quantity: "muitos" }] }, ["wrong_type /items/0/quantity"]],
  ])("but not what follows from %s", async (_what, body, expected) => {
    await seller.put(pathOf("POUCO", "stocks"), { available: 0 });
    expect(told(await post(body))).toEqual([400, ...expected]);
  });

  it("of a checkout whose seller cannot be read is the form alone", async () => {
    const reply = await checkout.post("/operator/v1/orders", { sellerId: "meu", items: [{ sku: "NADA" }] });
    expect(told(reply)).toEqual([400, "wrong_type /sellerId"]);
  });

  it("of a checkout whose seller there is not is told at once", async () => {
    const reply = await checkout.post("/operator/v1/orders", { sellerId: 999_999, paid: 1, items: [{ sku: "UM" }] });
    expect(told(reply)).toEqual([400, "wrong_type /paid", "buyer_seller_unknown /sellerId"]);
  });
});
