import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { eraseExpiredCustomers } from "../../src/orders/privacy/worker.ts";
import { NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { deskPath } from "./desk.ts";
import { boughtIn, buy, onSale, type Bought } from "./goods.ts";

const YEAR_MS = 366 * 86_400_000;
/** As it is before there is an invoice (decisions 9). */
const NO_INVOICE = { errors: [], validationErrors: [], expands: [], links: [] };

let marketplace: Marketplace;
let seller: Seller;
let desk: Client;
let fulfillment: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  desk = await marketplace.operator("orders");
  fulfillment = await marketplace.operator("fulfillment");
  await onSale(marketplace, seller, { FORMA: 100 });
});
afterAll(() => marketplace.stop());

/** Every answer that shows an order's first shipping, by what was asked. */
async function shownIn(order: Bought): Promise<Readonly<Record<string, Reply["json"]>>> {
  const path = `/api/v1/orders/${order.orderNumber}`;
  const first = ({ json }: Reply) => json.shippings[0];
  return {
    "one order": first(await seller.get(path)),
    "a list": (await seller.get("/api/v1/orders?expand=items,actions&size=100")).json.items.find(
      ({ orderNumber }: Reply["json"]) => orderNumber === order.orderNumber,
    ).shippings[0],
    "its shippings": (await seller.get(`${path}/shippings`)).json.items[0],
    "one shipping": (await seller.get(order.path())).json,
    "operators' order": first(await desk.get(deskPath(seller, order.orderNumber))),
  };
}
const put = async (order: Bought, word: string, body: object): Promise<Reply["json"]> => {
  const { status, json, text } = await seller.put(order.path(`status/${word}`), body);
  expect(status, text).toBe(200);
  return json;
};
const INVOICED = { issueDate: isoDateTime(NOON) };

describe("the objects of a shipping (seed 2.5, decisions 9)", () => {
  it("are objects wherever it is shown, before there is an invoice and after", async () => {
    const created = await seller.post("/api/v1/orders", { items: [{ sku: "FORMA" }] });
    const order = boughtIn(created);
    const answers = [["POST /orders", created.json.shippings[0]], ...Object.entries(await shownIn(order))];
    answers.push(["approved", await put(order, "approved", {})]);
    for (const [where, { invoice, transport, customer, sender }] of answers) {
      expect(invoice, where).toEqual(NO_INVOICE);
      expect([transport.expands, customer.address, sender.sellerCode], where).toMatchObject([[], {}, seller.sellerId]);
    }
    const invoiced = await put(order, "invoiced", INVOICED);
    for (const [where, { invoice, links }] of [["invoiced", invoiced] as const, ...Object.entries(await shownIn(order))])
      expect(invoice, where).toEqual({ ...NO_INVOICE, date: NOON, links: [{ rel: "shipping", href: links[0].href }] });
  });

  it("are objects too where nothing was invoiced, and where others deliver", async () => {
    const canceled = await buy(seller, "FORMA", { paid: true });
    await put(canceled, "canceled", { reasonCancellationCode: 5 });
    const shippings = [{ platformId: "MARKETPLACE_ENTREGAS", items: [{ sku: "FORMA" }] }];
    const marketplaceRun = await buy(seller, "", { paid: true, items: undefined, shippings });
    for (const order of [canceled, marketplaceRun])
      for (const [where, { invoice }] of Object.entries(await shownIn(order))) expect(invoice, where).toEqual(NO_INVOICE);
    await put(marketplaceRun, "invoiced", { ...INVOICED, volume: 2 });
    const shipped = await fulfillment.post(
      deskPath(seller, marketplaceRun.orderNumber, `shippings/${marketplaceRun.shippingCodes[0]}/ship`),
      {},
    );
    expect([shipped.status, shipped.json.invoice], shipped.text).toMatchObject([200, { volume: 2, shipDate: NOON }]);
  });

  it("are objects in an exchange order before its goods are back", async () => {
    const order = await buy(seller, "FORMA", { paid: true });
    await put(order, "invoiced", INVOICED);
    await put(order, "shipped", { carrier: "Correios", trackingNumber: "AA123456785BR" });
    const exchange = await desk.post(deskPath(seller, order.orderNumber, "exchange"), {});
    expect(exchange.json.shippings[0].invoice).toEqual(NO_INVOICE);
    for (const [where, { invoice }] of Object.entries(await shownIn(boughtIn(exchange)))) expect(invoice, where).toEqual(NO_INVOICE);
  });

  it("are objects of whoever is known by no address, and of whoever was forgotten", async () => {
    const nameless = { customerName: "Quem comprou" };
    const sent = await seller.post("/api/v1/orders", { items: [{ sku: "FORMA" }], paid: true, customer: nameless });
    const order = boughtIn(sent);
    for (const [where, { customer }] of [["POST /orders", sent.json.shippings[0]], ...Object.entries(await shownIn(order))] as const)
      expect(customer.address, where).toEqual({});
    const risk = await marketplace.operator("risk");
    const revealed = await risk.post(deskPath(seller, order.orderNumber, "reveal"), { reason: "Protocolo 12" });
    expect(revealed.json.customer).toEqual({ ...nameless, address: {} });
    await put(order, "canceled", { reasonCancellationCode: 5 });
    marketplace.clock.set(NOON + YEAR_MS);
    await eraseExpiredCustomers({ db: marketplace.app.db, clock: marketplace.clock });
    for (const [where, { customer }] of Object.entries(await shownIn(order))) expect(customer, where).toEqual({ address: {} });
    marketplace.clock.set(NOON);
  });
});

describe("why a shipping was canceled (seed 2.5, decisions 9)", () => {
  const canceledBy = async (cancel: (order: Bought) => Promise<{ readonly status: number }>, more: object = { paid: true }) => {
    const order = await buy(seller, "FORMA", more);
    expect((await cancel(order)).status).toBe(200);
    return order;
  };
  const bySeller = (body: object) => (order: Bought) => seller.put(order.path("status/canceled"), body);

  it.each([
    [
      "its seller, by a code",
      bySeller({ reasonCancellationCode: "2", canceledBy: "Estoque" }),
      { code: 2, description: "Erro de preço ou cadastro", canBePenalty: true, canceledBy: "Estoque", date: NOON },
    ],
    [
      "its seller, by a description",
      bySeller({ cancellationReason: "produto sem estoque" }),
      { code: 1, description: "Produto sem estoque", canBePenalty: true, date: NOON },
    ],
    [
      "the marketplace",
      (order: Bought) => desk.post(deskPath(seller, order.orderNumber, "cancel"), { reason: "O cliente ligou" }),
      { description: "Cancelado pelo cliente ou pelo marketplace", canBePenalty: false, remark: "O cliente ligou", date: NOON },
    ],
  ])("is a text, and what is known of it stands beside it: canceled by %s", async (_who, cancel, cancellation) => {
    const order = await canceledBy(cancel);
    for (const [where, shipping] of Object.entries(await shownIn(order)))
      expect([shipping.cancellationReason, shipping.cancellation], where).toEqual([cancellation.description, cancellation]);
    const { json } = await seller.get(order.path(), { headers: { "accept-language": "en" } });
    expect([typeof json.cancellationReason, json.cancellationReason]).toEqual(["string", json.cancellation.description]);
    expect(json.cancellationReason).not.toBe(cancellation.description);
  });

  it("can be sent back as it was read", async () => {
    const order = await canceledBy(bySeller({ reasonCancellationCode: 9 }));
    const { cancellationReason } = (await seller.get(order.path())).json;
    const again = await canceledBy(bySeller({ cancellationReason }));
    expect((await seller.get(again.path())).json.cancellation).toMatchObject({ code: 9 });
  });

  it("is not there of what was not canceled", async () => {
    const order = await buy(seller, "FORMA");
    for (const shipping of Object.values(await shownIn(order)))
      expect(Object.keys(shipping).filter((name) => name.startsWith("cancellation"))).toEqual([]);
  });
});
