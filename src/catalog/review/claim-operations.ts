import { HOUR_MS, isoDateTime, publicId } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, selfLink } from "../../platform/contract/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import * as brands from "./brands/queries.ts";
import * as contract from "./contract.ts";
import { reviewErrors } from "./errors.ts";
import { chooseFairly } from "./fair-share.ts";
import { loadItems, type LoadedItem } from "./items/load.ts";
import * as queries from "./queries.ts";
import { claimedItemView, claimStateView } from "./queue-view.ts";

export interface ClaimContext {
  readonly db: Database;
  readonly reference: () => ReferenceSnapshot;
}
/** Where the next walk from seller to seller begins, so that all sellers get their turn. */
interface Walk {
  afterSeller: number;
}

type ClaimCall = OperatorCall<typeof contract.claimReviews>;
type ClaimBody = ClaimCall["body"];

const DEFAULT_COUNT = 20;
const DEFAULT_LEASE_SECONDS = 300;
/** Items looked at for each item to claim, and sellers looked at when a few of them fill all of these. */
const LOOKED_AT_PER_ITEM = 10;
const MAX_SELLERS = 100;
/** Number of times a claim is tried when others take the items that it found. */
const MAX_ROUNDS = 24;

/** Claims of the review queue: take the next items, keep them, give them back. */
export function claimEndpoints(context: ClaimContext): readonly Endpoint[] {
  const { db } = context;
  const walk: Walk = { afterSeller: 0 };
  const unknown = (received: string) => reviewErrors.refuse("claim_unknown", { pointer: "path.token", received });
  return [
    endpoint(contract.claimReviews, (call: ClaimCall) => claim(context, walk, call)),
    endpoint(contract.renewClaim, async (call: OperatorCall<typeof contract.renewClaim>) => {
      const { token } = call.path;
      const { leaseSeconds = DEFAULT_LEASE_SECONDS } = call.body;
      const rows = await ofEachSeller(db, token, call.who.actor, (transaction, sellerId) =>
        transaction.run(queries.renewClaim, [sellerId, token, call.who.actor, leaseSeconds]),
      );
      if (rows.length === 0) return unknown(token);
      return { status: 200, body: claimStateView(token, rows, Math.min(...rows.map((row) => row.lease_until))) };
    }),
    endpoint(contract.releaseClaim, async (call: OperatorCall<typeof contract.releaseClaim>) => {
      const { token } = call.path;
      const rows = await ofEachSeller(db, token, call.who.actor, (transaction, sellerId) =>
        transaction.run(queries.releaseClaim, [sellerId, token, call.who.actor]),
      );
      return rows.length === 0 ? unknown(token) : { status: 200, body: claimStateView(token, rows) };
    }),
  ];
}

/** Changes what a reviewer holds under a token, for each seller of it, in one transaction. */
async function ofEachSeller<Row>(
  db: Database,
  token: string,
  reviewer: string,
  change: (transaction: Transaction, sellerId: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const sellers = (await db.run("every seller", queries.sellersOfClaim, [token, reviewer])).map(({ seller_id }) => seller_id);
  if (sellers.length === 0) return [];
  return (await db.transaction(sellers, (transaction) => Promise.all(sellers.map((sellerId) => change(transaction, sellerId))))).flat();
}

/** Claims items for a reviewer: those that the call names, or the next ones. Items whose product left cataloguing in the meantime are not shown. */
async function claim(context: ClaimContext, walk: Walk, call: ClaimCall): Promise<Answer> {
  const { db, reference } = context;
  const { body, at, lang } = call;
  const { leaseSeconds = DEFAULT_LEASE_SECONDS } = body;
  const claimToken = publicId("clm");
  const lease = [claimToken, call.who.actor, leaseSeconds];
  const claimed = body.items === undefined ? await claimNext({ db, walk, body, at }, lease) : await claimNamed(db, body.items, lease);
  const items = claimed.length === 0 ? [] : await loadItems(db, claimed, reference());
  if (items.length === 0) return { status: 204 };
  const leaseUntil = Math.min(...claimed.map((row) => row.lease_until));
  return {
    status: 200,
    body: {
      claimToken,
      leaseUntil: isoDateTime(leaseUntil),
      items: items.toSorted(byOrder(body)).map((item) => claimedItemView(item, at, lang)),
      links: [selfLink(`/operator/v1/reviews/claims/${claimToken}`)],
    },
  };
}

interface WantedItems {
  readonly db: Database;
  readonly walk: Walk;
  readonly body: ClaimBody;
  readonly at: number;
}

/** Claims the next items; others may take some of those that it finds, so it looks more than once. */
async function claimNext(wanted: WantedItems, lease: readonly unknown[]): Promise<readonly queries.ClaimedProductRow[]> {
  const { count = DEFAULT_COUNT } = wanted.body;
  const claimed: queries.ClaimedProductRow[] = [];
  for (let round = 0; claimed.length < count && round < MAX_ROUNDS; round += 1) {
    const chosen = await chooseItems(wanted, claimed);
    if (chosen.length === 0) break;
    claimed.push(...(await leaseItems(wanted.db, queries.claimItems, chosen, lease)));
  }
  return claimed;
}

/** Claims the items that a reviewer names, except those that somebody else holds. */
function claimNamed(db: Database, items: NonNullable<ClaimBody["items"]>, lease: readonly unknown[]) {
  const keys = items.map((item) => ({ seller_id: item.sellerId, sku: item.sku, change_id: item.changeRequestId ?? "" }));
  const inLockOrder = keys.toSorted((one, other) => one.seller_id - other.seller_id || (keyOf(one) < keyOf(other) ? -1 : 1));
  return leaseItems(db, queries.claimNamedItems, inLockOrder, lease);
}

function leaseItems(
  db: Database,
  statement: typeof queries.claimItems,
  keys: readonly queries.ReviewItemKey[],
  lease: readonly unknown[],
): Promise<queries.ClaimedProductRow[]> {
  const sellers = [...new Set(keys.map(({ seller_id }) => seller_id))];
  const columns = [keys.map(({ seller_id }) => seller_id), keys.map(({ sku }) => sku), keys.map(({ change_id }) => change_id)];
  return db.run(sellers, statement, [...columns, ...lease]);
}

const byOrder =
  ({ order }: ClaimBody) =>
  (one: LoadedItem, other: LoadedItem): number =>
    order === "risk" ? 0 : one.row.due_at - other.row.due_at;

/**
 * The items to claim next, in the order in which rows are locked. Sellers share a claim fairly. Where too few sellers are due first, each of the
 * other sellers adds the items that it has waiting longest; what is still missing goes to whoever waits.
 */
async function chooseItems(
  { db, walk, body, at }: WantedItems,
  claimed: readonly queries.ClaimedRow[],
): Promise<readonly queries.FreeRow[]> {
  const { count: size = DEFAULT_COUNT, filter = {}, order } = body;
  const count = size - claimed.length;
  const held = new Map([...Map.groupBy(claimed, (row) => row.seller_id)].map(([sellerId, rows]) => [sellerId, rows.length]));
  const filters = filterValues(filter, at);
  const found = await listFree(db, filter, filters, size * LOOKED_AT_PER_ITEM, order);
  let fair = chooseFairly(found, { count, size, held });
  const mayBeMore = found.length === size * LOOKED_AT_PER_ITEM;
  if (fair.length < count && mayBeMore && filter.sellerId === undefined) {
    const known = new Set(found.map(keyOf));
    const more = (await walkSellers(db, walk, { filters, limit: size, filter })).filter((row) => !known.has(keyOf(row)));
    fair = chooseFairly([...found, ...more], { count, size, held });
  }
  const chosen = new Set(fair.map(keyOf));
  const rest = found.filter((row) => !chosen.has(keyOf(row))).slice(0, count - fair.length);
  return [...fair, ...rest].toSorted((one, other) => one.seller_id - other.seller_id || (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ seller_id, sku, change_id }: queries.ReviewItemKey) => `${seller_id} ${sku} ${change_id}`;

type Filter = NonNullable<ClaimBody["filter"]>;

/** Due until, waiting since and brand: the first values of every statement on the queue. */
export const filterValues = ({ olderThanHours, brand, late = false }: Omit<Filter, "sellerId" | "department">, at: number) => [
  late ? at - 1 : Number.MAX_SAFE_INTEGER,
  olderThanHours === undefined ? null : at - olderThanHours * HOUR_MS,
  brand ?? null,
];

const MAX_RISK = 100;

function listFree(db: Database, filter: Filter, values: readonly unknown[], limit: number, order: ClaimBody["order"]) {
  const { sellerId, department = null, brand } = filter;
  const [ofSeller, byRisk, ofAll] =
    brand === undefined
      ? [queries.listFreeOfSeller, queries.listFreeByRisk, undefined]
      : [brands.listFreeOfSellerAndBrand, brands.listFreeByRiskOfBrand, brands.listFreeOfBrand];
  if (sellerId !== undefined) return db.run([sellerId], ofSeller, [...values, limit, department, sellerId]);
  if (order === "risk") return db.run("every seller", byRisk, [...values, limit, MAX_RISK, department]);
  if (ofAll !== undefined) return db.run("every seller", ofAll, [...values, limit, department]);
  if (department !== null) return db.run("every seller", queries.listFreeOfDepartment, [...values, limit, department]);
  return db.run("every seller", queries.listFree, [...values, limit]);
}

/** The first items of each of the next sellers, in the order of their due times. */
async function walkSellers(
  db: Database,
  walk: Walk,
  { filters, limit, filter }: { readonly filters: readonly unknown[]; readonly limit: number; readonly filter: Filter },
): Promise<readonly queries.FreeRow[]> {
  const each = filter.brand === undefined ? queries.listFreeOfEachSeller : brands.listFreeOfEachSellerOfBrand;
  const rows = await db.run("every seller", each, [...filters, limit, walk.afterSeller, MAX_SELLERS, filter.department ?? null]);
  const last = Math.max(0, ...rows.map(({ seller_id }) => seller_id));
  walk.afterSeller = last > walk.afterSeller ? last : 0;
  return rows.toSorted((one, other) => one.due_at - other.due_at);
}
