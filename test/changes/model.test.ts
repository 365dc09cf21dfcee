import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededPick, seededRandom } from "../../src/platform/basics/index.ts";
import { budget, SEED } from "../budget.ts";
import { changed } from "../database/changed.ts";
import { figures } from "../figures.ts";
import { buildSnapshot } from "../../src/reference/index.ts";
import { eventually, shipped, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { atRest } from "../reliability/rest.ts";
import { pathOf, publish, SHOE_SIZES, wares, type Wares } from "../wares.ts";
import { approve, ask, askAndWait, changesOf, decide, refuse, type SeenChange } from "./changing.ts";
import { CHANGE_PROMISES, keepBeginnings } from "./promises.ts";

/** Commands of one run: requests, decisions, withdrawals, prices, stocks, rules and reference data, in any order. */
const COMMANDS = budget(120, 3_000);
/** How often all promises are asked for. */
const EVERY = 20;

let market: Marketplace;
let seller: Seller;
let catalog: Client;
let shop: Wares;
const SKUS = ["MODELO-A", "MODELO-B", ...SHOE_SIZES.map((size) => `MODELO-T-${size}`)];
beforeAll(async () => {
  market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
  seller = await market.seller();
  catalog = await market.operator("catalog");
  shop = await wares(`${market.baseUrl}/images`);
  await onSale(market, seller, { "MODELO-A": 5, "MODELO-B": 5 });
  for (const size of SHOE_SIZES) await publish(seller, shop.shoe("MODELO-T", size));
  for (const size of SHOE_SIZES) {
    await eventually("the cataloguing", async () => (await seller.get(pathOf(`MODELO-T-${size}`, "status"))).json.code === "CATALOGING");
    await seller.put(pathOf(`MODELO-T-${size}`, "status"), { status: "APPROVED" });
  }
  await keepBeginnings(market.database.query);
}, 60_000);
afterAll(() => market.stop());

/** Draws of one run. */
interface Draws {
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly share: () => number;
}
function drawsOf(seed: number): Draws {
  let nth = 0;
  return {
    pick: (items) => seededPick(items, seed, `pick ${(nth += 1)}`)!,
    share: () => seededRandom(seed, `share ${(nth += 1)}`),
  };
}

/** Values that may be asked for, by place: some the validation refuses. */
const VALUES: Readonly<Record<string, (draws: Draws) => unknown>> = {
  "/name": ({ share }) => `Produto ${Math.floor(share() * 1e6)} Unissex`,
  "/description": ({ share, pick }) =>
    `Leve e resistente, para o dia a dia${pick(["", ", sempre"])}; serve da cabeça P à G${pick([".", "!", ` ${Math.floor(share() * 9)}.`])}`,
  "/gender": ({ pick }) => pick(["Homem", "Mulher", "Unissex"]),
  "/brand": ({ pick }) => pick([shop.brand(0), shop.brand(1), shop.brand(2), "Ninguém"]),
  "/color": ({ pick }) => pick(["Preto", "Branco", "Azul", "Pretoo"]),
  "/weight": ({ share }) => Math.round(share() * 400 + 1) / 1_000,
  "/size": ({ pick }) => pick(["38", "42", "43", "Único"]),
  "/eanIsbn": ({ pick }) => pick(["7890000000017", "7890000000024"]),
  "/video": ({ pick }) => pick(["https://videos.example.com/a", "https://videos.example.com/b"]),
  "/images/0/url": ({ pick }) => `${market.baseUrl}/images/${pick(["cap-blue", "cap-red", "shoe-red", "too-small"])}.jpg`,
  "/images/1/url": ({ pick }) => `${market.baseUrl}/images/${pick(["cap-green", "shoe-green"])}.jpg`,
  "/fulfillment/candidate": ({ pick }) => pick([true, false]),
};

const openOnes = async (sku: string): Promise<readonly SeenChange[]> => {
  const { json } = await seller.get(`${changesOf(sku)}?state=open&size=50`);
  return (json as { readonly items: readonly SeenChange[] } | undefined)?.items ?? [];
};

let brandCode: number | undefined;
/** Statuses that a command may be answered with; anything else is a finding. */
type Command = (draws: Draws) => Promise<readonly [Reply | undefined, readonly number[]]>;
const COMMANDS_BY_NAME: Readonly<Record<string, Command>> = {
  async ask(draws) {
    const places = Array.from({ length: 1 + Math.floor(draws.share() * 3) }, () => draws.pick(Object.keys(VALUES)));
    const fields = Object.fromEntries(places.map((place) => [place, VALUES[place]!(draws)]));
    return [await seller.post(changesOf(draws.pick(SKUS)), { fields }), [202, 422]];
  },
  async decide(draws) {
    const change = draws.pick([...(await openOnes(draws.pick(SKUS))), undefined]);
    const waiting = change?.fields.filter(({ state }) => state === "waiting") ?? [];
    if (change === undefined || waiting.length === 0) return [undefined, []];
    const chosen = waiting.filter(() => draws.share() < 0.7);
    const decisions = (chosen.length > 0 ? chosen : waiting).map(({ pointer }) =>
      draws.share() < 0.7 ? approve(pointer) : refuse(pointer),
    );
    return [await decide(catalog, change.id, ...decisions), [200, 409, 422]];
  },
  async withdraw(draws) {
    const sku = draws.pick(SKUS);
    const change = draws.pick([...(await openOnes(sku)), undefined]);
    return [change && (await seller.request("DELETE", changesOf(sku, change.id))), [200, 409]];
  },
  price: async (draws) => [
    await seller.put(pathOf(draws.pick(SKUS), "prices"), { listPrice: 200, salePrice: 100 + Math.floor(draws.share() * 100) }),
    [202],
  ],
  stock: async (draws) => [await seller.put(pathOf(draws.pick(SKUS), "stocks"), { available: Math.floor(draws.share() * 50) }), [202]],
  async brand(draws) {
    const brands = (await catalog.get("/operator/v1/reference/brands")).json.items as readonly {
      code: number;
      name: string;
      externalCode: string;
    }[];
    const found = brands.find(({ name }) => name === shop.brand(2));
    if (found === undefined || brandCode === undefined) brandCode ??= found?.code;
    const path = `/operator/v1/reference/brands/${brandCode}`;
    // Of two commands at once that take it away, the second finds it gone.
    if (found !== undefined && draws.share() < 0.5) return [await catalog.request("DELETE", path), [200, 404]];
    return [await catalog.put(path, { name: shop.brand(2), externalCode: "MARCA-2" }), [200, 422]];
  },
  async rules(draws) {
    const field = draws.pick(["name", "gender", "*"] as const);
    const rules = [
      {
        id: `seller-${field === "*" ? "all" : field}`,
        field,
        when: { sellerDecisions: 1 + Math.floor(draws.share() * 5) },
        action: draws.pick(["auto_approve", "refuse", "review"]),
      },
      { id: "small-edit", field: "description", when: { maxEditShare: 0.3 }, action: "auto_approve" },
    ];
    return [await catalog.put("/operator/v1/change-rules", { rules }), [200]];
  },
};
/** Requests and decisions come most often. */
const WEIGHTED = ["ask", "ask", "ask", "decide", "decide", "decide", "withdraw", "price", "stock", "rules", "brand"] as const;

/** One field into each state that ends it, under the rules that there are before anybody makes others. */
async function everyEnd(): Promise<void> {
  const sku = "MODELO-A";
  await askAndWait(seller, sku, { "/name": "Viseira Antiga Unissex" });
  await ask(seller, sku, { "/name": "Viseira Nova Unissex" });
  const image = (name: string) => `${market.baseUrl}/images/${name}.jpg`;
  const description = "Leve e resistente, para o dia a dia; serve da cabeça P à G!";
  await askAndWait(seller, sku, { "/images/0/url": image("too-small"), "/description": description });
  const { id } = await askAndWait(seller, sku, { "/gender": "Homem", "/images/1/url": image("cap-green") });
  expect((await decide(catalog, id, approve("/gender"), refuse("/images/1/url"))).status).toBe(200);
}

/** All there ever is: what the commands take from the reference data comes back. */
const full = async () => buildSnapshot(await shipped(), 1);
const brokenPromises = async () => {
  const reference = await full();
  return (
    await Promise.all(
      CHANGE_PROMISES.map(async ({ name, broken }) =>
        (await broken(market.database.query, reference)).map((what) => `not true that ${name}: ${what}`),
      ),
    )
  ).flat();
};

describe(`change requests against their promises, seed ${SEED} (beyond M11)`, { timeout: 600_000 }, () => {
  it("keep them through requests, decisions, withdrawals, rules, prices and stocks in any order, some of them at once", async () => {
    await everyEnd();
    const draws = drawsOf(SEED);
    const counts = new Map<string, number>();
    for (let nth = 1; nth <= COMMANDS; nth += 1) {
      // Rules hold from the moment at which they are made, not from a part of it.
      market.clock.move(1_000);
      const pair = [draws.pick(WEIGHTED), ...(draws.share() < 0.3 ? [draws.pick(WEIGHTED)] : [])];
      const answers = await Promise.all(pair.map(async (name) => [name, ...(await COMMANDS_BY_NAME[name]!(draws))] as const));
      for (const [name, reply, allowed] of answers) {
        if (reply === undefined) continue;
        expect(allowed, `${name}: ${reply.text}`).toContain(reply.status);
        counts.set(`${name} ${reply.status}`, (counts.get(`${name} ${reply.status}`) ?? 0) + 1);
      }
      if (nth % EVERY !== 0) continue;
      await eventually("the checks to be at rest", () => atRest(market));
      expect(await brokenPromises()).toEqual([]);
    }
    figures({ seed: SEED, commands: COMMANDS, ...Object.fromEntries(counts) });
    expect(await brokenInvariants(market.database.query)).toEqual([]);
    const states = await market.database.query<{ state: string }>("select distinct state from product_change_fields order by 1");
    expect(states.map(({ state }) => state)).toEqual(
      expect.arrayContaining(["approved", "auto_approved", "criticized", "refused", "superseded"]),
    );
  });

  describe.each(CHANGE_PROMISES)("$name", ({ broken, plants }) => {
    it.each(plants)("sees a planted bug: $bug", async ({ statement }) => {
      const reference = await full();
      expect(await changed(market.database.query, statement, () => broken(market.database.query, reference))).not.toEqual([]);
    });
  });
});
