import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";
import { approve, ask, askAndWait, changesOf, checked, decide, liveOf, refuse, seen, statesOf, storyOf } from "./changing.ts";

const DESCRIPTION =
  "Viseira leve e resistente para corridas longas, com aba curva e faixa que absorve o suor; serve da cabeça P à G, com regulagem atrás.";

let market: Marketplace;
let seller: Seller;
let catalog: Client;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
  seller = await market.seller();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

let products = 0;
/** A visor on sale, a new one for each test. */
async function visor(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const sku = `VISEIRA-${(products += 1)}`;
  await onSale(market, seller, { [sku]: 7 }, { description: DESCRIPTION, ...changes });
  return sku;
}
const image = (name: string) => `${market.baseUrl}/images/${name}.jpg`;

describe("a change of a product that is closed (beyond M11)", () => {
  it("is refused as a PUT, which names the way", async () => {
    const sku = await visor();
    const refused = await seller.put(pathOf(sku), shop.visor(sku, { name: "Viseira nova" }));
    expect([refused.status, refused.json.type]).toEqual([400, "Business_Logic_Error"]);
    expect(refused.json.details).toMatchObject([{ code: "change_request_needed", pointer: "path.sku", received: sku }]);
    expect(refused.json.actions).toEqual([{ rel: "changes", href: changesOf(sku) }]);
    expect(refused.json.description).toContain(`POST ${changesOf(sku)}`);
  });

  it("mends a typing error within a moment, and nobody looks", async () => {
    const sku = await visor();
    const wanted = DESCRIPTION.replace("regulagem", "ajuste");
    const reply = await seller.post(changesOf(sku), { fields: { "/description": wanted }, note: "Uma palavra melhor." });
    expect(reply.status).toBe(202);
    expect(reply.headers.get("location")).toBe(changesOf(sku, reply.json.id));
    expect(reply.json).toMatchObject({
      sku,
      state: "open",
      note: "Uma palavra melhor.",
      baseVersion: 3,
      askedBy: `credential:${seller.credentialId}`,
    });
    expect(reply.json.fields).toMatchObject([{ pointer: "/description", from: DESCRIPTION, to: wanted, state: "checking", reviews: [] }]);
    const done = await checked(seller, sku, reply.json.id);
    expect(done).toMatchObject({ state: "decided", fields: [{ state: "auto_approved", rule: "small-edit", decidedBy: "rule" }] });
    expect(await liveOf(seller, sku)).toMatchObject({ description: wanted, name: shop.visor(sku)["name"] });
    expect((await seller.get(pathOf(sku, "status"))).json).toMatchObject({ status: "Aprovado" });
    expect(await storyOf(seller, sku)).toEqual([
      "submit credential",
      "validation automatic validation",
      "sellerApprove credential",
      "ask credential /description checking",
      "check automatic validation /description auto_approved",
      "change automatic validation /description auto_approved",
    ]);
  });

  it("says in the history who asked and who decided: a rule by its name, a person by its kind, and to operators by its key", async () => {
    const sku = await visor();
    await askAndWait(seller, sku, { "/description": DESCRIPTION.replace("regulagem", "ajuste") });
    const named = await askAndWait(seller, sku, { "/name": "Viseira de Corrida Vento Unissex", "/gender": "Homem" });
    const decided = await decide(catalog, named.id, approve("/name"), refuse("/gender"));
    const { items } = (await seller.get(`${pathOf(sku, "history")}?size=100`)).json as {
      readonly items: readonly { readonly cause: string; readonly by: string; readonly fields?: readonly object[] }[];
    };
    const of = (cause: string) => items.filter((item) => item.cause === cause);
    expect(of("ask").map(({ by }) => by)).toEqual(["credential", "credential"]);
    expect(of("check")[0]!.fields).toEqual([{ pointer: "/description", state: "auto_approved", decidedBy: "rule", rule: "small-edit" }]);
    expect(of("decide")).toMatchObject([{ by: "operator" }]);
    expect(new Set(of("decide")[0]!.fields)).toEqual(
      new Set([
        { pointer: "/name", state: "approved", decidedBy: "operator" },
        { pointer: "/gender", state: "refused", decidedBy: "operator" },
      ]),
    );
    const key = expect.stringMatching(/^operator:opk_/) as string;
    expect(decided.json).toMatchObject({ askedBy: `credential:${seller.credentialId}`, fields: [{ decidedBy: key }, { decidedBy: key }] });
    const ruled = (await catalog.get(`/operator/v1/changes?state=decided&sellerId=${seller.sellerId}&field=description`)).json.items[0];
    expect(ruled.fields[0]).toMatchObject({ decidedBy: "rule:small-edit", rule: "small-edit" });
  });

  it("waits for a person where the words are new, and the product stays as it is", async () => {
    const sku = await visor();
    const before = await liveOf(seller, sku);
    const change = await askAndWait(seller, sku, { "/name": "Viseira de Corrida Maré Unissex", "/weight": 0.27 });
    expect(statesOf(change)).toEqual({ "/name": "waiting", "/weight": "waiting" });
    expect(await liveOf(seller, sku)).toEqual(before);
    const decided = await decide(catalog, change.id, refuse("/name", "O nome perdeu a marca."), approve("/weight"));
    expect(decided.status).toBe(200);
    expect(decided.json).toMatchObject({ state: "decided", sellerId: seller.sellerId });
    expect(await liveOf(seller, sku)).toEqual({ ...before, weight: 0.27 });
    const told = await seen(seller, sku, change.id);
    expect(told.fields).toMatchObject([
      { pointer: "/name", state: "refused", message: "O nome perdeu a marca.", decidedBy: "operator" },
      { pointer: "/weight", state: "approved", decidedBy: "operator" },
    ]);
    expect(JSON.stringify(told)).not.toContain("operator:");
    expect(JSON.stringify(decided.json)).toMatch(/"decidedBy":"operator:opk?_|"decidedBy":"operator:/);
  });

  it("leaves one field waiting while another is decided", async () => {
    const sku = await visor();
    const change = await askAndWait(seller, sku, { "/name": "Viseira de Corrida Onda Unissex", "/gender": "Homem" });
    expect((await decide(catalog, change.id, approve("/gender"))).json).toMatchObject({ state: "open" });
    expect(await liveOf(seller, sku)).toMatchObject({ gender: "Homem", name: shop.visor(sku)["name"] });
    expect(statesOf(await seen(seller, sku, change.id))).toEqual({ "/gender": "approved", "/name": "waiting" });
    expect((await decide(catalog, change.id, approve("/name"))).json).toMatchObject({ state: "decided" });
  });

  it("replaces images one by one: each was read before a person sees it, and both are measured", async () => {
    const sku = await visor({ images: [{ url: image("cap-black") }, { url: image("cap-red") }] });
    const change = await askAndWait(seller, sku, {
      "/images/0/url": image("cap-blue"),
      "/images/1/url": image("planted/too-small").replace("planted/", ""),
      "/images/2/url": image("cap-green"),
    });
    expect(statesOf(change)).toEqual({ "/images/0/url": "waiting", "/images/1/url": "criticized", "/images/2/url": "waiting" });
    expect(change.fields[1]!.reviews).toMatchObject([{ code: "image_too_small", pointer: "/images/1/url" }]);
    const { json } = await catalog.get(`/operator/v1/changes/${change.id}`);
    expect(json.fields[0]).toMatchObject({
      fromImage: { url: image("cap-black"), state: "ok", width: 640, height: 800 },
      toImage: { url: image("cap-blue"), state: "ok", width: 1200, height: 1200 },
    });
    expect(json.fields[0].toImage.bytes).toBeGreaterThan(1_000);
    expect(json.fields[2].fromImage).toBeUndefined();
    expect((await decide(catalog, change.id, approve("/images/0/url"), approve("/images/2/url"))).status).toBe(200);
    expect((await liveOf(seller, sku))["images"]).toEqual(["cap-blue", "cap-red", "cap-green"].map((name) => ({ url: image(name) })));
    expect(await market.database.query("select 1 from image_checks where product_group like 'change/%' and url like '%cap-blue%'")).toEqual(
      [],
    );
  });

  it("means the image that it names, wherever that is once the others were decided", async () => {
    const names = ["cap-black", "cap-red", "cap-green", "cap-blue"];
    const sku = await visor({ images: names.map((name) => ({ url: image(name) })) });
    const change = await askAndWait(seller, sku, { "/images/3/url": image("shoe-green") }, ["/images/1"]);
    expect(change.fields.map(({ pointer, from, to }) => [pointer, from, to])).toEqual([
      ["/images/1/url", image("cap-red"), null],
      ["/images/3/url", image("cap-blue"), image("shoe-green")],
    ]);
    const shown = async () => ((await liveOf(seller, sku))["images"] as readonly { readonly url: string }[]).map(({ url }) => url);
    expect((await decide(catalog, change.id, approve("/images/1/url"))).status).toBe(200);
    expect(await shown()).toEqual(["cap-black", "cap-green", "cap-blue"].map(image));
    expect((await decide(catalog, change.id, approve("/images/3/url"))).json).toMatchObject({ state: "decided" });
    expect(await shown()).toEqual(["cap-black", "cap-green", "shoe-green"].map(image));
  });

  it("takes an image away, and an attribute, and adds one", async () => {
    const sku = await visor({ images: [{ url: image("cap-black") }, { url: image("cap-red") }] });
    const attributes = (await liveOf(seller, sku))["attributes"] as readonly {
      readonly name: string;
      readonly values: readonly string[];
    }[];
    const change = await askAndWait(seller, sku, {}, ["/images/0"]);
    expect(change.fields.map(({ pointer, from, to }) => [pointer, from, to])).toEqual([["/images/0/url", image("cap-black"), null]]);
    await decide(catalog, change.id, approve("/images/0/url"));
    expect(await liveOf(seller, sku)).toMatchObject({ images: [{ url: image("cap-red") }], attributes });
    const first = attributes[0]!;
    const missing = await askAndWait(seller, sku, {}, [`/attributes/${first.name}`]);
    expect(missing.fields).toMatchObject([{ pointer: `/attributes/${first.name}`, from: first.values, to: null, state: "criticized" }]);
    expect(missing.fields[0]!.reviews[0]!.code).toBe("attribute_required");
  });

  it("supersedes an older one of the same field, which says so", async () => {
    const sku = await visor();
    const older = await askAndWait(seller, sku, { "/name": "Viseira Um Unissex", "/gender": "Mulher" });
    const newer = await ask(seller, sku, { "/name": "Viseira Dois Unissex" });
    expect(newer.superseded).toEqual([{ changeRequestId: older.id, pointer: "/name" }]);
    const told = await seen(seller, sku, older.id);
    expect(told).toMatchObject({
      state: "open",
      version: 3,
      fields: [
        { pointer: "/gender", state: "waiting" },
        { pointer: "/name", state: "superseded", supersededBy: newer.id },
      ],
    });
    await checked(seller, sku, newer.id);
    const refused = await decide(catalog, older.id, approve("/name"));
    expect([refused.status, refused.json.details[0].code]).toEqual([409, "change_already_decided"]);
    expect(refused.json.details[0].current).toMatchObject({ state: "superseded" });
    await decide(catalog, newer.id, approve("/name"));
    await decide(catalog, older.id, approve("/gender"));
    expect(await liveOf(seller, sku)).toMatchObject({ name: "Viseira Dois Unissex", gender: "Mulher" });
    const listed = (await seller.get(`${changesOf(sku)}?size=1`)).json;
    expect(listed.items.map(({ id }: { readonly id: string }) => id)).toEqual([newer.id]);
    expect((await seller.get(listed._links.next.href)).json.items[0].id).toBe(older.id);
  });

  it("is taken back by its seller, again with the same answer, and not once it is decided", async () => {
    const sku = await visor();
    const change = await askAndWait(seller, sku, { "/name": "Viseira Três Unissex" });
    const withdraw = () => seller.request("DELETE", changesOf(sku, change.id));
    const first = await withdraw();
    expect([first.status, first.json.state, first.json.fields[0].state]).toEqual([200, "withdrawn", "withdrawn"]);
    expect((await withdraw()).json).toEqual(first.json);
    expect((await decide(catalog, change.id, approve("/name"))).status).toBe(409);
    const other = await askAndWait(seller, sku, { "/name": "Viseira Quatro Unissex" });
    await decide(catalog, other.id, refuse("/name"));
    const late = await seller.request("DELETE", changesOf(sku, other.id));
    expect([late.status, late.json.details[0].code]).toEqual([409, "change_closed"]);
    expect((await seller.get(`/api/v2/changes?state=withdrawn`)).json.items.map(({ id }: { readonly id: string }) => id)).toEqual([
      change.id,
    ]);
  });

  it("never overwrites what has changed meanwhile: it is stale", async () => {
    const sku = await visor();
    const change = await askAndWait(seller, sku, { "/name": "Viseira Cinco Unissex" });
    // As if somebody had put another name there by another way.
    await market.database.query("update products set core = replace(core, 'Brisa', 'Outra') where seller_id = $1 and sku = $2", [
      seller.sellerId,
      sku,
    ]);
    const decided = await decide(catalog, change.id, approve("/name"));
    expect([decided.status, decided.json.fields[0].state]).toEqual([200, "stale"]);
    expect((await liveOf(seller, sku))["name"]).toContain("Outra");
  });

  it("goes into the product as a PUT does once the review has criticized it, and its seller is told", async () => {
    const sku = `VISEIRA-${(products += 1)}`;
    await publish(seller, shop.visor(sku));
    await eventually(`${sku} in cataloguing`, async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING");
    const change = await askAndWait(seller, sku, { "/name": `Viseira ${shop.brand(0)} Seis Unissex` });
    await catalog.post(`/operator/v1/sellers/${seller.sellerId}/products/${sku}/review`, {
      decision: "criticize",
      critiques: [{ code: "name_poor", message: "O nome diz pouco." }],
    });
    await eventually("the merge", async () => (await seen(seller, sku, change.id)).fields[0]!.state === "merged");
    await eventually("the cataloguing", async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING");
    expect(await liveOf(seller, sku)).toMatchObject({ name: `Viseira ${shop.brand(0)} Seis Unissex` });
    expect((await storyOf(seller, sku)).slice(-5).filter((line) => /merge|edit/.test(line))).toEqual([
      "edit credential",
      "merge automatic validation /name merged",
    ]);
  });

  it("is validated with its family: a size that breaks the sequence is criticized, and the family stays on sale", async () => {
    const family = "TENIS-FAMILIA";
    for (const size of SHOE_SIZES) await publish(seller, shop.shoe(family, size));
    for (const size of SHOE_SIZES) {
      await eventually("the cataloguing", async () => (await seller.get(pathOf(`${family}-${size}`, "status"))).json.code === "CATALOGING");
      await seller.put(pathOf(`${family}-${size}`, "status"), { status: "APPROVED" });
    }
    const broken = await askAndWait(seller, `${family}-41`, { "/size": "44" });
    expect(broken.fields[0]).toMatchObject({ state: "criticized", reviews: [{ code: "family_incomplete" }] });
    const twin = await askAndWait(seller, `${family}-41`, { "/size": "40" });
    expect(twin.fields[0]!.reviews.map(({ code }) => code)).toContain("family_incomplete");
    const longer = await askAndWait(seller, `${family}-38`, { "/size": "42" });
    expect(statesOf(longer)).toEqual({ "/size": "waiting" });
    expect((await decide(catalog, longer.id, approve("/size"))).json.fields[0].state).toBe("approved");
    // The whole family changes its brand, one member after the other.
    const asked = [];
    for (const size of SHOE_SIZES) asked.push(await ask(seller, `${family}-${size}`, { "/brand": shop.brand(1) }));
    for (const [i, { id }] of asked.entries()) {
      const sku = `${family}-${SHOE_SIZES[i]!}`;
      expect(statesOf(await checked(seller, sku, id))).toEqual({ "/brand": "waiting" });
    }
    for (const { id } of asked) expect((await decide(catalog, id, approve("/brand"))).json.fields[0].state).toBe("approved");
    for (const size of SHOE_SIZES) expect((await seller.get(pathOf(`${family}-${size}`, "status"))).json.code).toBe("APPROVED");
  });

  it("is validated again when it is approved, against the reference data of that moment", async () => {
    const sku = await visor();
    const brand = shop.brand(3);
    const change = await askAndWait(seller, sku, { "/brand": brand });
    expect(statesOf(change)).toEqual({ "/brand": "waiting" });
    const brands = (await catalog.get("/operator/v1/reference/brands")).json.items as {
      code: number;
      name: string;
      externalCode: string;
    }[];
    const { code, ...item } = brands.find(({ name }) => name === brand)!;
    await catalog.request("DELETE", `/operator/v1/reference/brands/${code}`);
    const decided = await decide(catalog, change.id, approve("/brand"));
    expect(decided.json).toMatchObject({ state: "decided", fields: [{ state: "criticized", reviews: [{ code: "brand_unknown" }] }] });
    expect(await liveOf(seller, sku)).toMatchObject({ brand: shop.brand(0) });
    await catalog.put(`/operator/v1/reference/brands/${code}`, item);
  });
});

describe("a PUT that asks for a change", () => {
  it("opens one with Prefer: change-request; price and stock are set at once", async () => {
    const sku = await visor();
    const body = shop.visor(sku, {
      description: DESCRIPTION,
      name: "Viseira Sete Unissex",
      price: { listPrice: 210, salePrice: 155 },
      stock: { available: 31 },
    });
    const reply = await seller.put(pathOf(sku), body, { headers: { prefer: "respond-async, Change-Request" } });
    expect([reply.status, reply.headers.get("preference-applied")]).toEqual([202, "change-request"]);
    expect(reply.json).toMatchObject({
      sku,
      status: "Aprovado",
      change: { state: "open", fields: [{ pointer: "/name", state: "checking" }] },
    });
    expect(reply.headers.get("location")).toBe(changesOf(sku, reply.json.change.id));
    expect((await seller.get(pathOf(sku, "prices"))).json).toMatchObject({ listPrice: 210, salePrice: 155 });
    expect((await seller.get(pathOf(sku, "stocks"))).json).toMatchObject({ available: 31 });
    const [sums] = await market.database.query<{ ledger: string; physical: number }>(
      "select s.physical, sum(l.physical_delta) as ledger from stocks s join stock_ledger l using (seller_id, sku) where s.sku = $1 group by 1",
      [sku],
    );
    expect(Number(sums!.ledger)).toBe(sums!.physical);
  });

  it("opens one by the credential's switch, and none where nothing would change", async () => {
    const switched = await market.seller({ changeRequests: true });
    await onSale(market, switched, { "VISEIRA-COM-OPCAO": 4 });
    const same = shop.visor("VISEIRA-COM-OPCAO", { stock: { available: 9 } });
    const unchanged = await switched.put(pathOf("VISEIRA-COM-OPCAO"), same);
    expect([unchanged.status, unchanged.json.status, unchanged.json.change]).toEqual([202, "Aprovado", undefined]);
    expect((await switched.get(pathOf("VISEIRA-COM-OPCAO", "stocks"))).json).toMatchObject({ available: 9 });
    expect((await switched.get("/api/v2/changes")).status).toBe(204);
    const { price: _price, stock: _stock, ...bare } = same;
    const reply = await switched.put(pathOf("VISEIRA-COM-OPCAO"), { ...bare, name: "Viseira Oito Unissex" });
    expect([reply.status, reply.json.change.fields.length]).toEqual([202, 1]);
    const fixed = await switched.put(pathOf("VISEIRA-COM-OPCAO"), { ...bare, productGroup: "OUTRA" });
    expect([fixed.status, fixed.json.details[0].code]).toEqual([400, "field_is_fixed"]);
  });

  it("replaces a product that can still be changed, as ever", async () => {
    await publish(seller, shop.visor("VISEIRA-ABERTA", { brand: "Ninguém" }));
    await eventually("the critique", async () => (await seller.get(pathOf("VISEIRA-ABERTA", "status"))).json.code === "CRITICIZED");
    const reply = await seller.put(pathOf("VISEIRA-ABERTA"), shop.visor("VISEIRA-ABERTA"), { headers: { prefer: "change-request" } });
    expect([reply.status, reply.json.status, reply.headers.get("preference-applied")]).toEqual([202, "Recebido", null]);
    const early = await seller.post(changesOf("VISEIRA-ABERTA"), { fields: { "/name": "Outro" } });
    expect([early.status, early.json.details[0].code]).toEqual([422, "change_not_needed"]);
  });
});
