import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, eventually, type Marketplace, type Seller, startMarketplace } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { askAndWait, checked, seen, statesOf } from "./changing.ts";

/** A request whose check fails again and again is set aside; people see it, and send it back. */
let market: Marketplace;
let seller: Seller;
let catalog: Client;
beforeAll(async () => {
  market = await startMarketplace({ settings: { LOG_LEVEL: "silent" } });
  [seller, catalog] = await Promise.all([market.seller(), market.operator("catalog")]);
});
afterAll(() => market.stop());

const CHANGES = "/operator/v1/changes";
const MAX_CHECKS = 5;
/** The metrics are read every 10 seconds. */
const PATIENCE_MS = 20_000;

const gauge = async () => Number(/^vitrine_changes_set_aside(?:\{.*\})? (\d+)$/m.exec((await market.request("GET", "/metrics")).text)?.[1]);
const health = async () => (await (await market.operator("support")).get("/operator/v1/health")).json.changes;
const listed = async (query = "") => {
  const reply = await catalog.get(`${CHANGES}?setAside=true${query}`);
  return reply.status === 204 ? [] : (reply.json.items as readonly { readonly id: string }[]).map(({ id }) => id);
};

/** Breaks what the check reads of a product and nobody else does, and lets the check fail as often as it is tried. */
async function failChecks(sku: string, id: string): Promise<() => Promise<unknown>> {
  const { query } = market.database;
  const [{ images }] = (await query("select images from products where sku = $1", [sku])) as [{ readonly images: string }];
  await query("update products set images = '{' where sku = $1", [sku]);
  await query("update product_change_fields set state = 'checking' where change_id = $1", [id]);
  await query("update product_changes set due_at = 1, attempts = 0 where change_id = $1", [id]);
  for (let attempt = 1; attempt <= MAX_CHECKS; attempt += 1) {
    const isTried = async () =>
      (await query("select 1 from product_changes where change_id = $1 and attempts >= $2", [id, attempt])).length > 0;
    await eventually(`attempt ${attempt}`, isTried, PATIENCE_MS);
    // Sooner than the lease would run out. That of the last attempt ends by itself.
    await query("update product_changes set lease_until = now() where change_id = $1 and attempts < $2", [id, MAX_CHECKS]);
  }
  return () => query("update products set images = $2 where sku = $1", [sku, images]);
}

describe("a change request whose check failed five times", () => {
  it("is counted, shown with a link, and checked again when somebody asks for it", async () => {
    await onSale(market, seller, { VISEIRA: 3 });
    const { id } = await askAndWait(seller, "VISEIRA", { "/description": "Outra descrição, que uma pessoa confere. ".repeat(3).trim() });
    const before = statesOf(await seen(seller, "VISEIRA", id));
    expect([await listed(), (await health()).changesSetAside]).toEqual([[], 0]);

    const mend = await failChecks("VISEIRA", id);
    await eventually("the list", async () => (await listed()).includes(id), PATIENCE_MS);
    expect(await listed("&field=images")).toEqual([]);
    expect([await listed("&field=description"), await listed(`&sellerId=${seller.sellerId}`)]).toEqual([[id], [id]]);
    expect((await health()).changesSetAside).toBe(1);
    await eventually("the gauge", async () => (await gauge()) === 1, PATIENCE_MS);
    const shown = (await catalog.get(`${CHANGES}/${id}`)).json;
    expect(shown).toMatchObject({ state: "open", setAside: true });
    const { href } = (shown.links as readonly { readonly rel: string; readonly href: string }[]).find(({ rel }) => rel === "recheck")!;

    await mend();
    const reply = await catalog.post(href, undefined);
    expect([reply.status, reply.json.id]).toEqual([200, id]);
    expect(reply.json).not.toHaveProperty("setAside");
    expect(statesOf(await checked(seller, "VISEIRA", id))).toEqual(before);
    expect(await listed()).toEqual([]);
    await eventually("the gauge", async () => (await gauge()) === 0, PATIENCE_MS);
  }, 120_000);

  it("is refused another check when nothing of it is being checked, or nobody knows it", async () => {
    await onSale(market, seller, { BONE: 3 });
    const { id } = await askAndWait(seller, "BONE", { "/description": "Mais uma descrição, que uma pessoa confere. ".repeat(3).trim() });
    const again = await catalog.post(`${CHANGES}/${id}/recheck`, undefined);
    expect([again.status, again.json.details[0].code]).toEqual([409, "change_already_checked"]);
    const other = await catalog.post(`${CHANGES}/${id.slice(0, -4)}zzzz/recheck`, undefined);
    expect([other.status, other.json.details[0].code]).toEqual([404, "change_unknown"]);
  });
});
