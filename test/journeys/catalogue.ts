import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Expected } from "../../data/catalogue/files.ts";
import type { Product } from "../../data/catalogue/families.ts";
import { CRITIQUES } from "../../src/catalog/index.ts";
import { eventually, type Client } from "../harness.ts";

const folder = join(import.meta.dirname, "..", "..", "data", "catalogue");

/** The shipped catalogue's lines, and what must be found in which product. */
export const CATALOGUE = join(folder, "vitrine.ndjson");
export const { expected: EXPECTED } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Expected;
export const products = (): readonly Product[] =>
  readFileSync(CATALOGUE, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Product);

/** What the marketplace says of a product. */
export interface Found {
  readonly status: string;
  readonly codes: readonly string[];
}

const WRONG = new Set(CRITIQUES.filter(({ severity }) => severity === "error").map(({ code }) => code));

/** What it must say: criticized for its errors with exactly its codes, or in cataloguing, whatever the warnings. */
export function expectedOf(sku: string): Found {
  const codes = EXPECTED[sku] ?? [];
  return { status: codes.some((code) => WRONG.has(code)) ? "Criticado" : "Em catalogação", codes };
}

/** What it does say of all of a seller's products, once none is left to be judged. */
export async function foundOf(seller: Client, timeoutMs: number): Promise<ReadonlyMap<string, Found>> {
  const statuses = await eventually(
    "every product to be judged",
    async () => {
      const items = await everyPage<{ sku: string; status: string }>(seller, "/api/v2/products?expand=status");
      return items.every(({ status }) => status !== "Recebido") && new Map(items.map(({ sku, status }) => [sku, status]));
    },
    timeoutMs,
  );
  const critiques = Map.groupBy(await everyPage<{ sku: string; code: string }>(seller, "/api/v2/products/critiques?"), ({ sku }) => sku);
  return new Map([...statuses].map(([sku, status]) => [sku, { status, codes: (critiques.get(sku) ?? []).map(({ code }) => code).sort() }]));
}

async function everyPage<Item>(seller: Client, path: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { status, json } = await seller.get(`${path}&page=${page}&size=100`);
    if (status === 204) return items;
    const body = json as { items: readonly Item[]; totalPages: number };
    items.push(...body.items);
    pages = body.totalPages;
  }
  return items;
}
