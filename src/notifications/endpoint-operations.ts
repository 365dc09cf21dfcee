import { seqAt } from "../events/index.ts";
import { DAY_MS, HOUR_MS, isoDateTime, realNow } from "../platform/basics/clock.ts";
import { endpoint, type Endpoint } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { publicId } from "../platform/basics/random.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import { changeIdempotently } from "../platform/idempotency/change.ts";
import { newEventsSignalOf } from "../platform/jobs/new-events-signal.ts";
import type { SellerCall } from "../sellers/index.ts";
import { refusedAddress, type Reach } from "./address.ts";
import * as contract from "./contract.ts";
import { BASE, endpointView, hrefOf, type Moment } from "./endpoint-view.ts";
import { notificationErrors } from "./errors.ts";
import * as queries from "./queries.ts";
import { newSecret, sealSecret } from "./secret.ts";
import { testBody } from "./test-body.ts";

export interface EndpointContext extends Reach {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly eventRetentionDays: number;
  readonly secretOverlapHours: number;
  /** Told of an endpoint that is not what it was, before its caller is. */
  readonly changed: (sellerId: number, endpointId: string) => void;
}

const MOST_ENDPOINTS = 20;

const momentOf = (at: number): Moment => ({ now: at, realNow: realNow() });

/** The refusal of an endpoint that is not the seller's. */
export const unknownEndpoint = (received: string): Refusal =>
  notificationErrors.refuse("endpoint_unknown", { pointer: "path.endpointId", received });

/** An endpoint that takes deliveries now, or why it does not. */
export async function enabledEndpoint(
  db: Pick<Database, "run">,
  sellerId: number,
  endpointId: string,
): Promise<queries.EndpointRow | Refusal> {
  const [row] = await db.run([sellerId], queries.getEndpoint, [sellerId, endpointId]);
  if (!row) return unknownEndpoint(endpointId);
  return row.status === "enabled" ? row : notificationErrors.refuse("endpoint_not_enabled", { received: row.status });
}

/** Where sellers say what they want to hear of, and where (decisions 7). */
export function endpointEndpoints(context: EndpointContext): readonly Endpoint[] {
  const { db, keys } = context;
  const addressRefusal = (url: string) => {
    const reason = refusedAddress(url, context);
    return reason && notificationErrors.refuse("endpoint_address_refused", { pointer: "/url", received: url, params: { reason } });
  };
  /** The last event that is not kept any more. */
  const horizon = (sellerId: number, at: number) => seqAt(db, sellerId, at - context.eventRetentionDays * DAY_MS);
  const found = async (sellerId: number, endpointId: string, { at, lang }: { readonly at: number; readonly lang: "pt-BR" | "en" }) => {
    const [row] = await db.run([sellerId], queries.getEndpoint, [sellerId, endpointId]);
    return row ? { status: 200, body: endpointView(row, momentOf(at), lang) } : unknownEndpoint(endpointId);
  };

  return [
    endpoint(contract.listNotificationEndpoints, async (call: SellerCall<typeof contract.listNotificationEndpoints>) => {
      const rows = await db.run([call.who.sellerId], queries.listEndpoints, [call.who.sellerId]);
      const items = rows.map((row) => endpointView(row, momentOf(call.at), call.lang));
      return { status: 200, body: { items, links: [{ rel: "self", href: BASE }] } };
    }),
    endpoint(contract.createNotificationEndpoint, async (call: SellerCall<typeof contract.createNotificationEndpoint>) => {
      const { sellerId } = call.who;
      const { name, url, events, enabled = true } = call.body;
      const refusal = addressRefusal(url);
      if (refusal) return refusal;
      const endpointId = publicId("nep");
      const secret = newSecret();
      return changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        await transaction.run(queries.lockSeller, [sellerId]);
        const [counted] = await transaction.run(queries.countEndpoints, [sellerId]);
        if (counted!.endpoints >= MOST_ENDPOINTS) return notificationErrors.refuse("endpoints_too_many", { allowed: MOST_ENDPOINTS });
        const sealed = sealSecret(keys, secret, { sellerId, endpointId });
        const status = enabled ? "enabled" : "paused";
        await transaction.run(queries.insertEndpoint, [sellerId, endpointId, name, url, events, status, sealed, call.at]);
        const [row] = await transaction.run(queries.getEndpoint, [sellerId, endpointId]);
        const body = { ...endpointView(row!, momentOf(call.at), call.lang), secret };
        return { status: 201, headers: { location: hrefOf(endpointId) }, body };
      });
    }),
    endpoint(contract.getNotificationEndpoint, (call: SellerCall<typeof contract.getNotificationEndpoint>) =>
      found(call.who.sellerId, call.path.endpointId, call),
    ),
    endpoint(contract.putNotificationEndpoint, async (call: SellerCall<typeof contract.putNotificationEndpoint>) => {
      const { sellerId } = call.who;
      const { endpointId } = call.path;
      const { name, url, events, enabled = true } = call.body;
      const kept = await horizon(sellerId, call.at);
      const refusal = await db.transaction([sellerId], async (transaction) => {
        const [before] = await transaction.run(queries.lockEndpoint, [sellerId, endpointId]);
        if (!before) return unknownEndpoint(endpointId);
        // What stands where it stood is judged only when it is enabled: it may have been taken while the server listened elsewhere.
        const refused = url !== before.url || (enabled && before.status !== "enabled") ? addressRefusal(url) : undefined;
        if (refused) return refused;
        const values = [sellerId, endpointId, name, url, events, enabled ? "enabled" : "paused", kept];
        const [changed] = await transaction.run(queries.changeEndpoint, values);
        if (changed?.mended) await transaction.run(queries.retryNow, [sellerId, endpointId, call.at]);
        return undefined;
      });
      if (refusal) return refusal;
      context.changed(sellerId, endpointId);
      newEventsSignalOf(db).notify([sellerId]);
      return found(sellerId, endpointId, call);
    }),
    endpoint(contract.deleteNotificationEndpoint, async (call: SellerCall<typeof contract.deleteNotificationEndpoint>) => {
      const { sellerId } = call.who;
      const { endpointId } = call.path;
      const [gone] = await db.transaction([sellerId], async (transaction) => {
        const deleted = await transaction.run(queries.deleteEndpoint, [sellerId, endpointId]);
        await transaction.run(queries.deleteRetries, [sellerId, endpointId]);
        return deleted;
      });
      context.changed(sellerId, endpointId);
      return gone ? { status: 204 } : unknownEndpoint(endpointId);
    }),
    endpoint(contract.testNotificationEndpoint, async (call: SellerCall<typeof contract.testNotificationEndpoint>) => {
      const { sellerId } = call.who;
      const row = await enabledEndpoint(db, sellerId, call.path.endpointId);
      if (row instanceof Refusal) return row;
      const deliveryId = publicId("tst");
      const body = testBody({ deliveryId, sellerId, url: row.url, at: call.at });
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        const resource = `test/${deliveryId}`;
        await transaction.run(queries.putDelivery, [sellerId, row.endpoint_id, deliveryId, resource, null, body, "test", call.at]);
        return { status: 202, body: deliveryAccepted(row.endpoint_id, deliveryId) };
      });
      newEventsSignalOf(db).notify([sellerId]);
      return answer;
    }),
    endpoint(contract.rotateNotificationSecret, async (call: SellerCall<typeof contract.rotateNotificationSecret>) => {
      const { sellerId } = call.who;
      const { endpointId } = call.path;
      const secret = newSecret();
      // Receivers judge signatures by real time.
      const previousUntil = realNow() + context.secretOverlapHours * HOUR_MS;
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        const sealed = sealSecret(keys, secret, { sellerId, endpointId });
        const [row] = await transaction.run(queries.rotateSecret, [sellerId, endpointId, sealed, previousUntil]);
        if (!row) return unknownEndpoint(endpointId);
        const body = { secret, previousUntil: isoDateTime(previousUntil), links: [{ rel: "endpoint", href: hrefOf(endpointId) }] };
        return { status: 200, body };
      });
      context.changed(sellerId, endpointId);
      return answer;
    }),
    endpoint(contract.replayNotifications, async (call: SellerCall<typeof contract.replayNotifications>) => {
      const { sellerId } = call.who;
      const { afterSeq, since } = call.body;
      if ((afterSeq === undefined) === (since === undefined)) return notificationErrors.refuse("replay_start_needed");
      const row = await enabledEndpoint(db, sellerId, call.path.endpointId);
      if (row instanceof Refusal) return row;
      const kept = await horizon(sellerId, call.at);
      const after = afterSeq ?? (await seqAt(db, sellerId, since!));
      if (after < kept || after > row.events) {
        const told = { pointer: afterSeq === undefined ? "/since" : "/afterSeq", received: afterSeq ?? isoDateTime(since!), allowed: kept };
        return notificationErrors.refuse("replay_outside_retention", told);
      }
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        const [set] = await transaction.run(queries.replay, [sellerId, row.endpoint_id, after]);
        const links = [{ rel: "endpoint", href: hrefOf(row.endpoint_id) }];
        return { status: 202, body: { fromSeq: after + 1, untilSeq: set?.replay_until ?? after, links } };
      });
      newEventsSignalOf(db).notify([sellerId]);
      return answer;
    }),
  ];
}

/** What a delivery that was accepted is answered with. */
export const deliveryAccepted = (endpointId: string, deliveryId: string) => ({
  deliveryId,
  links: [{ rel: "self", href: `${hrefOf(endpointId)}/deliveries/${encodeURIComponent(deliveryId)}` }],
});
