import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadForReview } from "../../src/catalog/changes/load.ts";
import { getChange } from "../../src/catalog/changes/queries.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { approve, ask, askAndWait, changesOf, checked, decide, liveOf, refuse, type SeenChange } from "./changing.ts";

/** Races of two people about one field (beyond M11). */
const RACES = budget(60, 500);

let market: Marketplace;
let second: Marketplace;
let seller: Seller;
let people: readonly Client[];
beforeAll(async () => {
  market = await startMarketplace();
  second = await startMarketplace({ database: market.database, clock: market.clock, settings: { ROLE: "api" } });
  seller = await market.seller();
  const other = await second.operator("catalog");
  const one = await market.operator("catalog");
  people = [one, other];
  await onSale(market, seller, { CORRIDA: 5, LISTA: 5, MUITAS: 5 });
});
afterAll(async () => {
  await second.stop();
  await market.stop();
});

describe("decisions on a change request", () => {
  it("are made by one of two people who decide at once, and the other is told what was decided", { timeout: 300_000 }, async () => {
    let wins = 0;
    for (let race = 0; race < RACES; race += 1) {
      const { id } = await askAndWait(seller, "CORRIDA", { "/name": `Viseira de Corrida ${race} Unissex` });
      const decisions = [approve("/name"), refuse("/name", `Recusada na corrida ${race}.`)];
      const replies = await Promise.all(people.map((person, i) => decide(person, id, decisions[(race + i) % 2]!)));
      expect(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        replies.map(({ text }) => text).join("\n"),
      ).toEqual([200, 409]);
      const won = replies.find(({ status }) => status === 200)!;
      const lost = replies.find(({ status }) => status === 409)!;
      expect(lost.json.details[0]).toMatchObject({ code: "change_already_decided", current: { state: won.json.fields[0].state } });
      const isLive = (await liveOf(seller, "CORRIDA"))["name"] === `Viseira de Corrida ${race} Unissex`;
      expect(isLive).toBe(won.json.fields[0].state === "approved");
      wins += 1;
    }
    figures({ races: RACES, "decided by exactly one": wins });
    const [events] = await market.database.query<{ n: string; skus: string }>(
      "select count(*) as n, count(distinct (resource, version)) as skus from events where seller_id = $1 and name = 'product.change' and cause = 'decide'",
      [seller.sellerId],
    );
    expect(events!.n).toBe(String(RACES));
  });

  it("are refused as a whole when one of them cannot be made", async () => {
    const { id } = await askAndWait(seller, "LISTA", { "/name": "Viseira Dez Unissex", "/gender": "Homem" });
    const [person] = people;
    const cases: readonly (readonly [Parameters<typeof decide>[2][], number, string, string])[] = [
      [[approve("/name"), approve("/brand")], 422, "change_field_not_asked", "/fields/1/pointer"],
      [[approve("/name"), approve("/name")], 422, "change_decided_twice", "/fields/1/pointer"],
      [[approve("/name"), { pointer: "/gender", decision: "refuse" }], 422, "change_refusal_unexplained", "/fields/1"],
    ];
    for (const [fields, status, code, pointer] of cases) {
      const refused = await decide(person!, id, ...fields);
      expect([refused.status, refused.json.details[0].code, refused.json.details[0].pointer]).toEqual([status, code, pointer]);
    }
    expect((await person!.get(`/operator/v1/changes/${id}`)).json.fields.map(({ state }: { readonly state: string }) => state)).toEqual([
      "waiting",
      "waiting",
    ]);
    for (const unknown of ["chg_1_x", "nada", id.replace(/.$/, (last) => (last === "Q" ? "R" : "Q"))]) {
      const refused = await decide(person!, unknown, approve("/name"));
      expect([refused.status, refused.json.details[0].code]).toEqual([404, "change_unknown"]);
    }
  });

  it("are not made on what is still being checked", async () => {
    const still = await startMarketplace({ settings: { ROLE: "api" } });
    const owner = await still.seller();
    await still.database.query(
      `insert into products (seller_id, sku, ordinal, product_group, status, core, images, attributes, received_at, status_at)
       select $1, 'PARADA', 0, 'PARADA', 'APPROVED', replace(core, 'LISTA', 'PARADA'), images, attributes, 0, 0 from (values ($2, $3, $4)) as p(core, images, attributes)`,
      [owner.sellerId, ...(await storedTexts())],
    );
    const { id } = await ask(owner, "PARADA", { "/name": "Viseira Onze Unissex" });
    const refused = await decide(await still.operator("catalog"), id, approve("/name"));
    expect([refused.status, refused.json.details[0].code]).toEqual([409, "change_still_checking"]);
    await still.stop();
  });

  it("are made many at once, each with its own result", async () => {
    const first = await askAndWait(seller, "MUITAS", { "/name": "Viseira Doze Unissex" });
    const other = await askAndWait(seller, "MUITAS", { "/gender": "Mulher" });
    const line = ({ id }: SeenChange, pointer: string) => ({ changeRequestId: id, fields: [approve(pointer)] });
    const items = [line(first, "/name"), line(other, "/name"), line(other, "/gender"), line(first, "/name")];
    const { status, json } = await people[0]!.post("/operator/v1/changes", { items });
    expect([status, json.items.map((item: { readonly status: number }) => item.status)]).toEqual([206, [200, 422, 200, 409]]);
    expect(json.items[1].error.details[0].pointer).toBe("/items/1/fields/0/pointer");
    expect(await liveOf(seller, "MUITAS")).toMatchObject({ name: "Viseira Doze Unissex", gender: "Mulher" });
  });

  it("are prepared by what the review queue is given: the product, the fields, both images measured", async () => {
    const image = `${market.baseUrl}/images/cap-blue.jpg`;
    const { id } = await askAndWait(seller, "LISTA", { "/images/0/url": image });
    const { sellerId } = seller;
    const { db } = market.app;
    const rows = await db.run([sellerId], getChange, [sellerId, id]);
    const [item] = await loadForReview({ run: (query, values) => db.run([sellerId], query, values) }, rows);
    expect(item!.product.sku).toBe("LISTA");
    expect(item!.fields).toMatchObject([{ pointer: "/images/0/url", wanted: JSON.stringify(image) }]);
    expect(item!.images.get(image)).toMatchObject({ state: "ok", width: 1200, height: 1200 });
    expect(item!.images.size).toBe(2);
  });

  it("would leave a product with two names of its colour: they are refused", async () => {
    const change = await askAndWait(seller, "LISTA", { "/flavor": "Chocolate" }, ["/color"]);
    // The validation has criticized it as a whole: a visor has no flavour.
    expect(change.state).toBe("decided");
  });
});

describe("the list of change requests of all sellers", () => {
  it("is walked from the oldest to the newest, and filtered by field, seller and age", async () => {
    const owner = await market.seller();
    await onSale(market, owner, { "FILA-A": 1, "FILA-B": 1 });
    const asked = [];
    for (const [sku, fields] of [
      ["FILA-A", { "/name": "A" }],
      ["FILA-B", { "/name": "B", "/gender": "Homem" }],
      ["FILA-A", { "/gender": "Homem" }],
    ] as const) {
      market.clock.move(1_000);
      asked.push(await askAndWait(owner, sku, fields));
    }
    const person = people[0]!;
    const walk = async (query: string) => {
      const ids: string[] = [];
      let href: string | undefined = `/operator/v1/changes?sellerId=${owner.sellerId}&size=1&${query}`;
      while (href !== undefined) {
        const { status, json } = await person.get(href);
        if (status === 204) break;
        ids.push(...json.items.map(({ id }: { readonly id: string }) => id));
        href = (json.links as readonly { readonly rel: string; readonly href: string }[]).find(({ rel }) => rel === "next")?.href;
      }
      return ids;
    };
    const [a, b, c] = asked.map(({ id }) => id);
    expect(await walk("")).toEqual([a, b, c]);
    expect(await walk("field=name")).toEqual([a, b]);
    expect(await walk("field=gender")).toEqual([b, c]);
    expect(await walk("field=name,gender")).toEqual([a, b, c]);
    expect(await walk("olderThanHours=1")).toEqual([]);
    await decide(person, b!, approve("/name"), approve("/gender"));
    expect(await walk("")).toEqual([a, c]);
    expect(await walk("state=decided")).toEqual([b]);
    expect(await walk("state=decided,open")).toEqual([a, c, b]);
    expect(await walk("state=decided&field=images")).toEqual([]);
    expect((await person.get("/operator/v1/changes?after=nada")).json.details[0].code).toBe("change_cursor_unknown");
    expect((await owner.get(`${changesOf("FILA-A")}?state=open`)).json.items.length).toBe(2);
    expect((await owner.get("/api/v2/changes?state=open,decided")).json.items.map(({ id }: { readonly id: string }) => id)).toEqual([
      c,
      b,
      a,
    ]);
    await checked(owner, "FILA-A", a!);
  });
});

/** The texts of a product on sale, for a marketplace whose workers do not run. */
async function storedTexts(): Promise<readonly string[]> {
  const [row] = await market.database.query<{ core: string; images: string; attributes: string }>(
    "select core, images, attributes from products where sku = 'LISTA'",
  );
  return [row!.core, row!.images, row!.attributes];
}
