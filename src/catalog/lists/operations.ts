import { createStatementBatcher, type Database, Overloaded } from "../../platform/database/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, Refusal, selectedValues } from "../../platform/contract/index.ts";
import { createConcurrencyLimit } from "../../platform/jobs/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import * as contract from "../contract.ts";
import { productErrors } from "../errors.ts";
import { requestedExpansions, productsPageJson } from "../product-view.ts";
import { type PublicationStatus, STATES } from "../publication.ts";
import type { CatalogCounts } from "./counts.ts";
import { attributeBytesOf, findByStatus, listByOrdinals, listProducts, pageAttributeBytes, type PageRow } from "./queries.ts";

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

/**
 * Maximum size in bytes of the attributes in a page. The attributes of a product may fill almost a whole request body. Its other fields
 * take only a few kilobytes.
 */
const PAGE_MAX_ATTRIBUTE_BYTES = 8 * 1024 * 1024;
/** Maximum number of pages with attributes that are being read or wait, per seller and in total. This limits the memory that they use. */
const HEAVY_PAGE_LIMITS = { perKey: 1, all: 3, waitingPerKey: 16, waiting: 256 } as const;

/**
 * The list of a seller's products (seed 4.1), with the exact total. Pages without attributes are batched across sellers. Pages with
 * attributes are read individually, and one at a time per seller, so that large pages do not delay other sellers.
 */
export function productPageEndpoint(db: Database, counts: Pick<CatalogCounts, "productsIn">): Endpoint {
  const lightPages = createStatementBatcher<PageRead, PageRow>(db, {
    name: "product pages",
    query: listProducts,
    columns: COLUMNS,
    policy: "page",
  });
  const concurrency = createConcurrencyLimit(HEAVY_PAGE_LIMITS);

  const heavyPage = async (read: PageRead): Promise<PageRow | Refusal | undefined> => {
    const { sellerId, first, size } = read;
    const [sum] = await db.run([sellerId], pageAttributeBytes, [sellerId, first, size]);
    const refusal = tooHeavy(size, sum!.bytes);
    if (refusal) return refusal;
    const [row] = await db.run(
      [sellerId],
      listProducts,
      COLUMNS.map((column) => [column(read)]),
    );
    return row;
  };
  const inTurn = <Page>({ sellerId }: PageRead, readPage: () => Promise<Page>): Promise<Page> => {
    const reading = concurrency.run(String(sellerId), readPage);
    if (reading === undefined) throw new Overloaded("too many calls wait for product pages with attributes");
    return reading;
  };

  const pageOf = (read: PageRead, statuses: readonly PublicationStatus[] | undefined): Promise<PageRow | Refusal | undefined> => {
    if (statuses !== undefined) {
      const readPage = () => pageByStatus(db, counts, read, statuses);
      return read.attributes ? inTurn(read, readPage) : readPage();
    }
    return read.attributes ? inTurn(read, () => heavyPage(read)) : lightPages.submit(read);
  };

  return endpoint(contract.listProducts, async (call: SellerCall<typeof contract.listProducts>): Promise<Answer | Refusal> => {
    const { page = 0, size = DEFAULT_SIZE } = call.query;
    const { sellerId } = call.who;
    const expansions = requestedExpansions(call.query);
    const read = { sellerId, first: page * size, size, images: expansions.has("images"), attributes: expansions.has("attributes") };
    const words = selectedValues(call.query.status, STATUS_WORDS);
    const row = await pageOf(read, words?.map(codeOfStatus));
    if (row instanceof Refusal) return row;
    if (!row?.skus || !row.statuses || !row.cores) return { status: 204 };
    const { total, skus, statuses, cores } = row;
    const totalPages = Math.ceil(total / size);
    const expand = expansions.size > 0 ? { expand: [...expansions].join(",") } : {};
    const links = pageLinks("/api/v2/products", { page, size, totalPages }, { status: words, ...expand });
    const items = productsPageJson({ ...row, skus, statuses, cores }, expansions);
    const paging = `"page":${page},"totalPages":${totalPages},"size":${size},"total":${total},"_links":${JSON.stringify(links)}`;
    return { status: 200, text: `{"items":[${items}],${paging}}` };
  });
}

/** The refusal of a page whose attributes are too large together. A page of one product is never refused, whatever its size. */
function tooHeavy(size: number, bytes: number): Refusal | undefined {
  if (size === 1 || bytes <= PAGE_MAX_ATTRIBUTE_BYTES) return undefined;
  const allowed = Math.max(1, Math.floor((size * PAGE_MAX_ATTRIBUTE_BYTES) / bytes));
  const params = { megabytes: Math.ceil(bytes / 1024 ** 2), most: PAGE_MAX_ATTRIBUTE_BYTES / 1024 ** 2 };
  return productErrors.refuse("page_too_heavy", { pointer: "query.size", received: size, allowed, params });
}

const STATUS_WORDS = STATES.map(({ status }) => status);
const codeOfStatus = (word: (typeof STATUS_WORDS)[number]): PublicationStatus => STATES.find(({ status }) => status === word)!.code;

/** A page of the products in some statuses. Its ordinals have gaps, so it is found first, and then read. */
async function pageByStatus(
  db: Database,
  counts: Pick<CatalogCounts, "productsIn">,
  { sellerId, first, size, images, attributes }: PageRead,
  statuses: readonly PublicationStatus[],
): Promise<PageRow | Refusal | undefined> {
  const [[found], total] = await Promise.all([
    db.run([sellerId], findByStatus, [sellerId, statuses, size, first]),
    counts.productsIn(sellerId, statuses),
  ]);
  const { ordinals } = found!;
  if (ordinals.length === 0) return undefined;
  const [sum] = attributes ? await db.run([sellerId], attributeBytesOf, [sellerId, ordinals]) : [];
  const refusal = tooHeavy(size, sum?.bytes ?? 0);
  if (refusal) return refusal;
  const [row] = await db.run([sellerId], listByOrdinals, [sellerId, ordinals, images, attributes]);
  return { ord: 1, total, ...row! };
}
