import { seqAt } from "../events/index.ts";
import { DAY_MS, publicId, realNow } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, type Lang, listPath, type Refusal, selfLink } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import { changeIdempotently } from "../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../platform/jobs/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import { addressRefusal, type AddressSettings } from "./address.ts";
import * as contract from "./contract.ts";
import { ENDPOINTS_PATH, endpointHref, endpointView, type ViewTimes } from "./endpoint-view.ts";
import { isInHealth } from "./endpoint-counts.ts";
import { notificationErrors } from "./errors.ts";
import * as queries from "./queries.ts";
import { newSecret, sealSecret } from "./secret.ts";

export interface EndpointContext extends AddressSettings {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly eventRetentionDays: number;
  readonly secretOverlapHours: number;
  /** Called after a call has changed an endpoint, before the call is answered. */
  readonly changed: (sellerId: number, endpointId: string) => void;
}

const MAX_ENDPOINTS = 20;

/** Registers, shows, changes and removes the endpoints of a seller (decisions 7). */
export const endpointEndpoints = (context: EndpointContext): readonly Endpoint[] => [
  endpoint(contract.listNotificationEndpoints, async (call: SellerCall<typeof contract.listNotificationEndpoints>) => {
    const { sellerId } = call.who;
    const rows = await context.db.run([sellerId], queries.listEndpoints, [sellerId]);
    const { health } = call.query;
    const items = rows
      .filter((row) => health === undefined || isInHealth(row, health))
      .map((row) => endpointView(row, viewTimes(call.at), call.lang));
    return { status: 200, body: { items, links: [selfLink(listPath(ENDPOINTS_PATH, { health }))] } };
  }),
  endpoint(contract.createNotificationEndpoint, (call: CreateCall) => createEndpoint(context, call)),
  endpoint(contract.getNotificationEndpoint, (call: SellerCall<typeof contract.getNotificationEndpoint>) =>
    endpointAnswer(context.db, call.who.sellerId, call.path.endpointId, call),
  ),
  endpoint(contract.putNotificationEndpoint, async (call: PutCall) => {
    const { sellerId } = call.who;
    const { endpointId } = call.path;
    const refusal = await changeEndpoint(context, call);
    if (refusal) return refusal;
    context.changed(sellerId, endpointId);
    newEventsSignalOf(context.db).notify([sellerId]);
    return endpointAnswer(context.db, sellerId, endpointId, call);
  }),
  endpoint(contract.deleteNotificationEndpoint, async (call: SellerCall<typeof contract.deleteNotificationEndpoint>) => {
    const { sellerId } = call.who;
    const { endpointId } = call.path;
    const [deleted] = await context.db.transaction([sellerId], async (transaction) => {
      const rows = await transaction.run(queries.deleteEndpoint, [sellerId, endpointId]);
      await transaction.run(queries.deleteRetries, [sellerId, endpointId]);
      return rows;
    });
    context.changed(sellerId, endpointId);
    return deleted ? { status: 204 } : unknownEndpoint(endpointId);
  }),
];

type CreateCall = SellerCall<typeof contract.createNotificationEndpoint>;
type PutCall = SellerCall<typeof contract.putNotificationEndpoint>;

async function createEndpoint(context: EndpointContext, call: CreateCall): Promise<Answer | Refusal> {
  const { db, keys } = context;
  const { sellerId } = call.who;
  const { name, url, events, enabled = true } = call.body;
  const refusal = urlRefusal(url, context);
  if (refusal) return refusal;
  const endpointId = publicId("nep");
  const secret = newSecret();
  return changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    await transaction.run(queries.lockSeller, [sellerId]);
    const [counted] = await transaction.run(queries.countEndpoints, [sellerId]);
    if (counted!.endpoints >= MAX_ENDPOINTS) return notificationErrors.refuse("endpoints_too_many", { allowed: MAX_ENDPOINTS });
    const sealed = sealSecret(keys, secret, { sellerId, endpointId });
    const status = enabled ? "enabled" : "paused";
    await transaction.run(queries.insertEndpoint, [sellerId, endpointId, name, url, events, status, sealed, call.at]);
    const [row] = await transaction.run(queries.getEndpoint, [sellerId, endpointId]);
    const body = { ...endpointView(row!, viewTimes(call.at), call.lang), secret };
    return { status: 201, headers: { location: endpointHref(endpointId) }, body };
  });
}

/** Changes an endpoint, or returns why that is refused. */
async function changeEndpoint(context: EndpointContext, call: PutCall): Promise<Refusal | undefined> {
  const { db } = context;
  const { sellerId } = call.who;
  const { endpointId } = call.path;
  const { name, url, events, enabled = true } = call.body;
  const lastExpired = await lastExpiredSeq(context, sellerId, call.at);
  return db.transaction([sellerId], async (transaction) => {
    const [before] = await transaction.run(queries.lockEndpoint, [sellerId, endpointId]);
    if (!before) return unknownEndpoint(endpointId);
    // An unchanged URL is checked only when the endpoint is enabled again, because other settings may have applied when it was registered.
    const needsCheck = url !== before.url || (enabled && before.status !== "enabled");
    const refusal = needsCheck ? urlRefusal(url, context) : undefined;
    if (refusal) return refusal;
    const values = [sellerId, endpointId, name, url, events, enabled ? "enabled" : "paused", lastExpired];
    const [changed] = await transaction.run(queries.changeEndpoint, values);
    if (changed?.mended) await transaction.run(queries.retryNow, [sellerId, endpointId, call.at]);
    return undefined;
  });
}

/** The refusal of a URL that may not receive notifications; undefined when it may. */
function urlRefusal(url: string, settings: AddressSettings): Refusal | undefined {
  const reason = addressRefusal(url, settings);
  return reason && notificationErrors.refuse("endpoint_address_refused", { pointer: "/url", received: url, params: { reason } });
}

/**
 * The seq of the last event of a seller that has expired and is no longer shown; 0 when all events are still shown. `at` is marketplace time, epoch
 * ms.
 */
export const lastExpiredSeq = (
  { db, eventRetentionDays }: Pick<EndpointContext, "db" | "eventRetentionDays">,
  sellerId: number,
  at: number,
): Promise<number> => seqAt(db, sellerId, at - eventRetentionDays * DAY_MS);

/** The refusal of an endpoint that the seller does not have. */
export const unknownEndpoint = (received: string): Refusal =>
  notificationErrors.refuse("endpoint_unknown", { pointer: "path.endpointId", received });

/** An endpoint that accepts deliveries now, or the refusal that says why it does not. */
export async function enabledEndpoint(
  db: Pick<Database, "run">,
  sellerId: number,
  endpointId: string,
): Promise<queries.EndpointRow | Refusal> {
  const [row] = await db.run([sellerId], queries.getEndpoint, [sellerId, endpointId]);
  if (!row) return unknownEndpoint(endpointId);
  return row.status === "enabled" ? row : notificationErrors.refuse("endpoint_not_enabled", { received: row.status });
}

async function endpointAnswer(
  db: Database,
  sellerId: number,
  endpointId: string,
  { at, lang }: { readonly at: number; readonly lang: Lang },
): Promise<Answer | Refusal> {
  const [row] = await db.run([sellerId], queries.getEndpoint, [sellerId, endpointId]);
  return row ? { status: 200, body: endpointView(row, viewTimes(at), lang) } : unknownEndpoint(endpointId);
}

const viewTimes = (at: number): ViewTimes => ({ now: at, realNow: realNow() });
