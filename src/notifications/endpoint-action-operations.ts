import { seqAt } from "../events/index.ts";
import { HOUR_MS, isoDateTime, publicId, realNow } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import { changeIdempotently } from "../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../platform/jobs/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { enabledEndpoint, lastExpiredSeq, unknownEndpoint, type EndpointContext } from "./endpoint-operations.ts";
import { deliveryAccepted, endpointHref } from "./endpoint-view.ts";
import { notificationErrors } from "./errors.ts";
import * as queries from "./queries.ts";
import { newSecret, sealSecret } from "./secret.ts";
import { testBody } from "./test-body.ts";

type TestCall = SellerCall<typeof contract.testNotificationEndpoint>;
type RotateCall = SellerCall<typeof contract.rotateNotificationSecret>;
type ReplayCall = SellerCall<typeof contract.replayNotifications>;

/** Tests an endpoint, rotates its secret, and sends events again (decisions 7). */
export const endpointActionEndpoints = (context: EndpointContext): readonly Endpoint[] => [
  endpoint(contract.testNotificationEndpoint, (call: TestCall) => sendTest(context, call)),
  endpoint(contract.rotateNotificationSecret, (call: RotateCall) => rotateSecret(context, call)),
  endpoint(contract.replayNotifications, (call: ReplayCall) => startReplay(context, call)),
];

async function sendTest({ db }: EndpointContext, call: TestCall): Promise<Answer | Refusal> {
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
}

async function rotateSecret({ db, keys, secretOverlapHours, changed }: EndpointContext, call: RotateCall): Promise<Answer | Refusal> {
  const { sellerId } = call.who;
  const { endpointId } = call.path;
  const secret = newSecret();
  // Receivers check signatures against real time, so the overlap is real time too.
  const previousUntil = realNow() + secretOverlapHours * HOUR_MS;
  const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    const sealed = sealSecret(keys, secret, { sellerId, endpointId });
    const [row] = await transaction.run(queries.rotateSecret, [sellerId, endpointId, sealed, previousUntil]);
    if (!row) return unknownEndpoint(endpointId);
    const body = { secret, previousUntil: isoDateTime(previousUntil), links: [{ rel: "endpoint", href: endpointHref(endpointId) }] };
    return { status: 200, body };
  });
  changed(sellerId, endpointId);
  return answer;
}

async function startReplay(context: EndpointContext, call: ReplayCall): Promise<Answer | Refusal> {
  const { db } = context;
  const { sellerId } = call.who;
  const { afterSeq, since } = call.body;
  if ((afterSeq === undefined) === (since === undefined)) return notificationErrors.refuse("replay_start_needed");
  const row = await enabledEndpoint(db, sellerId, call.path.endpointId);
  if (row instanceof Refusal) return row;
  const lastExpired = await lastExpiredSeq(context, sellerId, call.at);
  const after = afterSeq ?? (await seqAt(db, sellerId, since!));
  if (after < lastExpired || after > row.events) {
    const pointer = afterSeq === undefined ? "/since" : "/afterSeq";
    const received = afterSeq ?? isoDateTime(since!);
    return notificationErrors.refuse("replay_outside_retention", { pointer, received, allowed: lastExpired });
  }
  const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    const [started] = await transaction.run(queries.replay, [sellerId, row.endpoint_id, after]);
    const links = [{ rel: "endpoint", href: endpointHref(row.endpoint_id) }];
    return { status: 202, body: { fromSeq: after + 1, untilSeq: started?.replay_until ?? after, links } };
  });
  newEventsSignalOf(db).notify([sellerId]);
  return answer;
}
