import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { newPerson } from "../people/people.ts";
import { pathOf, wares, type Wares } from "../wares.ts";
import { BLURRED, claim, decide, inReview, numbered, REVIEWS } from "./queue.ts";

interface Item {
  readonly sellerId: number;
  readonly sku: string;
}
const skusOf = ({ json }: { readonly json: { readonly items: readonly Item[] } }) => json.items.map(({ sku }) => sku);

describe("claims of the review queue (beyond M14)", () => {
  let marketplace: Marketplace;
  let shop: Wares;
  let ana: Client;
  let bruno: Client;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    shop = await wares(`${marketplace.baseUrl}/images`);
    [ana, bruno] = [await marketplace.operator("catalog"), await marketplace.operator("catalog")];
  });
  afterAll(() => marketplace.stop());

  /** A seller of its own for each test, so that no test sees what another one left. */
  async function sellerWith(count: number, changes?: (sku: string) => Readonly<Record<string, unknown>>) {
    const seller = await marketplace.seller();
    const skus = numbered(`V${seller.sellerId}`, count);
    await inReview(marketplace, seller, shop, skus, changes);
    return { seller, skus, only: { filter: { sellerId: seller.sellerId } } };
  }

  it("give each item to one reviewer alone, whole, in the order of due times", async () => {
    const { seller, skus, only } = await sellerWith(5);
    const [one, other] = [await claim(ana, { count: 3, ...only }), await claim(bruno, { count: 3, ...only })];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(new Set([...skusOf(one), ...skusOf(other)])).toEqual(new Set(skus));
    expect((await claim(bruno, only)).status).toBe(204);
    const [item] = one.json.items;
    expect(item).toMatchObject({
      sellerId: seller.sellerId,
      late: false,
      product: { sku: item.sku, attributes: expect.any(Array), status: "Em catalogação" },
      imageChecks: [{ state: "ok", width: expect.any(Number), height: expect.any(Number), bytes: expect.any(Number) }],
      family: { members: 1, inReview: 1, approved: 0, complete: true },
      sellerDecisions: [],
      facts: { warnings: 0, imagesPassed: true, sellerDecisions: 0, sellerApprovedShare: null, brandKnown: false, siblingDistance: null },
    });
    expect(one.json.items.map(({ dueAt }: { dueAt: string }) => dueAt)).toEqual(
      one.json.items.map(({ dueAt }: { dueAt: string }) => dueAt).toSorted(),
    );
  });

  it("take the items that a reviewer names, also from an own claim, and the list says who holds what", async () => {
    const { seller, skus, only } = await sellerWith(3);
    const [first, second] = skus as [string, string, string];
    const named = (sku: string) => ({ items: [{ sellerId: seller.sellerId, sku }] });
    const one = await claim(ana, { count: 1, ...only });
    const held = skusOf(one)[0]!;
    const other = held === first ? second : first;
    expect(skusOf(await claim(ana, named(other)))).toEqual([other]);
    const again = await claim(ana, named(held));
    expect([skusOf(again), again.json.claimToken === one.json.claimToken]).toEqual([[held], false]);
    expect((await ana.post(`${REVIEWS}/claims/${one.json.claimToken}/renew`, {})).status).toBe(404);
    expect((await claim(bruno, named(held))).status).toBe(204);

    const { json } = await bruno.get(`${REVIEWS}?sellerId=${seller.sellerId}`);
    const listed = json.items as { readonly sku: string; readonly sellerName: string; readonly heldBy?: { readonly reviewer: string } }[];
    expect(listed.map(({ sellerName }) => sellerName)).not.toContain("");
    expect(
      listed
        .filter(({ heldBy }) => heldBy?.reviewer.startsWith("operator:"))
        .map(({ sku }) => sku)
        .toSorted(),
    ).toEqual([held, other].toSorted());
  });

  it("refuse the decision of another reviewer with who holds the product and until when, and take it from the holder", async () => {
    const { seller, skus, only } = await sellerWith(2);
    const { json } = await claim(ana, { count: 1, ...only });
    const held = json.items[0].sku as string;
    const refused = await decide(bruno, seller.sellerId, held);
    expect([refused.status, refused.json.details[0].code]).toEqual([409, "review_claimed"]);
    expect(refused.json.details[0].current).toEqual({ reviewer: expect.stringMatching(/^operator:/), leaseUntil: json.leaseUntil });
    const many = await bruno.post(REVIEWS, { items: [{ sellerId: seller.sellerId, sku: held, decision: "approve" }] });
    expect([many.status, many.json.items[0].status]).toEqual([206, 409]);

    const other = skus.find((sku) => sku !== held)!;
    const marina = await newPerson(marketplace, { name: "Marina Alves", role: "catalog" });
    const hers = await claim(marina, { items: [{ sellerId: seller.sellerId, sku: other }] });
    const named = await decide(bruno, seller.sellerId, other);
    expect(named.json.details[0]).toMatchObject({
      message: expect.stringContaining("está com Marina Alves até"),
      current: { reviewer: `person:${marina.personId}` },
    });
    await marina.request("DELETE", `/operator/v1/reviews/claims/${hers.json.claimToken}`);

    const decided = await decide(ana, seller.sellerId, held, { decision: "approve", claimToken: json.claimToken });
    expect([decided.status, decided.json.status, decided.json.decisionId]).toEqual([200, "Aprovado", `rvd_${seller.sellerId}_1`]);
    const without = await decide(bruno, seller.sellerId, other);
    expect([without.status, without.json.decisionId]).toEqual([200, `rvd_${seller.sellerId}_2`]);
    const rows = await marketplace.database.query("select nth::integer, held from review_decisions where seller_id = $1 order by nth", [
      seller.sellerId,
    ]);
    expect(rows).toEqual([
      { nth: 1, held: true },
      { nth: 2, held: false },
    ]);
  });

  it("answer a decision again with the same decision, and record it once", async () => {
    const { seller, skus } = await sellerWith(1);
    const [first, again] = [await decide(ana, seller.sellerId, skus[0]!), await decide(bruno, seller.sellerId, skus[0]!)];
    expect([again.status, again.json.decisionId]).toEqual([200, first.json.decisionId]);
  });

  it("are renewed and given back by their holder only, and pass on when their time is over", async () => {
    const { seller, only } = await sellerWith(2);
    const { json } = await claim(ana, { ...only, leaseSeconds: 10 });
    const path = `${REVIEWS}/claims/${json.claimToken}`;
    expect((await bruno.post(`${path}/renew`, {})).json.details[0].code).toBe("claim_unknown");
    expect((await bruno.request("DELETE", path)).status).toBe(404);
    const renewed = await ana.post(`${path}/renew`, { leaseSeconds: 900 });
    expect([renewed.status, renewed.json.items.length]).toEqual([200, 2]);
    expect(Date.parse(renewed.json.leaseUntil) - Date.parse(json.leaseUntil)).toBeGreaterThan(800_000);

    await marketplace.database.query("update review_claims set lease_until = now() - interval '1 second' where seller_id = $1", [
      seller.sellerId,
    ]);
    const taken = await claim(bruno, { count: 1, ...only });
    expect((await ana.post(`${path}/renew`, {})).json.items).toHaveLength(1);
    expect((await decide(ana, seller.sellerId, taken.json.items[0].sku, { decision: "approve", claimToken: json.claimToken })).status).toBe(
      409,
    );
    expect((await ana.request("DELETE", path)).json.items).toHaveLength(1);
    expect((await ana.request("DELETE", path)).status).toBe(404);
    expect((await claim(bruno, only)).json.items).toHaveLength(1);
  });

  it("share what is due first fairly: no seller gets more than a fifth while others wait", async () => {
    const big = await sellerWith(30);
    marketplace.clock.move(60_000);
    const others = [];
    for (let i = 0; i < 6; i += 1) others.push(await sellerWith(5));
    const { json } = await claim(ana, { count: 20 });
    const counts = Map.groupBy(json.items as readonly Item[], ({ sellerId }) => sellerId);
    expect(json.items).toHaveLength(20);
    expect(Math.max(...[...counts.values()].map((items) => items.length))).toBe(4);
    expect(counts.get(big.seller.sellerId)).toHaveLength(4);
    await ana.request("DELETE", `${REVIEWS}/claims/${json.claimToken}`);
    expect((await claim(ana, { count: 20, ...big.only })).json.items).toHaveLength(20);
  });

  it("are shared fairly in one department too, however much one seller has there", { timeout: 120_000 }, async () => {
    const { seller, skus } = await sellerWith(1);
    const { sellerId } = seller;
    const [template] = await marketplace.database.query<{ core: string; images: string; attributes: string }>(
      "select core, images, attributes from products where seller_id = $1",
      [sellerId],
    );
    const department = "Só Aqui";
    const queue = (owner: number, count: number, dueAt: number) =>
      marketplace.database.query(
        `with p as (
           insert into products (seller_id, sku, ordinal, product_group, status, core, images, attributes, received_at, status_at)
           select $1, 'DEPTO-' || n, n + 1000000, 'DEPTO-' || n, 'CATALOGING', replace($3, $8, 'DEPTO-' || n), $4, $5, 0, 0 from generate_series(1, $2) n
           returning seller_id, sku)
         insert into review_claims (seller_id, sku, department, brand, queued_at, due_at, deadlines, risk)
         select p.seller_id, p.sku, $6, '', 0, $7, '', 0 from p`,
        [owner, count, template!.core, template!.images, template!.attributes, department, dueAt, skus[0]],
      );
    await queue(sellerId, 250, 1);
    const others = [];
    for (let i = 0; i < 4; i += 1) others.push((await marketplace.seller()).sellerId);
    for (const other of others) await queue(other, 5, 2);
    const { json, text } = await claim(ana, { count: 20, filter: { department } });
    expect(json?.items, text).toBeDefined();
    const counts = Map.groupBy(json.items as readonly Item[], (item) => item.sellerId);
    expect([sellerId, ...others].map((owner) => counts.get(owner)?.length)).toEqual([4, 4, 4, 4, 4]);
    await marketplace.database.query("delete from review_claims where department = $1", [department]);
    await marketplace.database.query("delete from products where sku like 'DEPTO-%'");
  });

  it("follow filters, and bring the riskiest sellers first when asked", async () => {
    const risky = await sellerWith(4, (sku) => ({
      brand: shop.brand(sku.endsWith("3") ? 1 : 0),
      name: `Viseira ${shop.brand(0)} ${shop.brand(1)}`,
    }));
    const sound = await sellerWith(4);
    for (const sku of risky.skus.slice(0, 2)) await decide(ana, risky.seller.sellerId, sku, BLURRED);
    for (const sku of sound.skus.slice(0, 2)) await decide(ana, sound.seller.sellerId, sku);
    // Risk counts from when an item is queued.
    await inReview(marketplace, sound.seller, shop, [`${sound.skus[0]!}-NEXT`]);
    await inReview(marketplace, risky.seller, shop, [`${risky.skus[0]!}-NEXT`]);
    const { json } = await claim(ana, { count: 1, order: "risk", filter: { brand: shop.brand(0), department: "Corrida" } });
    expect(skusOf({ json })).toEqual([`${risky.skus[0]!}-NEXT`]);
    expect(skusOf(await claim(ana, { filter: { sellerId: risky.seller.sellerId, brand: shop.brand(1) } }))).toEqual([risky.skus[3]]);
    expect((await claim(ana, { filter: { sellerId: risky.seller.sellerId, olderThanHours: 1 } })).status).toBe(204);
    expect((await claim(ana, { filter: { sellerId: risky.seller.sellerId, late: true } })).status).toBe(204);
    expect((await claim(ana, { filter: { department: "Nenhum" } })).status).toBe(204);
  });

  it("name possible duplicates of the seller by EAN and by name, of other families only", async () => {
    const seller = await marketplace.seller();
    const twin = { name: "Viseira Altipasso Sol Unissex", brand: "Altipasso" };
    await inReview(marketplace, seller, shop, ["GEMEA-1", "GEMEA-2"], () => twin);
    await inReview(marketplace, seller, shop, ["EAN-1"], () => ({ eanIsbn: "7890000000017" }));
    await inReview(marketplace, seller, shop, ["EAN-2"], () => ({
      eanIsbn: "7 890000 000017",
      name: `Viseira ${shop.brand(0)} Nova Unissex`,
    }));
    const { json } = await claim(ana, { filter: { sellerId: seller.sellerId } });
    const found = Object.fromEntries(
      json.items.map(({ sku, duplicates }: { sku: string; duplicates: readonly { sku: string; by: string }[] }) => [
        sku,
        duplicates.map((one) => `${one.sku} ${one.by}`),
      ]),
    );
    expect(found).toEqual({ "GEMEA-1": ["GEMEA-2 name"], "GEMEA-2": ["GEMEA-1 name"], "EAN-1": ["EAN-2 ean"], "EAN-2": ["EAN-1 ean"] });
  });

  it.each([
    [{ count: 0 }, "/count"],
    [{ count: 10_000 }, "/count"],
    [{ leaseSeconds: 9 }, "/leaseSeconds"],
    [{ leaseSeconds: 901 }, "/leaseSeconds"],
    [{ order: "luck" }, "/order"],
  ])("refuse %j", async (body, pointer) => {
    const refused = await claim(ana, body);
    expect([refused.status, refused.json.details[0].pointer]).toEqual([400, pointer]);
  });

  it("leave the seller free to approve its own product in the sandbox, and take it off the queue", async () => {
    const { seller, skus, only } = await sellerWith(1);
    await claim(ana, only);
    expect((await seller.put(pathOf(skus[0]!, "status"), { status: "APPROVED" })).status).toBe(200);
    expect((await bruno.get(`${REVIEWS}?sellerId=${seller.sellerId}`)).status).toBe(204);
  });
});

describe("undoing a decision (beyond M14)", () => {
  let marketplace: Marketplace;
  let shop: Wares;
  let seller: Seller;
  let ana: Client;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    shop = await wares(`${marketplace.baseUrl}/images`);
    seller = await marketplace.seller();
    ana = await marketplace.operator("catalog");
  });
  afterAll(() => marketplace.stop());
  const undo = (decisionId: string) => ana.post(`${REVIEWS}/undo`, { decisionId });
  const queued = async (sku: string) =>
    (await ana.get(`${REVIEWS}?sellerId=${seller.sellerId}`)).json?.items.find((item: { sku: string }) => item.sku === sku);

  it.each([
    ["APROVADA", { decision: "approve" }],
    ["CRITICADA", BLURRED],
  ])("brings %s back to cataloguing with its former due time, once, and tells the seller", async (sku, decision) => {
    await inReview(marketplace, seller, shop, [sku]);
    const before = await queued(sku);
    marketplace.clock.move(30_000);
    const { decisionId } = (await decide(ana, seller.sellerId, sku, decision)).json;
    marketplace.clock.move(60_000);
    const undone = await undo(decisionId);
    expect([undone.status, undone.json.status, undone.json.reviews]).toEqual([200, "Em catalogação", []]);
    expect((await undo(decisionId)).status).toBe(200);
    expect(await queued(sku)).toMatchObject({ dueAt: before.dueAt, since: before.since, version: before.version + 2 });
    const { items } = (await seller.get(pathOf(sku, "history"))).json;
    expect(items.at(-1)).toMatchObject({ to: "Em catalogação", cause: "reviewUndo", by: "operator" });
    const again = await decide(ana, seller.sellerId, sku);
    expect([again.status, again.json.decisionId === decisionId]).toEqual([200, false]);
    expect((await undo(decisionId)).json.details[0].code).toBe("undo_overtaken");
  });

  it("is refused after 60 seconds, after an order, after a change, and for what is no decision", async () => {
    await inReview(marketplace, seller, shop, ["TARDE", "VENDIDA", "MUDADA"]);
    const decideNow = async (sku: string, decision?: object) =>
      (await decide(ana, seller.sellerId, sku, decision)).json.decisionId as string;
    const late = await decideNow("TARDE");
    marketplace.clock.move(60_001);
    expect((await undo(late)).json.details[0].code).toBe("undo_too_late");
    const sold = await decideNow("VENDIDA");
    expect((await seller.post("/api/v1/orders", { items: [{ sku: "VENDIDA" }] })).status).toBe(201);
    expect((await undo(sold)).json.details[0].code).toBe("undo_product_ordered");
    const changed = await decideNow("MUDADA", BLURRED);
    expect((await seller.put(pathOf("MUDADA"), shop.visor("MUDADA"))).status).toBe(202);
    expect((await undo(changed)).json.details[0].code).toBe("undo_overtaken");
    expect((await undo(`rvd_${seller.sellerId}_999`)).status).toBe(404);
    expect((await undo("rvd_1_1")).status).toBe(404);
    expect((await undo("anything")).status).toBe(400);
  });
});

describe("registered reasons (beyond M14)", () => {
  let marketplace: Marketplace;
  let shop: Wares;
  let seller: Seller;
  let ana: Client;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    shop = await wares(`${marketplace.baseUrl}/images`);
    seller = await marketplace.seller();
    ana = await marketplace.operator("catalog");
    await inReview(marketplace, seller, shop, numbered("R", 4));
  });
  afterAll(() => marketplace.stop());
  const PATH = "/operator/v1/review-reasons";
  const text = { "pt-BR": "A imagem mostra outro produto; envie a deste.", en: "The image shows another product; send the right one." };

  it("are read in the seller's language, at their usual place, without a message", async () => {
    const made = await ana.put(`${PATH}/image_wrong`, { text, pointer: "/images/0" });
    expect([made.status, made.headers.get("etag"), made.json.version]).toEqual([200, '"1"', 1]);
    const body = { decision: "criticize", critiques: [{ code: "image_wrong" }] };
    expect((await decide(ana, seller.sellerId, "R-0000", body)).status).toBe(200);
    const read = async (lang: string) =>
      (await seller.get(pathOf("R-0000", "status"), { headers: { "accept-language": lang } })).json.reviews[0];
    expect(await read("pt-BR")).toMatchObject({ code: "image_wrong", message: text["pt-BR"], pointer: "/images/0", severity: "error" });
    expect(await read("en")).toMatchObject({ message: text.en });
    const own = { decision: "criticize", critiques: [{ code: "image_wrong", message: "Está cortada.", pointer: "/images/1" }] };
    await decide(ana, seller.sellerId, "R-0001", own);
    expect((await seller.get(pathOf("R-0001", "status"))).json.reviews[0]).toMatchObject({
      message: "Está cortada.",
      pointer: "/images/1",
    });
  });

  it("are refused when unknown or inactive without a message, and when they only warn", async () => {
    await ana.put(`${PATH}/just_so`, { text, severity: "warning" });
    await ana.put(`${PATH}/gone`, { text, active: false });
    const codes = async (...critiques: readonly object[]) => {
      const { status, json } = await decide(ana, seller.sellerId, "R-0002", { decision: "criticize", critiques });
      return [status, ...json.details.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`)];
    };
    expect(await codes({ code: "nothing" }, { code: "gone" })).toEqual([
      422,
      "reason_unknown /critiques/0/code",
      "reason_unknown /critiques/1/code",
    ]);
    expect(await codes({ code: "just_so" })).toEqual([422, "criticism_without_error /critiques"]);
    const { status } = await decide(ana, seller.sellerId, "R-0002", {
      decision: "criticize",
      critiques: [{ code: "just_so" }, { code: "free", message: "Outra coisa." }],
    });
    expect(status).toBe(200);
  });

  it("are replaced only in the version that was read", async () => {
    const changed = await ana.put(`${PATH}/image_wrong`, { text, active: false }, { headers: { "if-match": '"1"' } });
    expect([changed.status, changed.json.version, changed.json.active]).toEqual([200, 2, false]);
    const refused = await ana.put(`${PATH}/image_wrong`, { text }, { headers: { "if-match": '"1"' } });
    expect([refused.status, refused.json.details[0].code]).toEqual([412, "review_version_differs"]);
    expect((await ana.put(`${PATH}/never_made`, { text }, { headers: { "if-match": "*" } })).status).toBe(412);
    expect((await ana.get(PATH)).json.items.map(({ code }: { code: string }) => code)).toEqual(["gone", "image_wrong", "just_so"]);
  });
});
