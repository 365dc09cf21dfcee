import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { ask, changesOf } from "./changing.ts";

/** Calls of one round, callers at once, rounds of each kind in turns. */
const CALLS = budget(120, 4_000);
const CALLERS = 16;
const ROUNDS = budget(4, 12);
const PRODUCTS = 40;
/** The least share of the other rate; a short run on a machine that others use decides by little (beyond M11: 0.98 and 0.8). */
const LEAST_OFFERS = budget(0.15, 0.98);
const LEAST_OPENING = budget(0.1, 0.8);

let market: Marketplace;
let seller: Seller;
let shop: Wares;
const skuOf = (kind: string, n: number) => `${kind}-${n % PRODUCTS}`;
beforeAll(async () => {
  market = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await market.seller();
  shop = await wares(`${market.baseUrl}/images`);
  for (let n = 0; n < PRODUCTS; n += 1)
    for (const kind of ["LIVRE", "PEDIDO", "ABERTO", "FECHADO"]) await publish(seller, shop.visor(skuOf(kind, n)));
  await market.database.query("update products set status = 'APPROVED' where sku not like 'ABERTO%'");
  for (let n = 0; n < PRODUCTS; n += 1) await ask(seller, skuOf("PEDIDO", n), { "/name": `Viseira ${n} Unissex`, "/gender": "Homem" });
}, 120_000);
afterAll(() => market.stop());

/** Calls a second of one round. */
async function rateOf(call: (n: number) => Promise<{ readonly status: number; readonly text: string }>): Promise<number> {
  let next = 0;
  const from = performance.now();
  const caller = async () => {
    for (let n = (next += 1); n <= CALLS; n = next += 1) {
      const { status, text } = await call(n);
      if (status !== 202) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return CALLS / ((performance.now() - from) / 1_000);
}

/** The rates of two kinds of calls, in turns: what else the machine does meanwhile, it does to both. The best round of each counts. */
async function compared(one: Parameters<typeof rateOf>[0], other: Parameters<typeof rateOf>[0]): Promise<readonly [number, number]> {
  const rates: [number[], number[]] = [[], []];
  const kinds = [one, other];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) rates[i]!.push(await rateOf(kinds[i]!));
  return [Math.max(...rates[0]), Math.max(...rates[1])];
}

let count = 0;
const fresh = () => (count += 1);

describe("open change requests", { timeout: 600_000 }, () => {
  it.each([
    ["stocks", () => ({ available: fresh() })],
    ["prices", () => ({ listPrice: 1_000 + fresh(), salePrice: 900 })],
  ] as const)("do not slow %s down", async (part, body) => {
    const [free, asked] = await compared(
      (n) => seller.put(pathOf(skuOf("LIVRE", n), part), body()),
      (n) => seller.put(pathOf(skuOf("PEDIDO", n), part), body()),
    );
    figures({ part, "a second, free": Math.round(free), "a second, with open requests": Math.round(asked), ratio: asked / free });
    expect(asked / free).toBeGreaterThan(LEAST_OFFERS);
  });

  it("are opened nearly as fast as products are replaced", async () => {
    const [replaced, opened] = await compared(
      (n) => seller.put(pathOf(skuOf("ABERTO", n)), shop.visor(skuOf("ABERTO", n), { name: `Viseira ${fresh()} Unissex` })),
      (n) => seller.post(changesOf(skuOf("FECHADO", n)), { fields: { "/name": `Viseira ${fresh()} Unissex` } }),
    );
    figures({ "replaced a second": Math.round(replaced), "opened a second": Math.round(opened), ratio: opened / replaced });
    expect(opened / replaced).toBeGreaterThan(LEAST_OPENING);
  });
});
