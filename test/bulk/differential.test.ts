import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLACEHOLDER, type Product } from "../../data/catalogue/families.ts";
import { runJobLoops, type JobRunner } from "../../src/platform/jobs/job.ts";
import { PROJECT } from "../../src/project.ts";
import { budget } from "../budget.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, wares, type Wares } from "../wares.ts";
import { carryOut, type Result, type Row } from "./job.ts";

/** Rows by one job and by single calls, in the same order: they answer alike and leave the same behind. */
const ROWS = budget(2_000, 50_000);
const SKUS = Math.ceil(ROWS / 8);
/** The catalogue has 2,463 rows; its 41 copies have 100,983. */
const COPIES = budget(1, 41);
const LIMIT_MS = budget(300_000, 3_600_000);

const onlyBulk: JobRunner = (jobs, log) =>
  runJobLoops(
    jobs.filter(({ name }) => name === "bulk"),
    log,
  );

let market: Marketplace;
let shop: Wares;
beforeAll(async () => {
  // Nothing is validated meanwhile: how far a validation came is nobody's promise.
  market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "86400" }, jobRunner: onlyBulk });
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(() => market.stop());

/** Numbers that look random and are the same every time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** Rows of every kind, good and bad, many about the same product. */
function mixedRows(): readonly Row[] {
  const random = numbers(42);
  const draw = (below: number) => (random.next().value as number) % below;
  return Array.from({ length: ROWS }, (_, i): Row => {
    const sku = `D-${draw(SKUS)}`;
    if (i < SKUS) return { op: "product", ...shop.visor(`D-${i}`, { stock: { available: i % 50 } }) };
    switch (draw(12)) {
      case 0:
        return { op: "product", ...shop.visor(sku, { description: `Outra descrição ${draw(5)}` }) };
      case 1:
        return { op: "product", ...shop.visor(sku, { price: undefined, stock: undefined }) };
      case 2:
        return { op: "product", ...shop.visor(`SEM-PRECO-${i}`, { price: undefined }) };
      case 3:
        return { op: "product", ...shop.visor(sku, { gender: "homem", name: "x".repeat(120), price: { listPrice: 1, salePrice: 2 } }) };
      case 4:
        return { op: "price", sku, listPrice: 100 + draw(3), salePrice: 90 };
      case 5:
        return { op: "price", sku, listPrice: 10, salePrice: 20 };
      case 6:
        return { op: "price", sku: "NAO-HA", listPrice: 10, salePrice: 20 };
      case 7:
        return { op: "price", sku, listPrice: "dez", salePrice: 1 };
      case 8:
        return { op: "stock", sku: "NAO-HA", available: 1 };
      case 9:
        return { op: "stock", sku, available: draw(4), ifMatch: `"${1 + draw(3)}"` };
      case 10:
        return { op: "stock", sku, available: -1 };
      default:
        return { op: "stock", sku, available: draw(20) };
    }
  });
}

/** Every row of the catalogue, good and bad, so many times over: each copy has products and families of its own. */
function catalogueRows(): readonly Row[] {
  const lines = readFileSync(join(PROJECT, "data", "catalogue", "vitrine.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  const products = lines.map((line) => JSON.parse(line.replaceAll(PLACEHOLDER, `${market.baseUrl}/images`)) as Product);
  return Array.from({ length: COPIES }, (_, copy) =>
    products.map((product): Row => ({
      op: "product",
      ...product,
      sku: `${product.sku}-${copy}`,
      productGroup: `${product.productGroup}-${copy}`,
    })),
  ).flat();
}

/** What the single call of a row answers: POST, and PUT where the sku exists. */
async function single(seller: Seller, { op, ifMatch, ...body }: Row): Promise<Reply> {
  const sku = body["sku"] as string;
  if (op === "price") return seller.put(pathOf(sku, "prices"), body);
  if (op === "stock")
    return seller.put(pathOf(sku, "stocks"), body, ifMatch === undefined ? {} : { headers: { "if-match": ifMatch as string } });
  const posted = await seller.post("/api/v2/products", body);
  const codes = ((posted.json?.details ?? []) as readonly { readonly code: string }[]).map(({ code }) => code);
  return codes.includes("sku_registered") ? seller.put(pathOf(sku), body) : posted;
}

/** The codes and places of a refusal, where the row has what the single call has in its address. */
const whyOf = (details: Reply["json"] = []): readonly string[] =>
  details.map(
    ({ code, pointer }: { code: string; pointer: string }) =>
      `${code} ${pointer.replace("path.sku", "/sku").replace("header.If-Match", "/ifMatch")}`,
  );

const TABLES = {
  products:
    "select sku, ordinal, product_group, status, core, images, attributes, reviews, pending, version, received_at, status_at from products where seller_id = $1 order by sku",
  prices: "select sku, list_cents, sale_cents, version, updated_at from prices where seller_id = $1 order by sku",
  price_history: "select sku, version, at, list_cents, sale_cents from price_history where seller_id = $1 order by sku, version",
  stocks: "select sku, physical, reserved, version, updated_at from stocks where seller_id = $1 order by sku",
  stock_ledger:
    "select sku, version, at, cause, physical_delta, reserved_delta, physical, reserved from stock_ledger where seller_id = $1 order by sku, version",
  events:
    "select name, resource, version, cause, at, payload::jsonb - 'requestId' as payload from events where seller_id = $1 and name not like 'bulk.%' order by resource, version",
  families: "select product_group, members, open from families where seller_id = $1 order by product_group",
  counters: "select products from seller_counters where seller_id = $1",
};

/** Rows of single calls and rows of a job: what the two sellers were answered differently, and the tables in which they differ. */
async function differencesOf(alone: readonly Row[], together: readonly Row[]) {
  const [one, other] = [await market.seller(), await market.seller()];
  const answers: Reply[] = [];
  for (const row of alone) answers.push(await single(one, row));
  const { results } = await carryOut(other, together);
  const differing = results.flatMap((result: Result, i) => {
    const answer = answers[i]!;
    const [said, found] = [
      [answer.status, ...whyOf(answer.json?.details)],
      [result.status, ...whyOf(result.details)],
    ];
    return JSON.stringify(said) === JSON.stringify(found) ? [] : [{ row: alone[i], single: said, bulk: found }];
  });
  const tables: string[] = [];
  for (const [table, query] of Object.entries(TABLES)) {
    const [mine, theirs] = await Promise.all([one, other].map(({ sellerId }) => market.database.query(query, [sellerId])));
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) tables.push(table);
  }
  return { results, differing, tables };
}

describe(`the same ${ROWS} rows by one job and by single calls`, () => {
  it(
    "answer alike, and leave equal products, prices, stocks, histories, ledgers and events",
    async () => {
      const rows = mixedRows();
      const { results, differing, tables } = await differencesOf(rows, rows);
      figures({ rows: rows.length, "answered differently": differing.length, "tables that differ": tables.length });
      expect(results).toHaveLength(rows.length);
      expect(differing.slice(0, 5)).toEqual([]);
      expect(tables).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    `are alike for the catalogue too, ${COPIES} times over`,
    async () => {
      const rows = catalogueRows();
      const { results, differing, tables } = await differencesOf(rows, rows);
      figures({ rows: rows.length, "answered differently": differing.length, "tables that differ": tables.length });
      expect(results).toHaveLength(rows.length);
      expect(differing.slice(0, 5)).toEqual([]);
      expect(tables).toEqual([]);
    },
    LIMIT_MS,
  );

  it("sees two rows of one product that changed places (planted)", async () => {
    const product = { op: "product", ...shop.visor("PLANTADA") };
    const [first, second] = [5, 6].map((available) => ({ op: "stock", sku: "PLANTADA", available }));
    const { tables } = await differencesOf([product, first!, second!], [product, second!, first!]);
    expect(tables).toEqual(["stocks", "stock_ledger"]);
  });
});
