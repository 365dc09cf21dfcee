import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, ask, askAndWait, changesOf, decide as decideChange, liveOf, refuse, type SeenChange } from "../changes/changing.ts";
import { type Client, client, eventually, type Marketplace, type Reply, type Seller, startMarketplace } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { onDatabase, startServer } from "../reliability/server-process.ts";
import { wares, type Wares } from "../wares.ts";
import { BLURRED, claim, decide, inReview, REVIEWS } from "./queue.ts";

let market: Marketplace;
let shop: Wares;
let ana: Client;
let bruno: Client;
beforeAll(async () => {
  market = await startMarketplace();
  shop = await wares(`${market.baseUrl}/images`);
  [ana, bruno] = [await market.operator("catalog"), await market.operator("catalog")];
});
afterAll(() => market.stop());

interface Entry {
  readonly sku: string;
  readonly changeRequestId?: string;
  readonly dueAt: string;
}
/** A seller of its own, with products on sale. */
async function sellerOf(...skus: readonly string[]): Promise<Seller> {
  const seller = await market.seller();
  await onSale(market, seller, Object.fromEntries(skus.map((sku) => [sku, 5])));
  return seller;
}
const onlyOf = ({ sellerId }: Seller) => ({ filter: { sellerId } });
const queueOf = async ({ sellerId }: Seller): Promise<readonly Entry[]> =>
  ((await ana.get(`${REVIEWS}?sellerId=${sellerId}`)).json as { readonly items: readonly Entry[] } | undefined)?.items ?? [];
const idsIn = (entries: readonly Entry[]) => entries.map(({ sku, changeRequestId }) => changeRequestId ?? sku);
/** A request that waits for a person: no rule approves another name. */
const rename = (seller: Seller, sku: string, name: string): Promise<SeenChange> => askAndWait(seller, sku, { "/name": name });
const codeOf = ({ json }: Reply) => (json as { readonly details: readonly { readonly code: string }[] }).details[0]!.code;

describe("change requests in the review queue (beyond M14)", () => {
  it("wait there once they are checked, and are claimed whole: what would change, the product, both images measured", async () => {
    const seller = await sellerOf("INTEIRA");
    const image = `${market.baseUrl}/images/cap-blue.jpg`;
    const { id } = await askAndWait(seller, "INTEIRA", { "/images/0/url": image, "/name": "Viseira Inteira Unissex" });
    const [entry] = await queueOf(seller);
    expect(entry).toMatchObject({
      sku: "INTEIRA",
      changeRequestId: id,
      late: false,
      links: [{ rel: "decide", href: `/operator/v1/changes/${id}/decide` }],
    });
    const { json } = await claim(ana, onlyOf(seller));
    expect(json.items).toHaveLength(1);
    const { product, change } = json.items[0];
    expect(product).toMatchObject({ sku: "INTEIRA", status: "Aprovado", images: [{ url: expect.stringMatching(/cap-black/) }] });
    expect(change).toMatchObject({
      id,
      state: "open",
      fields: [
        {
          pointer: "/images/0/url",
          state: "waiting",
          to: image,
          fromImage: { state: "ok", width: expect.any(Number) },
          toImage: { url: image, state: "ok", width: 1200, height: 1200 },
        },
        { pointer: "/name", from: product.name, to: "Viseira Inteira Unissex" },
      ],
    });
    expect((await claim(bruno, onlyOf(seller))).status).toBe(204);
    const renewed = await ana.post(`${REVIEWS}/claims/${json.claimToken}/renew`, {});
    expect(renewed.json.items).toEqual([{ sellerId: seller.sellerId, sku: "INTEIRA", changeRequestId: id }]);
  });

  it("are decided by their holder alone, or by anybody when nobody holds them", async () => {
    const seller = await sellerOf("ALHEIA", "LIVRE");
    const held = await rename(seller, "ALHEIA", "Viseira Alheia Unissex");
    const free = await rename(seller, "LIVRE", "Viseira Livre Unissex");
    const { json } = await claim(ana, { count: 1, ...onlyOf(seller) });
    expect(idsIn(json.items)).toEqual([held.id]);
    const refused = await decideChange(bruno, held.id, approve("/name"));
    expect([refused.status, refused.json.details[0]]).toMatchObject([
      409,
      {
        code: "review_claimed",
        pointer: "path.changeRequestId",
        current: { reviewer: expect.stringMatching(/^operator:/), leaseUntil: json.leaseUntil },
      },
    ]);
    const line = (id: string, claimToken?: string) => ({ changeRequestId: id, fields: [approve("/name")], claimToken });
    const many = await bruno.post("/operator/v1/changes", { items: [line(held.id), line(free.id)] });
    expect([many.status, many.json.items.map(({ status }: { status: number }) => status)]).toEqual([206, [409, 200]]);
    expect(many.json.items[0].error.details[0]).toMatchObject({ code: "review_claimed", pointer: "/items/0/changeRequestId" });
    expect((await liveOf(seller, "ALHEIA"))["name"]).not.toBe("Viseira Alheia Unissex");
    const done = await ana.post("/operator/v1/changes", { items: [line(held.id, json.claimToken)] });
    expect(done.status, done.text).toBe(200);
    expect((await liveOf(seller, "ALHEIA"))["name"]).toBe("Viseira Alheia Unissex");
    expect(await queueOf(seller)).toEqual([]);
  });

  it("are seen to be decided by others when a decision ignores who holds them (planted)", async () => {
    const seller = await sellerOf("ABERTA");
    const { id } = await rename(seller, "ABERTA", "Viseira Aberta Unissex");
    await claim(ana, onlyOf(seller));
    const server = await startServer({
      variables: { ...onDatabase(market.database), ROLE: "api" },
      preload: [join(import.meta.dirname, "..", "reliability", "planted-open-claims.ts")],
    });
    expect((await decideChange(client(server.baseUrl, bruno.headers), id, approve("/name"))).status).toBe(200);
    await server.end("SIGTERM");
  });

  it("are free again when the lease has run out", async () => {
    const seller = await sellerOf("PASSADA");
    const { id } = await rename(seller, "PASSADA", "Viseira Passada Unissex");
    await claim(ana, onlyOf(seller));
    expect((await decideChange(bruno, id, approve("/name"))).status).toBe(409);
    await market.database.query("update review_claims set lease_until = now() - interval '1 second' where change_id = $1", [id]);
    expect((await decideChange(bruno, id, approve("/name"))).status).toBe(200);
  });

  it("leave the queue when nothing of them waits: decided, taken back, superseded, gone into a criticized product", async () => {
    const seller = await sellerOf("SAI");
    const both = await askAndWait(seller, "SAI", { "/name": "Viseira Sai Unissex", "/gender": "Homem" });
    await decideChange(ana, both.id, approve("/name"));
    expect(idsIn(await queueOf(seller)), "the gender waits still").toEqual([both.id]);
    const newer = await rename(seller, "SAI", "Viseira Sai Mais Unissex");
    const newest = await askAndWait(seller, "SAI", { "/name": "Viseira Sai Agora Unissex", "/gender": "Mulher" });
    expect(idsIn(await queueOf(seller)), "both older ones are superseded").toEqual([newest.id]);
    expect(newer.state).toBe("open");
    expect((await seller.request("DELETE", changesOf("SAI", newest.id))).status).toBe(200);
    expect(await queueOf(seller)).toEqual([]);

    await inReview(market, seller, shop, ["CRITICADA"]);
    const merged = await rename(seller, "CRITICADA", "Viseira Criticada Unissex");
    expect(idsIn(await queueOf(seller))).toEqual(["CRITICADA", merged.id]);
    await decide(ana, seller.sellerId, "CRITICADA", BLURRED);
    const gone = async () => !idsIn(await queueOf(seller)).includes(merged.id);
    await eventually("the request to leave the queue", gone);
  });

  it("never wait there when a rule approves all of it", async () => {
    const seller = await sellerOf("SOZINHA");
    const { fields } = await askAndWait(seller, "SOZINHA", { "/eanIsbn": "7890000000031" });
    expect(fields).toMatchObject([{ state: "auto_approved" }]);
    expect(await queueOf(seller)).toEqual([]);
    const rows = await market.database.query("select from review_decisions where seller_id = $1", [seller.sellerId]);
    expect(rows).toEqual([]);
  });

  it("stand among the products in the order of due times, count in the summary, and follow the rule of the deadlines", async () => {
    const seller = await sellerOf("ORDEM");
    await inReview(market, seller, shop, ["ORDEM-1"]);
    market.clock.move(60_000);
    const { id } = await rename(seller, "ORDEM", "Viseira Ordem Unissex");
    market.clock.move(60_000);
    await inReview(market, seller, shop, ["ORDEM-2"]);
    expect(idsIn(await queueOf(seller))).toEqual(["ORDEM-1", id, "ORDEM-2"]);
    const { json } = await ana.get(`${REVIEWS}/summary`);
    const [row] = await market.database.query<{ n: number }>("select count(*)::integer as n from review_claims");
    expect(json.waiting).toBe(row!.n);
    const admin = await market.operator("admin");
    const set = await admin.put("/operator/v1/rules/reviewDeadlines", { value: { hours: 2, byDepartment: [] } });
    expect(set.status, set.text).toBe(200);
    await eventually("the new due times", async () =>
      (await queueOf(seller)).every(({ dueAt, ...entry }) => {
        const { since } = entry as unknown as { readonly since: string };
        return Date.parse(dueAt) - Date.parse(since) === 2 * 3_600_000;
      }),
    );
  });

  it("share a claim fairly with products: no seller gets more than a fifth while others wait", async () => {
    const skus = Array.from({ length: 8 }, (_, nth) => `JUSTA-${nth}`);
    const big = await sellerOf(...skus);
    for (const sku of skus) await rename(big, sku, `Viseira ${sku} Unissex`);
    const small = await Promise.all(Array.from({ length: 6 }, () => market.seller()));
    for (const one of small) await inReview(market, one, shop, ["P-1", "P-2", "P-3", "P-4"]);
    const { json } = await claim(bruno, { count: 20 });
    const ofBig = json.items.filter(({ sellerId }: { sellerId: number }) => sellerId === big.sellerId);
    expect(ofBig.length).toBeLessThanOrEqual(4);
    await bruno.request("DELETE", `${REVIEWS}/claims/${json.claimToken}`);
  });

  it("count as reviews of the person who ended their waiting, and cannot be undone", async () => {
    const seller = await sellerOf("CONTA");
    const approved = await rename(seller, "CONTA", "Viseira Conta Unissex");
    market.clock.move(30_000);
    const { json } = await claim(ana, onlyOf(seller));
    await decideChange(ana, approved.id, approve("/name"));
    expect(json.items).toHaveLength(1);
    const refused = await askAndWait(seller, "CONTA", { "/name": "Viseira Outra Unissex", "/gender": "Homem" });
    await decideChange(bruno, refused.id, approve("/gender"), { ...refuse("/name"), code: "name_promotional" });
    const rows = await market.database.query(
      `select nth::integer, change_id, decision, reasons, held, rule, (wait_ms >= 30000) as waited from review_decisions
        where seller_id = $1 order by nth`,
      [seller.sellerId],
    );
    expect(rows).toMatchObject([
      { nth: 1, change_id: approved.id, decision: "approve", reasons: "[]", rule: null, waited: true },
      { nth: 2, change_id: refused.id, decision: "criticize", reasons: '["name_promotional"]', held: false, waited: false },
    ]);
    await rename(seller, "CONTA", "Viseira Ainda Outra Unissex");
    const next = await claim(ana, onlyOf(seller));
    expect(next.json.items[0].sellerDecisions).toMatchObject([
      { decisionId: `rvd_${seller.sellerId}_2`, changeRequestId: refused.id, decision: "criticize" },
      { decisionId: `rvd_${seller.sellerId}_1`, changeRequestId: approved.id, decision: "approve" },
    ]);
    const undone = await ana.post(`${REVIEWS}/undo`, { decisionId: `rvd_${seller.sellerId}_2` });
    expect([undone.status, codeOf(undone)]).toEqual([422, "undo_of_change"]);
  });

  it("keep a decision on their product from being undone", async () => {
    const seller = await market.seller();
    await inReview(market, seller, shop, ["DESFEITA"]);
    const { decisionId } = (await decide(ana, seller.sellerId, "DESFEITA")).json;
    const { id } = await ask(seller, "DESFEITA", { "/name": "Viseira Desfeita Unissex" });
    const undo = () => ana.post(`${REVIEWS}/undo`, { decisionId });
    expect([(await undo()).status, codeOf(await undo())]).toEqual([422, "undo_product_changing"]);
    await seller.request("DELETE", changesOf("DESFEITA", id));
    expect((await undo()).status).toBe(200);
  });

  it("take possible duplicates along: by the name and the EAN that are on sale now", async () => {
    const seller = await market.seller();
    await inReview(market, seller, shop, ["MUDA"], () => ({ name: "Viseira Antiga Unissex", eanIsbn: "7890000000017" }));
    await decide(ana, seller.sellerId, "MUDA");
    const { id, fields } = await askAndWait(seller, "MUDA", { "/name": "Viseira Gêmea Unissex", "/eanIsbn": "7890000000024" });
    const waiting = fields.filter(({ state }) => state === "waiting").map(({ pointer }) => approve(pointer));
    expect((await decideChange(ana, id, ...waiting)).status).toBe(200);
    await inReview(market, seller, shop, ["NOME-NOVO", "NOME-VELHO", "EAN-NOVO", "EAN-VELHO"], (sku) => ({
      name: `Viseira ${{ "NOME-NOVO": "Gemea", "NOME-VELHO": "Antiga" }[sku] ?? sku} Unissex`,
      ...(sku.startsWith("EAN") ? { eanIsbn: sku === "EAN-NOVO" ? "7890000000024" : "7890000000017" } : {}),
    }));
    const { json } = await claim(ana, onlyOf(seller));
    type Item = { readonly sku: string; readonly duplicates: readonly { readonly sku: string; readonly by: string }[] };
    const found = Object.fromEntries(
      (json.items as readonly Item[]).map(({ sku, duplicates }) => [sku, duplicates.map((one) => `${one.sku} ${one.by}`)]),
    );
    expect(found).toEqual({ "NOME-NOVO": ["MUDA name"], "NOME-VELHO": [], "EAN-NOVO": ["MUDA ean"], "EAN-VELHO": [] });
    const left = await market.database.query<{ identity: string }>("select identity from product_identities where sku = 'MUDA' order by 1");
    expect(left.map(({ identity }) => identity)).toEqual(["ean 7890000000024", "name viseira gemea unissex"]);
  });

  it("leave the marketplace sound", async () => {
    expect(await brokenInvariants(market.database.query)).toEqual([]);
  });
});
