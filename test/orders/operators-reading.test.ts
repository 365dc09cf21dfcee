import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { newPerson, type Person } from "../people/people.ts";
import { deskPath } from "./desk.ts";
import { buy, onSale } from "./goods.ts";

/** What the marketplace's people read about orders: lists, timelines, signals (web 5). */
let market: Marketplace;
let seller: Seller;
let ana: Person;
beforeAll(async () => {
  market = await startMarketplace({ settings: { ROLE: "api,worker", RISK_FOUR_EYES: "true", SIGN_INS_PER_HOUR: "1000000" } });
  seller = await market.seller({ name: "Loja Aurora" });
  await onSale(market, seller, { VISEIRA: 1000 });
  ana = await newPerson(market, { role: "risk", name: "Ana Prado" });
});
afterAll(() => market.stop());

const LIST = "/operator/v1/orders";
interface Listed {
  readonly orderNumber: string;
}
const numbersIn = (json: { readonly items: readonly Listed[] } | undefined) => (json?.items ?? []).map(({ orderNumber }) => orderNumber);
const frozen = async (more: object = {}) => {
  const { orderNumber } = await buy(seller, "VISEIRA", { paid: true, ...more });
  await ana.post(deskPath(seller, orderNumber, "freeze"), { reason: "endereço diferente" });
  return orderNumber;
};

describe("the list of all sellers' orders", () => {
  it("says whose an order is, who delivers it, and until when", async () => {
    const { orderNumber } = await buy(seller, "VISEIRA", {
      shippings: [{ items: [{ sku: "VISEIRA" }], platformId: "PARTNER_ENTREGAS" }],
      items: undefined,
    });
    const { json } = await ana.get(`${LIST}?sellerId=${seller.sellerId}&platformId=PARTNER_ENTREGAS`);
    expect(json.items[0]).toMatchObject({
      orderNumber,
      sellerName: "Loja Aurora",
      platforms: ["PARTNER_ENTREGAS"],
      agreedDate: expect.any(String),
    });
  });

  it("shows those of a platform, and those of a store", async () => {
    const { orderNumber } = await buy(seller, "VISEIRA");
    const [own, operated] = [await ana.get(`${LIST}?platformId=INTERNAL`), await ana.get(`${LIST}?platformId=PARTNER_ENTREGAS`)];
    expect([numbersIn(own.json).includes(orderNumber), numbersIn(operated.json).includes(orderNumber)]).toEqual([true, false]);
    const { businessUnit } = (await ana.get(deskPath(seller, orderNumber))).json as { readonly businessUnit: string };
    expect(numbersIn((await ana.get(`${LIST}?businessUnit=${businessUnit}`)).json)).toContain(orderNumber);
    expect((await ana.get(`${LIST}?businessUnit=ZZ`)).status).toBe(204);
  });

  it("says what is proposed for a frozen order, as long as the order is as it was", async () => {
    const orderNumber = await frozen();
    await ana.post(deskPath(seller, orderNumber, "release"), { reason: "confirmado por telefone" });
    const inList = async () => {
      const { items } = (await ana.get(`${LIST}?orderStatus=Frozen`)).json as { readonly items: readonly Listed[] };
      return items.find((one) => one.orderNumber === orderNumber);
    };
    expect(await inList()).toMatchObject({ proposal: { move: "release", proposedBy: `person:${ana.personId}` } });
    await ana.request("DELETE", deskPath(seller, orderNumber, "proposal"));
    expect(await inList()).not.toHaveProperty("proposal");
  });
});

describe("an order for the marketplace's people", () => {
  it("has a timeline that says who, and why it was frozen", async () => {
    const orderNumber = await frozen();
    const moves = async () => (await ana.get(deskPath(seller, orderNumber, "timeline"))).json.items as readonly Record<string, unknown>[];
    const last = await eventually("the reason in the audit log", async () => {
      const found = (await moves()).at(-1)!;
      return found["reason"] !== undefined && found;
    });
    expect(last).toMatchObject({
      move: "freeze",
      to: "Frozen",
      reason: "endereço diferente",
      actor: `person:${ana.personId}`,
      actorName: "Ana Prado",
    });
    const support = await market.operator("support");
    const [hidden] = ((await support.get(deskPath(seller, orderNumber, "timeline"))).json.items as Record<string, unknown>[]).slice(-1);
    expect(hidden).toMatchObject({ move: "freeze" });
    expect(hidden).not.toHaveProperty("reason");
  });

  it("tells the second person who proposed, and why", async () => {
    const orderNumber = await frozen();
    await ana.post(deskPath(seller, orderNumber, "refuse"), { reason: "cartão contestado" });
    const bia = await newPerson(market, { role: "risk" });
    const proposal = await eventually("the reason", async () => {
      const { json } = await bia.get(deskPath(seller, orderNumber, "proposal"));
      return json.reason !== undefined && (json as object);
    });
    expect(proposal).toMatchObject({ move: "refuse", proposedByName: "Ana Prado", reason: "cartão contestado" });
  });

  it("names who has seen the customer", async () => {
    const { orderNumber } = await buy(seller, "VISEIRA", { paid: true });
    await ana.post(deskPath(seller, orderNumber, "reveal"), { reason: "confere o endereço" });
    expect((await ana.get(deskPath(seller, orderNumber, "accesses"))).json.items).toMatchObject([
      { actorName: "Ana Prado", reason: "confere o endereço" },
    ]);
  });

  it("shows the signals that a risk analyst looks at first", async () => {
    const orderNumber = await frozen({ items: [{ sku: "VISEIRA", quantity: 20 }] });
    const { signals } = (await ana.get(deskPath(seller, orderNumber))).json as {
      readonly signals: readonly { readonly code: string; readonly message: string }[];
    };
    expect(signals).toEqual(
      expect.arrayContaining([
        { code: "high_amount", message: "O valor é alto: R$ 2.998,00." },
        { code: "many_units", message: "20 unidades do mesmo produto." },
      ]),
    );
  });
});
