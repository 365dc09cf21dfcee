import { realNow } from "../../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, relLinks } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import * as brands from "./brands/queries.ts";
import { filterValues } from "./claim-operations.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";
import { queueItemView } from "./queue-view.ts";

type ListCall = OperatorCall<typeof contract.listReviews>;
type Query = ListCall["query"];

const PATH = "/operator/v1/reviews";

/** The review queue, page by page, by due time. */
export function queueEndpoint(db: Database): Endpoint {
  const count = createQueueCount(db);
  return endpoint(contract.listReviews, async (call: ListCall): Promise<Answer> => {
    const { page = 0, size = DEFAULT_SIZE, ...filter } = call.query;
    const [rows, total] = await Promise.all([listQueue(db, filter, call.at, [size, page * size]), count(filter, call.at)]);
    if (rows.length === 0) return { status: 204 };
    const items = rows.map((row) => queueItemView(row, call.at, call.lang));
    const totalPages = Math.ceil(total / size);
    const { late, ...kept } = filter;
    const links = relLinks(pageLinks(PATH, { page, size, totalPages }, { ...kept, late: late === true ? "true" : undefined }));
    return { status: 200, body: { items, page, totalPages, size, total, links } };
  });
}

function listQueue(db: Database, filter: Query, at: number, limits: readonly number[]) {
  const { sellerId, department = null, brand } = filter;
  const values = [...filterValues(filter, at), ...limits];
  const [ofSeller, ofAll] =
    brand === undefined ? [queries.listQueueOfSeller, undefined] : [brands.listQueueOfSellerAndBrand, brands.listQueueOfBrand];
  if (sellerId !== undefined) return db.run([sellerId], ofSeller, [...values, department, sellerId]);
  if (ofAll !== undefined) return db.run("every seller", ofAll, [...values, department]);
  if (department !== null) return db.run("every seller", queries.listQueueOfDepartment, [...values, department]);
  return db.run("every seller", queries.listQueue, values);
}

function countQueue(db: Pick<Database, "run">, filter: Query, at: number, limit: number | null): Promise<{ readonly waiting: number }[]> {
  const { sellerId, department = null, brand } = filter;
  const values = [...filterValues(filter, at), limit];
  const [ofSeller, ofAll] =
    brand === undefined ? [queries.countQueueOfSeller, undefined] : [brands.countQueueOfSellerAndBrand, brands.countQueueOfBrand];
  if (sellerId !== undefined) return db.run([sellerId], ofSeller, [...values, department, sellerId]);
  if (ofAll !== undefined) return db.run("every seller", ofAll, [...values, department]);
  if (department !== null) return db.run("every seller", queries.countQueueOfDepartment, [...values, department]);
  return db.run("every seller", queries.countQueue, values);
}

/** Up to here the queue is counted for every page; a longer one once in a while, because that takes as long as it is. */
const COUNTED_EXACTLY = 10_000;
const RECOUNT_MS = 10_000;
const MAX_REMEMBERED = 1_000;

/** Creates the count of what waits and fits a filter: exact up to 10,000, and at most 10 seconds old beyond that. */
function createQueueCount(db: Database): (filter: Query, at: number) => Promise<number> {
  const counts = new Map<string, { readonly countedAt: number; readonly total: Promise<number> }>();
  return async (filter, at) => {
    const key = JSON.stringify(filter);
    const known = counts.get(key);
    if (known !== undefined && realNow() - known.countedAt < RECOUNT_MS) return known.total;
    const [few] = await countQueue(db, filter, at, COUNTED_EXACTLY + 1);
    if (few!.waiting <= COUNTED_EXACTLY) {
      counts.delete(key);
      return few!.waiting;
    }
    if (counts.size >= MAX_REMEMBERED) counts.clear();
    const total = countQueue(db.wide, filter, at, null).then(([all]) => all!.waiting);
    total.catch(() => counts.delete(key));
    counts.set(key, { countedAt: realNow(), total });
    // Whoever asked before need not wait for the new count.
    return known?.total ?? total;
  };
}
