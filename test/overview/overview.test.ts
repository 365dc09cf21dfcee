import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES } from "../../src/sellers/index.ts";
import { SELLER_ROLES } from "../../src/people/roles.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { ask } from "../changes/changing.ts";
import { type Client, type Marketplace, NOON, type Seller, startMarketplace } from "../harness.ts";
import { receiver, register } from "../notifications/receiver.ts";
import { deskPath } from "../orders/desk.ts";
import { buy, onSale, type Bought } from "../orders/goods.ts";
import { newPerson } from "../people/people.ts";
import { orderChange } from "../stock/reservations.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { agreed, countsIn, MARKETPLACE_OVERVIEW, numbersOf, OVERVIEW } from "./recount.ts";

const DAY = 86_400_000;
let market: Marketplace;
let seller: Seller;
let other: Seller;
let admin: Client;
let shop: Wares;
beforeAll(async () => {
  // Endpoints are tried again soon, so that one which fails is known to.
  market = await startMarketplace({ settings: { NOTIFICATION_RETRY_SECONDS: "3600" } });
  [seller, other] = [await market.seller({ name: "Loja Aurora" }), await market.seller({ name: "Loja Brisa" })];
  admin = await market.operator("admin");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

const ofSeller = (wanted: Readonly<Record<string, number>> = {}) => agreed(seller, OVERVIEW, wanted);
const ofMarketplace = (wanted: Readonly<Record<string, number>> = {}) => agreed(admin, MARKETPLACE_OVERVIEW, wanted);
const paid = (sku: string) => buy(seller, sku, { paid: true });
const invoice = (order: Bought) => seller.put(order.path("status/invoiced"), { issueDate: isoDateTime(market.clock.now()) });
const ship = (order: Bought) => seller.put(order.path("status/shipped"), { carrier: "Correios", trackingNumber: "AA123456785BR" });
const freeze = ({ orderNumber }: Bought) => admin.post(deskPath(seller, orderNumber, "freeze"), { reason: "Divergência" });

describe("the numbers of the home screens count what their lists show", () => {
  it("nothing, at first", async () => {
    expect(new Set(Object.values(countsIn(await ofSeller())))).toEqual(new Set([0]));
    expect(new Set(Object.values(countsIn(await ofMarketplace())))).toEqual(new Set([0]));
  });

  it("products in review, and criticized ones by their causes", async () => {
    await publish(seller, shop.visor("ESPERA-1"));
    await publish(other, shop.visor("ESPERA-2"));
    for (const nth of [1, 2, 3]) await publish(seller, shop.visor(`ERRADA-${nth}`, { color: "Cor de burro quando foge" }));
    const { products_criticized } = await ofSeller({ products_criticized: 3 });
    expect(products_criticized!.links[0].href).toBe("/api/v2/products?status=Criticado");
    const { json } = await seller.get(OVERVIEW);
    expect(json.topCritiques).toMatchObject([
      { code: "color_unknown", count: 3, products: 3, links: [{ href: "/api/v2/products/critiques?code=color_unknown" }] },
    ]);
    expect(await ofMarketplace({ reviews_waiting: 2, reviews_late: 0 })).toMatchObject({
      reviews_waiting: { oldestSince: isoDateTime(NOON), links: [{ rel: "list", href: "/operator/v1/reviews" }] },
    });
    market.clock.move(30 * DAY);
    await ofMarketplace({ reviews_waiting: 2, reviews_late: 2 });
    for (const one of [seller, other]) {
      const sku = one === seller ? "ESPERA-1" : "ESPERA-2";
      await admin.post(`/operator/v1/sellers/${one.sellerId}/products/${sku}/review`, { decision: "approve" });
    }
    await ofMarketplace({ reviews_waiting: 0, reviews_late: 0 });
  });

  it("orders by their next move, late and frozen ones", async () => {
    await onSale(market, seller, { VENDIDA: 100 });
    await buy(seller, "VENDIDA");
    const orders = [await paid("VENDIDA"), await paid("VENDIDA"), await paid("VENDIDA"), await paid("VENDIDA")] as const;
    const numbers = await ofSeller({ orders_to_invoice: 4, orders_to_ship: 0, orders_late: 0 });
    const [first] = (await seller.get("/api/v1/orders?nextMove=invoiced&expand=shippings")).json.items;
    expect(numbers["orders_to_invoice"]!.nextDeadline).toBe(isoDateTime(first.shippings[0].shippingEstimate as number));
    await invoice(orders[0]);
    await invoice(orders[1]);
    await ship(orders[1]);
    await freeze(orders[2]);
    await ofSeller({ orders_to_invoice: 1, orders_to_ship: 1, orders_to_deliver: 1 });
    const frozenAt = isoDateTime(market.clock.now());
    expect((await ofMarketplace({ orders_frozen: 1, orders_late: 0 }))["orders_frozen"]).toMatchObject({ oldestSince: frozenAt });

    market.clock.move(60 * DAY);
    // One more that is not late, and the seller's own may not be counted with another's.
    await paid("VENDIDA");
    await ofSeller({ orders_to_invoice: 2, orders_late: 3 });
    await ofMarketplace({ orders_frozen: 1, orders_late: 3 });
    expect(countsIn(await numbersOf(other, OVERVIEW))).toMatchObject({ orders_to_invoice: 0, orders_late: 0, products_criticized: 0 });
    const late = (await admin.get("/operator/v1/orders?late=true")).json.items as readonly { deadline: string }[];
    expect(late.map(({ deadline }) => deadline)).toEqual(late.map(({ deadline }) => deadline).toSorted());
    expect((await seller.get("/api/v1/orders?late=true&nextMove=shipped")).json).toMatchObject({ total: 1 });
    expect((await seller.get("/api/v1/orders?late=true&nextMove=check-in")).status).toBe(204);
    expect((await admin.get("/operator/v1/orders?late=true&frozen=true")).status).toBe(204);
    expect((await admin.get(`/operator/v1/orders?frozen=true&sellerId=${other.sellerId}`)).status).toBe(204);

    await seller.put(orders[1].path("status/delivered"), {});
    await admin.post(deskPath(seller, orders[2].orderNumber, "refuse"), { reason: "Fraude" });
    await ofSeller({ orders_to_deliver: 0, orders_late: 2 });
    await ofMarketplace({ orders_frozen: 0, orders_late: 2 });
    await admin.post(deskPath(seller, orders[1].orderNumber, "exchange"), {});
    await ofSeller({ orders_to_check_in: 1 });
  });

  it("stocks with nothing for sale, and those that may be counted twice", async () => {
    const skus = ["VAZIA", "NEGATIVA", "DUPLA", "CERTA"];
    for (const sku of skus) await publish(seller, shop.visor(sku, { stock: { available: 10 } }));
    await seller.put(pathOf("VAZIA", "stocks"), { available: 0 });
    for (const sku of ["NEGATIVA", "DUPLA", "CERTA"])
      await orderChange(market.database, seller, { sku, order: `3-${sku}`, cause: "order_reserved", reserved: 3 });
    await seller.put(pathOf("NEGATIVA", "stocks"), { available: 2 });
    await seller.put(pathOf("DUPLA", "stocks"), { available: 7 });
    await seller.put(pathOf("CERTA", "stocks"), { available: 9 });
    await ofSeller({ stocks_unavailable: 2, stocks_negative: 1, stocks_double_counted: 1 });
    const { json } = await seller.get("/api/v1/stocks?filter=double-count");
    expect(json.items).toMatchObject([
      { sku: "DUPLA", physical: 7, reserved: 3, availableForSale: 4, doubleCount: { sent: 7, before: 10, reserved: 3 } },
    ]);
    expect((await seller.get("/api/v1/stocks?filter=Unavailable")).json.items.map(({ sku }: { sku: string }) => sku)).toEqual([
      "NEGATIVA",
      "VAZIA",
    ]);
    const every = (await seller.get("/api/v1/stocks?size=100")).json;
    expect(every.items).toHaveLength(every.total as number);
    expect(every.items.every(({ name }: { name: string }) => name.startsWith("Viseira"))).toBe(true);
    expect((await other.get("/api/v1/stocks")).json.items.map(({ sku }: { sku: string }) => sku)).toEqual(["ESPERA-2"]);
    // What was corrected, or has no open reservation any more, is no longer shown.
    await seller.put(pathOf("DUPLA", "stocks"), { available: 10 });
    await ofSeller({ stocks_double_counted: 0, stocks_unavailable: 2 });
  });

  it("open change requests", async () => {
    await ask(seller, "ESPERA-1", { "/description": "Leve e resistente, para o dia a dia, com aba flexível; serve da cabeça P à G." });
    const changes = await ofMarketplace({ changes_open: 1 });
    expect(changes["changes_open"]!.links[0].href).toBe("/operator/v1/changes?state=open");
  });

  it("endpoints that fail", async () => {
    await using hook = await receiver(() => 500);
    await register(seller, hook.url);
    await register(seller, `${hook.url}/2`);
    await seller.post("/api/v1/notifications/endpoints", { name: "parado", url: hook.url, events: ["order"], enabled: false });
    await paid("VENDIDA");
    const numbers = await ofSeller({ endpoints_failing: 2, endpoints_disabled: 0 });
    expect(numbers["endpoints_failing"]).toHaveProperty("oldestSince");
    await ofMarketplace({ endpoints_failing: 2, endpoints_disabled: 0 });
    const { items } = (await admin.get("/operator/v1/endpoints?health=failing")).json;
    expect(items).toMatchObject([{ sellerId: seller.sellerId, status: "enabled" }, { sellerId: seller.sellerId }]);
    expect(JSON.stringify(items)).not.toContain(hook.url);
    hook.answer(() => 410);
    market.clock.move(2 * 3_600_000);
    await ofSeller({ endpoints_failing: 0, endpoints_disabled: 2 });
    await ofMarketplace({ endpoints_failing: 0, endpoints_disabled: 2 });
    expect((await admin.get(`/operator/v1/endpoints?sellerId=${other.sellerId}`)).status).toBe(204);
    expect((await admin.get("/operator/v1/endpoints")).json.total).toBe(3);
  });

  it("announced changes that concern the seller, until they take effect", async () => {
    const { items } = (await admin.get("/operator/v1/reference/brands")).json as { items: { code: number; name: string }[] };
    const codeOf = (name: string) => items.find((one) => one.name === name)!.code;
    const effectiveAt = isoDateTime(market.clock.now() + 3 * DAY);
    const removal = (name: string) =>
      admin.request("DELETE", `/operator/v1/reference/brands/${codeOf(name)}?effectiveAt=${encodeURIComponent(effectiveAt)}`);
    expect((await removal(shop.brand(0))).status).toBe(200);
    expect((await removal(shop.brand(1))).status).toBe(200);
    const numbers = await ofSeller({ changes_upcoming: 1 });
    expect(numbers["changes_upcoming"]).toMatchObject({ nextDeadline: effectiveAt });
    expect((await seller.get("/api/v1/changes")).json.items.length).toBeGreaterThan(1);
    market.clock.move(4 * DAY);
    await ofSeller({ changes_upcoming: 0 });
  });

  it("technical validations under way", async () => {
    const { status } = await seller.post("/api/v1/technical-validations", {});
    expect(status).toBe(201);
    await ofMarketplace({ validations_active: 1 });
  });
});

describe("who sees which number", () => {
  it.each(ROLES)("%s sees the numbers whose lists it may read", async (role) => {
    const operator = await market.operator(role);
    const shown = countsIn(await numbersOf(operator, MARKETPLACE_OVERVIEW));
    const all = await numbersOf(admin, MARKETPLACE_OVERVIEW);
    for (const { name, links } of Object.values(all)) {
      const { status } = await operator.get(links[0].href);
      expect([name, name in shown], role).toEqual([name, status !== 403]);
    }
  });

  it.each(SELLER_ROLES)("a seller's person with the role %s sees the numbers whose lists they may read", async (role) => {
    const person = (await newPerson(market, { sellerId: seller.sellerId, role })).forSeller(seller.sellerId);
    const shown = countsIn(await numbersOf(person, OVERVIEW));
    for (const { name, links } of Object.values(await numbersOf(seller, OVERVIEW))) {
      const { status } = await person.get(links[0].href);
      expect([name, name in shown], role).toEqual([name, status !== 403]);
    }
    const { quotas } = (await person.get(OVERVIEW)).json;
    expect(quotas).toMatchObject([{ clientId: seller.clientId, lanes: [{ lane: "default" }, { lane: "orders" }, { lane: "bulk" }] }]);
  });

  it("a credential sees what its scopes allow, and its own quota", async () => {
    const narrow = await market.seller({ scopes: ["orders"], plan: 100 });
    const { json } = await narrow.get(OVERVIEW);
    const names = (json.numbers as readonly { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith("orders"))).toEqual(["changes_upcoming"]);
    expect(json).not.toHaveProperty("topCritiques");
    expect(json.quotas).toMatchObject([{ clientId: narrow.clientId, lanes: [{ lane: "default", limit: 100 }, {}, {}] }]);
    const [lane] = json.quotas[0].lanes;
    expect(lane.used + lane.remaining).toBe(lane.burst);
  });
});

describe("jobs that are behind", () => {
  it("are counted as the health page shows them", async () => {
    const idle = await startMarketplace({ jobRunner: () => ({ stop: () => Promise.resolve() }) });
    try {
      const support = await idle.operator("support");
      const waiting = await idle.seller();
      await agreed(support, MARKETPLACE_OVERVIEW, { jobs_behind: 0 });
      await publish(waiting, (await wares(`${idle.baseUrl}/images`)).visor("PARADA"));
      idle.clock.move(120_000);
      const numbers = await agreed(support, MARKETPLACE_OVERVIEW, { jobs_behind: 1 });
      expect(numbers["jobs_behind"]).toMatchObject({ oldestSince: isoDateTime(NOON) });
      expect((await support.get("/operator/v1/health")).json.jobs).toEqual({
        behind: [{ job: "validation", dueSince: isoDateTime(NOON) }],
      });
    } finally {
      await idle.stop();
    }
  });
});
