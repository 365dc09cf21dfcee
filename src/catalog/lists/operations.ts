import { Overloaded } from "../../platform/database/batching/batcher.ts";
import { createStatementBatcher } from "../../platform/database/batching/statement-batcher.ts";
import { endpoint, type Answer, type Endpoint } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import { DEFAULT_SIZE, pageLinks } from "../../platform/contract/paging.ts";
import { createConcurrencyLimit } from "../../platform/jobs/concurrency-limit.ts";
import type { SellerCall } from "../../sellers/index.ts";
import * as contract from "../contract.ts";
import { productErrors } from "../errors.ts";
import { expansionsOf, pageText } from "../product-view.ts";
import { listProducts, weighPage, type PageRow } from "./queries.ts";

interface PageRead {
  readonly sellerId: number;
  /** Ordinal of the page's first product. */
  readonly first: number;
  readonly size: number;
  readonly images: boolean;
  readonly attributes: boolean;
}

const COLUMNS: readonly ((i: PageRead) => unknown)[] = [
  (i) => i.sellerId,
  (i) => i.first,
  (i) => i.size,
  (i) => i.images,
  (i) => i.attributes,
];

/** Attributes a page answers at most. A product's may be nearly as long as a body; everything else of one is a few kilobytes. */
const HEAVIEST_PAGE_BYTES = 8 * 1024 * 1024;
/** Pages with attributes that are read at once: of one seller, and in all, which bounds the memory they take. */
const HEAVY_AT_ONCE = { perKey: 1, all: 3, waitingPerKey: 16, waiting: 256 } as const;

/**
 * The list of a seller's products (seed 4.1), with its exact total. Pages are coalesced over all sellers, but for those with
 * attributes: each rides alone, and a seller's one after the other, so that nobody waits for how much another has to say.
 */
export function productPageEndpoint(db: Database): Endpoint {
  const lightPages = createStatementBatcher<PageRead, PageRow>(db, {
    name: "product pages",
    query: listProducts,
    columns: COLUMNS,
    policy: "page",
  });
  const concurrency = createConcurrencyLimit(HEAVY_AT_ONCE);

  const heavyPage = async (read: PageRead): Promise<PageRow | Refusal | undefined> => {
    const { sellerId, first, size } = read;
    const [weight] = await db.run([sellerId], weighPage, [sellerId, first, size]);
    const { bytes } = weight!;
    // One product is always answered, whatever the limit of a body is set to.
    if (size > 1 && bytes > HEAVIEST_PAGE_BYTES) {
      const allowed = Math.max(1, Math.floor((size * HEAVIEST_PAGE_BYTES) / bytes));
      const params = { megabytes: Math.ceil(bytes / 1024 ** 2), most: HEAVIEST_PAGE_BYTES / 1024 ** 2 };
      return productErrors.refuse("page_too_heavy", { pointer: "query.size", received: size, allowed, params });
    }
    const [row] = await db.run(
      [sellerId],
      listProducts,
      COLUMNS.map((column) => [column(read)]),
    );
    return row;
  };

  const pageOf = (read: PageRead): Promise<PageRow | Refusal | undefined> => {
    if (!read.attributes) return lightPages.submit(read);
    const turn = concurrency.run(String(read.sellerId), () => heavyPage(read));
    if (turn === undefined) throw new Overloaded("too many calls wait for product pages with attributes");
    return turn;
  };

  return endpoint(contract.listProducts, async (call: SellerCall<typeof contract.listProducts>): Promise<Answer | Refusal> => {
    const { page = 0, size = DEFAULT_SIZE } = call.query;
    const { sellerId } = call.who;
    const expansions = expansionsOf(call.query);
    const read = { sellerId, first: page * size, size, images: expansions.has("images"), attributes: expansions.has("attributes") };
    const row = await pageOf(read);
    if (row instanceof Refusal) return row;
    if (!row?.skus || !row.statuses || !row.cores) return { status: 204 };
    const { total, skus, statuses, cores } = row;
    const totalPages = Math.ceil(total / size);
    const kept = expansions.size > 0 ? { expand: [...expansions].join(",") } : {};
    const links = pageLinks("/api/v2/products", { page, size, totalPages }, kept);
    const items = pageText({ ...row, skus, statuses, cores }, expansions);
    const paging = `"page":${page},"totalPages":${totalPages},"size":${size},"total":${total},"_links":${JSON.stringify(links)}`;
    return { status: 200, text: `{"items":[${items}],${paging}}` };
  });
}
