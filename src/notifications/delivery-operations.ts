import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { changeIdempotently } from "../platform/idempotency/change.ts";
import { DEFAULT_SIZE, uncountedPageLinks, relLinks, takePage, type ListQuery } from "../platform/contract/paging.ts";
import { newEventsSignalOf } from "../platform/jobs/new-events-signal.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { deliveryView, listedView } from "./delivery-view.ts";
import { bodyOf } from "./dispatch/attempt.ts";
import { deliveryAccepted, enabledEndpoint, unknownEndpoint } from "./endpoint-operations.ts";
import { hrefOf } from "./endpoint-view.ts";
import { notificationErrors } from "./errors.ts";
import * as queries from "./queries.ts";

/** What became of notifications, and how to have one sent again (decisions 7). */
export function deliveryEndpoints(db: Database): readonly Endpoint[] {
  const unknown = (received: string) => notificationErrors.refuse("delivery_unknown", { pointer: "path.deliveryId", received });
  const isEndpoint = async (sellerId: number, endpointId: string) =>
    (await db.run([sellerId], queries.getEndpoint, [sellerId, endpointId])).length > 0;

  return [
    endpoint(contract.listDeliveries, async (call: SellerCall<typeof contract.listDeliveries>): Promise<Answer | Refusal> => {
      const { sellerId } = call.who;
      const { endpointId } = call.path;
      const { status, page = 0, size = DEFAULT_SIZE } = call.query;
      if (!(await isEndpoint(sellerId, endpointId))) return unknownEndpoint(endpointId);
      const values = [sellerId, endpointId, ...listsOf(status), size + 1, page * size];
      const rows = await db.run([sellerId], queries.listDeliveries, values);
      const items = rows.map((row) => listedView(endpointId, row));
      return pageOf(items, { path: `${hrefOf(endpointId)}/deliveries`, page, size, kept: { status } });
    }),
    endpoint(contract.getDelivery, async (call: SellerCall<typeof contract.getDelivery>) => {
      const { sellerId } = call.who;
      const { endpointId, deliveryId } = call.path;
      if (!(await isEndpoint(sellerId, endpointId))) return unknownEndpoint(endpointId);
      // In this order: what is settled in between is found among the attempts.
      const [retry] = await db.run([sellerId], queries.getRetry, [sellerId, endpointId, deliveryId]);
      const attempts = await db.run([sellerId], queries.getAttempts, [sellerId, endpointId, deliveryId]);
      const body = deliveryView(endpointId, retry, attempts);
      return body ? { status: 200, body } : unknown(deliveryId);
    }),
    endpoint(contract.redeliver, async (call: SellerCall<typeof contract.redeliver>) => {
      const { sellerId } = call.who;
      const { endpointId, deliveryId } = call.path;
      const row = await enabledEndpoint(db, sellerId, endpointId);
      if (row instanceof Refusal) return row;
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        const [retry] = await transaction.run(queries.getRetry, [sellerId, endpointId, deliveryId]);
        const [logged] = await transaction.run(queries.getAttempts, [sellerId, endpointId, deliveryId]);
        if (!retry && !logged) return unknown(deliveryId);
        const seq = retry?.seq ?? logged?.seq ?? null;
        const [event] = seq === null ? [] : await transaction.run(queries.resourceOf, [sellerId, seq]);
        const resource = event?.resource ?? `test/${deliveryId}`;
        const body = retry?.body ?? bodyOf(logged!.request);
        const origin = seq === null ? "test" : "redelivery";
        await transaction.run(queries.putDelivery, [sellerId, endpointId, deliveryId, resource, seq, body, origin, call.at]);
        return { status: 202, body: deliveryAccepted(endpointId, deliveryId) };
      });
      newEventsSignalOf(db).notify([sellerId]);
      return answer;
    }),
  ];
}

/** How attempts end, in the log of them. */
const OUTCOMES: readonly string[] = ["delivered", "failed", "dead", "disabled"];
/** Statuses of what is written down to be delivered, and whether it is given up; the others are of attempts. */
const WRITTEN_DOWN: ReadonlyMap<string, boolean> = new Map([
  ["pending", false],
  ["dead", true],
]);

/** Of which lists these statuses are: the outcomes of attempts, and whether what is not delivered is given up. Unasked, every attempt. */
export function listsOf(statuses: readonly string[] | undefined): readonly [outcomes: readonly string[], givenUp: readonly boolean[]] {
  if (statuses === undefined) return [OUTCOMES, []];
  return [statuses.filter((one) => !WRITTEN_DOWN.has(one)), statuses.flatMap((one) => WRITTEN_DOWN.get(one) ?? [])];
}

/** A page of a list whose total nobody counts: `items` are one more than the page takes when there are more. */
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
