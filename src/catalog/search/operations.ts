import { withoutAccents } from "../../platform/basics/index.ts";
import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  listPath,
  type Refusal,
  selectedValues,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import * as contract from "./contract.ts";
import { productErrors } from "../errors.ts";
import { STATES } from "../publication.ts";
import { foundProductView } from "./found-product-view.ts";
import { searchByFamily, searchInFamily, searchNewest } from "./queries.ts";

/** Maximum number of products that one answer searches. A page without filters searches only its own. */
const MAX_SEARCHED = 5_000;

type SearchCall = SellerCall<typeof contract.searchProducts>;

/** Finds products of a seller by what people know of them. */
export const searchEndpoint = (db: Database): Endpoint =>
  endpoint(contract.searchProducts, async (call: SearchCall): Promise<Answer | Refusal> => {
    const { size = DEFAULT_SIZE, after = null, order = "newest", productGroup = null, text } = call.query;
    const { brand = null, department = null, critique = null } = call.query;
    const { sellerId } = call.who;
    const words = selectedValues(call.query.status);
    const statuses = words === undefined ? null : STATES.filter(({ status }) => words.includes(status)).map(({ code }) => code);
    const folded = text === undefined ? null : withoutAccents(text).toLowerCase();
    const filters = [statuses, productGroup, brand, department, critique, folded];
    const isFiltered = filters.some((value) => value !== null);
    const searched = isFiltered ? MAX_SEARCHED : size + 1;
    const search = productGroup !== null ? searchInFamily : order === "family" ? searchByFamily : searchNewest;
    const rows = await db.run([sellerId], search, [sellerId, after, searched, ...filters, size + 1]);
    const { known, last, scanned } = rows[0]!;
    if (!known) return productErrors.refuse("search_place_unknown", { pointer: "query.after", received: after });
    const found = rows.flatMap((row) => (row.sku === null ? [] : [foundProductView(row.sku, row, call.lang)]));
    const items = found.slice(0, size);
    const next = found.length > size ? items.at(-1)!.sku : scanned === searched ? last : null;
    const addressAfter = (place: string | null) => listPath(contract.searchProducts.path, { ...call.query, after: place ?? undefined });
    const links = { self: { href: addressAfter(after) }, ...(next === null ? {} : { next: { href: addressAfter(next) } }) };
    return { status: 200, body: { items, size, _links: links } };
  });
