import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, relLinks } from "../../platform/contract/index.ts";
import { COUNTED_EXACTLY, createRememberedCounts, type Database } from "../../platform/database/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import * as brands from "./brands/queries.ts";
import { filterValues } from "./claim-operations.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";
import { listedItemView } from "./queue-view.ts";

type ListCall = OperatorCall<typeof contract.listReviews>;
type Query = ListCall["query"];

const PATH = "/operator/v1/reviews";

/** The review queue, page by page, by due time. */
export const queueEndpoint = (db: Database, count: CountReviews): Endpoint =>
  endpoint(contract.listReviews, async (call: ListCall): Promise<Answer> => {
    const { page = 0, size = DEFAULT_SIZE, ...filter } = call.query;
    const [rows, total] = await Promise.all([listQueue(db, filter, call.at, [size, page * size]), count(filter, call.at)]);
    if (rows.length === 0) return { status: 204 };
    const items = rows.map((row) => listedItemView(row, call.at, call.lang));
    const totalPages = Math.ceil(total / size);
    const { late, ...kept } = filter;
    const links = relLinks(pageLinks(PATH, { page, size, totalPages }, { ...kept, late: late === true ? "true" : undefined }));
    return { status: 200, body: { items, page, totalPages, size, total, links } };
  });

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

/** Counts what waits and fits a filter. */
export type CountReviews = (filter: Query, at: number) => Promise<number>;

/** Creates the count of what waits and fits a filter: exact up to 10,000, and at most a few seconds old beyond that. */
export function createReviewCounts(db: Database): CountReviews {
  const counts = createRememberedCounts<number>();
  return (filter, at) =>
    counts(JSON.stringify(filter), {
      async countFew() {
        const [few] = await countQueue(db, filter, at, COUNTED_EXACTLY + 1);
        return few!.waiting > COUNTED_EXACTLY ? undefined : few!.waiting;
      },
      async countAll() {
        const [all] = await countQueue(db.wide, filter, at, null);
        return all!.waiting;
      },
    });
}
