import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { newPerson, type Person } from "../people/people.ts";
import { buy, onSale } from "./goods.ts";

/** Releasing and refusing by two people, where the setting says so (web 3). */
let market: Marketplace;
let seller: Seller;
let ana: Person;
let bia: Person;
beforeAll(async () => {
  market = await startMarketplace({ settings: { ROLE: "api,worker", RISK_FOUR_EYES: "true", SIGN_INS_PER_HOUR: "1000000" } });
  seller = await market.seller();
  await onSale(market, seller, { VISEIRA: 100 });
  [ana, bia] = [await newPerson(market, { role: "risk" }), await newPerson(market, { role: "risk" })];
});
afterAll(() => market.stop());

const codeOf = ({ json }: Reply) => json?.details?.[0]?.code as string | undefined;
const REASON = { reason: "análise" };
/** A frozen order, and what somebody asks about it. */
async function frozen() {
  const { orderNumber } = await buy(seller, "VISEIRA", { paid: true });
  const path = `/operator/v1/sellers/${seller.sellerId}/orders/${orderNumber}`;
  await (await market.operator("risk")).post(`${path}/freeze`, REASON);
  return {
    path,
    ask: (who: Client, move: "release" | "refuse" | "freeze", options = {}) => who.post(`${path}/${move}`, REASON, options),
    proposal: () => ana.get(`${path}/proposal`),
    status: async () => (await seller.get(`/api/v1/orders/${orderNumber}`)).json.orderStatus as string,
  };
}

describe("a frozen order", () => {
  it("is released by one who proposes and another who confirms", async () => {
    const { ask, proposal, status } = await frozen();
    const proposed = await ask(ana, "release");
    expect([proposed.status, proposed.json.proposedBy, await status()], proposed.text).toEqual([202, `person:${ana.personId}`, "Frozen"]);
    expect((await proposal()).json).toMatchObject({ move: "release", proposedBy: `person:${ana.personId}` });
    const again = await ask(ana, "release");
    expect([again.status, codeOf(again), await status()]).toEqual([422, "second_person_needed", "Frozen"]);
    const confirmed = await ask(bia, "release");
    expect([confirmed.status, await status()], confirmed.text).toEqual([200, "approved"]);
    expect([(await ask(bia, "release")).status, (await proposal()).status]).toEqual([200, 204]);
  });

  it("stays as it is when two want different things: the later one is what is proposed", async () => {
    const { ask, status } = await frozen();
    expect([(await ask(ana, "release")).status, (await ask(bia, "refuse")).status, await status()]).toEqual([202, 202, "Frozen"]);
    expect(codeOf(await ask(bia, "refuse"))).toBe("second_person_needed");
    expect([(await ask(ana, "refuse")).status, await status()]).toEqual([200, "canceled"]);
  });

  it("is decided by one of many who confirm at once, and an Idempotency-Key proposes once", async () => {
    const { ask, status } = await frozen();
    const headers = { "idempotency-key": "proposta-1" };
    expect([(await ask(ana, "release", { headers })).status, (await ask(ana, "release", { headers })).status]).toEqual([202, 202]);
    const caio = await newPerson(market, { role: "risk" });
    const replies = await Promise.all([bia, caio, bia].map((who) => ask(who, "release")));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect(await status()).toBe("approved");
  });

  it("can be taken back, and a proposal about what the order was means nothing", async () => {
    const { path, ask, proposal } = await frozen();
    await ask(ana, "release");
    expect((await bia.request("DELETE", `${path}/proposal`)).status).toBe(204);
    expect(codeOf(await bia.request("DELETE", `${path}/proposal`))).toBe("proposal_unknown");
    expect([(await proposal()).status, (await ask(bia, "release")).status]).toEqual([204, 202]);
    await market.database.query("update order_proposals set version = version - 1");
    expect([(await proposal()).status, (await ask(ana, "release")).status]).toEqual([204, 202]);
  });

  it("takes one where the setting does not ask for two", async () => {
    const other = await startMarketplace({ database: market.database, clock: market.clock, settings: { ROLE: "api" } });
    const { ask, status } = await frozen();
    expect([(await ask(ana.at(other), "release")).status, await status()]).toEqual([200, "approved"]);
    await other.stop();
  });
});
