import { fromCents, isoDateTime } from "../../platform/basics/index.ts";
import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  pageLinks,
  type Refusal,
  relLinks,
  takePage,
  uncountedPageLinks,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { findActorNames } from "../../people/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import { ledgerEntryView, listLedger } from "../../stock/index.ts";
import { productErrors } from "../errors.ts";
import * as contract from "./contract.ts";
import { getDeskProduct, listPriceHistory } from "./queries.ts";
import { deskPath } from "./views.ts";

/** Why a product has the stock and the price that it has, and who changed them. */
export const deskLedgerEndpoints = (db: Database): readonly Endpoint[] => [
  endpoint(contract.listAnyStockLedger, async ({ path, query, lang }: OperatorCall<typeof contract.listAnyStockLedger>) => {
    const { sellerId, sku } = path;
    const { page = 0, size = DEFAULT_SIZE } = query;
    const rows = await db.run([sellerId], listLedger, [sellerId, sku, null, size, page * size]);
    if (rows.length === 0) return nothing(db, sellerId, sku);
    const named = await namer(db, rows);
    const { total } = rows[0]!;
    const totalPages = Math.ceil(total / size);
    const links = relLinks(pageLinks(`${deskPath(sellerId, sku)}/stocks/ledger`, { page, size, totalPages }));
    const items = rows.map((row) => ({ ...ledgerEntryView(row, lang), ...named(row.actor) }));
    return { status: 200, body: { items, page, totalPages, size, total, links } };
  }),
  endpoint(contract.listAnyPriceHistory, async ({ path, query }: OperatorCall<typeof contract.listAnyPriceHistory>) => {
    const { sellerId, sku } = path;
    const { page = 0, size = DEFAULT_SIZE } = query;
    const { rows, more } = takePage(size, await db.run([sellerId], listPriceHistory, [sellerId, sku, size + 1, page * size]));
    if (rows.length === 0) return nothing(db, sellerId, sku);
    const named = await namer(db, rows);
    const links = relLinks(uncountedPageLinks(`${deskPath(sellerId, sku)}/prices/history`, { page, size, more }));
    const items = rows.map(({ version, at, list_cents, sale_cents, actor }) => ({
      version,
      date: isoDateTime(at),
      listPrice: fromCents(list_cents),
      salePrice: fromCents(sale_cents),
      ...named(actor),
    }));
    return { status: 200, body: { items, page, size, links } };
  }),
];

/** A page without entries, or of a product that does not exist. */
async function nothing(db: Database, sellerId: number, sku: string): Promise<Answer | Refusal> {
  const [product] = await db.run([sellerId], getDeskProduct, [sellerId, sku]);
  return product ? { status: 204 } : productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
}

/** Says who did something, with the name if it was a person. */
async function namer(db: Database, rows: readonly { readonly actor: string }[]) {
  const names = await findActorNames(
    db,
    rows.map(({ actor }) => actor),
  );
  return (actor: string) => ({ actor, ...(names.has(actor) ? { actorName: names.get(actor) } : {}) });
}
