import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type ListQuery,
  Refusal,
  relLinks,
  takePage,
  uncountedPageLinks,
} from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { changeIdempotently } from "../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../platform/jobs/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { deliveryView, listedView } from "./delivery-view.ts";
import { loggedBodyOf } from "./dispatch/attempt.ts";
import { enabledEndpoint, unknownEndpoint } from "./endpoint-operations.ts";
import { deliveryAccepted, endpointHref } from "./endpoint-view.ts";
import { notificationErrors } from "./errors.ts";
import * as queries from "./queries.ts";

/** Lists the deliveries of an endpoint, shows one, and sends one again (decisions 7). */
export const deliveryEndpoints = (db: Database): readonly Endpoint[] => [
  endpoint(contract.listDeliveries, async (call: SellerCall<typeof contract.listDeliveries>): Promise<Answer | Refusal> => {
    const { sellerId } = call.who;
    const { endpointId } = call.path;
    const { status, page = 0, size = DEFAULT_SIZE } = call.query;
    if (!(await hasEndpoint(db, sellerId, endpointId))) return unknownEndpoint(endpointId);
    const values = [sellerId, endpointId, ...splitStatusFilter(status), size + 1, page * size];
    const rows = await db.run([sellerId], queries.listDeliveries, values);
    const items = rows.map((row) => listedView(endpointId, row));
    return pageOf(items, { path: `${endpointHref(endpointId)}/deliveries`, page, size, kept: { status } });
  }),
  endpoint(contract.getDelivery, async (call: SellerCall<typeof contract.getDelivery>) => {
    const { sellerId } = call.who;
    const { endpointId, deliveryId } = call.path;
    if (!(await hasEndpoint(db, sellerId, endpointId))) return unknownEndpoint(endpointId);
    // Retries are read first, so that a retry that is completed between the two reads is found among the attempts.
    const [retry] = await db.run([sellerId], queries.getRetry, [sellerId, endpointId, deliveryId]);
    const attempts = await db.run([sellerId], queries.getAttempts, [sellerId, endpointId, deliveryId]);
    const body = deliveryView(endpointId, retry, attempts);
    return body ? { status: 200, body } : unknownDelivery(deliveryId);
  }),
  endpoint(contract.redeliver, (call: RedeliverCall) => redeliver(db, call)),
];

type RedeliverCall = SellerCall<typeof contract.redeliver>;

/** Stores a delivery that is sent again immediately, with the same body as before. */
async function redeliver(db: Database, call: RedeliverCall): Promise<Answer | Refusal> {
  const { sellerId } = call.who;
  const { endpointId, deliveryId } = call.path;
  const row = await enabledEndpoint(db, sellerId, endpointId);
  if (row instanceof Refusal) return row;
  const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    const [retry] = await transaction.run(queries.getRetry, [sellerId, endpointId, deliveryId]);
    const [logged] = await transaction.run(queries.getAttempts, [sellerId, endpointId, deliveryId]);
    if (!retry && !logged) return unknownDelivery(deliveryId);
    const seq = retry?.seq ?? logged?.seq ?? null;
    const [event] = seq === null ? [] : await transaction.run(queries.getEventResource, [sellerId, seq]);
    const resource = event?.resource ?? `test/${deliveryId}`;
    const body = retry?.body ?? loggedBodyOf(logged!.request);
    const origin = seq === null ? "test" : "redelivery";
    await transaction.run(queries.putDelivery, [sellerId, endpointId, deliveryId, resource, seq, body, origin, call.at]);
    return { status: 202, body: deliveryAccepted(endpointId, deliveryId) };
  });
  newEventsSignalOf(db).notify([sellerId]);
  return answer;
}

const unknownDelivery = (received: string) => notificationErrors.refuse("delivery_unknown", { pointer: "path.deliveryId", received });

const hasEndpoint = async (db: Database, sellerId: number, endpointId: string): Promise<boolean> =>
  (await db.run([sellerId], queries.getEndpoint, [sellerId, endpointId])).length > 0;

/** The outcomes of attempts. */
const OUTCOMES: readonly string[] = ["delivered", "failed", "dead", "disabled"];
/** The statuses of stored retries. The value is whether the retry is dead. All other statuses are outcomes of attempts. */
const RETRY_STATUSES: ReadonlyMap<string, boolean> = new Map([
  ["pending", false],
  ["dead", true],
]);

/** Splits a status filter into outcomes of attempts and values of `RETRY_STATUSES`. Without a filter: all attempts, and no stored retries. */
export function splitStatusFilter(
  statuses: readonly string[] | undefined,
): readonly [outcomes: readonly string[], retriesDead: readonly boolean[]] {
  if (statuses === undefined) return [OUTCOMES, []];
  return [statuses.filter((one) => !RETRY_STATUSES.has(one)), statuses.flatMap((one) => RETRY_STATUSES.get(one) ?? [])];
}

/** A page of a list whose total is not counted. `found` has one item more than the page when there are further pages. */
export function pageOf(
  found: readonly object[],
  facts: { readonly path: string; readonly page: number; readonly size: number; readonly kept: ListQuery },
): Answer {
  const { path, page, size, kept } = facts;
  const { rows: items, more } = takePage(size, found);
  if (items.length === 0) return { status: 204 };
  const links = relLinks(uncountedPageLinks(path, { page, size, more }, kept));
  return { status: 200, body: { items, page, size, links } };
}
