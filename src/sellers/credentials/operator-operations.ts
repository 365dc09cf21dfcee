import { isoDateTime, realNow } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, type Environment, type Failure, Refusal, selfLink } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { CredentialCache } from "../credential-cache.ts";
import { sellerErrors } from "../errors.ts";
import type { OperatorCall } from "../caller-identity.ts";
import { findApplication, findSeller } from "../queries.ts";
import { rotate } from "./rotate.ts";
import * as contract from "./contract.ts";
import { createApplication, createCredential, type Admit, type NewCredential } from "./create.ts";
import * as queries from "./queries.ts";
import { credentialUnknown, credentialView, rotationAnswer } from "./view.ts";

const baseOf = (sellerId: number) => `/operator/v1/sellers/${sellerId}/credentials`;

export interface CredentialsContext {
  readonly db: Database;
  readonly credentialCache: CredentialCache;
  readonly environment: Environment;
  readonly admit: Admit;
  /** Called after a request to create a credential with an expiry. */
  readonly onExpiring: () => void;
}

/** Operators' operations on the credentials of sellers (decisions 8). */
export const credentialEndpoints = (context: CredentialsContext): readonly Endpoint[] => [
  endpoint(contract.createCredential, (call: OperatorCall<typeof contract.createCredential>) => create(context, call)),
  endpoint(contract.listCredentials, (call: OperatorCall<typeof contract.listCredentials>) => list(context, call)),
  endpoint(contract.getCredential, (call: OperatorCall<typeof contract.getCredential>) => get(context, call)),
  endpoint(contract.rotateCredential, (call: OperatorCall<typeof contract.rotateCredential>) => rotateOf(context, call)),
  endpoint(contract.revokeCredential, (call: OperatorCall<typeof contract.revokeCredential>) => revoke(context, call)),
];

async function create(context: CredentialsContext, call: OperatorCall<typeof contract.createCredential>): Promise<Answer | Refusal> {
  const { db, environment, admit, onExpiring } = context;
  const { at, requestId, body } = call;
  const { sellerId } = call.path;
  if (!(await sellerExists(db, sellerId))) return sellerUnknown(sellerId);
  const failures = await failuresOf(db, body);
  if (failures.length > 0) return new Refusal(failures);
  // The transaction must see every seller, because admission depends on the application's calls for its first seller.
  const answer = await changeIdempotently(db, "every seller", call.idempotencyKey, async (transaction): Promise<Answer | Refusal> => {
    const clientId = body.clientId ?? (await createApplication(transaction, environment, { name: body.name, at }));
    const refusal = await admit({ sellerId, clientId, report: body.report, at }, transaction);
    if (refusal) return refusal;
    const issued = await createCredential(transaction, environment, { ...body, sellerId, clientId, requestId, at });
    const href = `${baseOf(sellerId)}/${issued.id}`;
    const expiresAt = body.expiresAt === undefined ? undefined : isoDateTime(body.expiresAt);
    const view = { ...issued, name: body.name, createdAt: isoDateTime(at), expiresAt, links: [selfLink(href)] };
    return { status: 201, headers: { location: href }, body: view };
  });
  if (body.expiresAt !== undefined) onExpiring();
  return answer;
}

const sellerExists = async (db: Database, sellerId: number) => (await db.run([], findSeller, [sellerId])).length > 0;
const sellerUnknown = (sellerId: number) => sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });

async function failuresOf(
  db: Database,
  { clientId, expiresAt }: Pick<NewCredential, "clientId" | "expiresAt">,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  if (clientId !== undefined && (await db.run([], findApplication, [clientId])).length === 0)
    failures.push(sellerErrors.failure("application_unknown", { pointer: "/clientId", received: clientId }));
  // Credentials expire in real time, not by the sandbox's clock.
  if (expiresAt !== undefined && expiresAt <= realNow())
    failures.push(sellerErrors.failure("expiry_past", { pointer: "/expiresAt", received: isoDateTime(expiresAt) }));
  return failures;
}

async function list({ db }: CredentialsContext, call: OperatorCall<typeof contract.listCredentials>): Promise<Answer | Refusal> {
  const { sellerId } = call.path;
  if (!(await sellerExists(db, sellerId))) return sellerUnknown(sellerId);
  const rows = await db.run([sellerId], queries.listCredentials, [sellerId, null]);
  const base = baseOf(sellerId);
  return { status: 200, body: { items: rows.map((row) => credentialView(base, row)), links: [selfLink(base)] } };
}

async function get({ db }: CredentialsContext, call: OperatorCall<typeof contract.getCredential>): Promise<Answer | Refusal> {
  const { sellerId, credentialId } = call.path;
  const [row] = await db.run([sellerId], queries.findCredential, [sellerId, credentialId]);
  return row ? { status: 200, body: credentialView(baseOf(sellerId), row) } : credentialUnknown(credentialId);
}

async function rotateOf(context: CredentialsContext, call: OperatorCall<typeof contract.rotateCredential>): Promise<Answer | Refusal> {
  const { db, credentialCache, environment } = context;
  const { sellerId, credentialId } = call.path;
  const { requestId, at } = call;
  const [found] = await db.run([sellerId], queries.findCredential, [sellerId, credentialId]);
  if (!found) return credentialUnknown(credentialId);
  const rotation = { sellerId, credentialId, ...call.body, requestId, at };
  const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    const result = await rotate(transaction, environment, rotation);
    return result instanceof Refusal ? result : rotationAnswer(baseOf(sellerId), result, at);
  });
  credentialCache.clear();
  return answer;
}

async function revoke(
  { db, credentialCache }: CredentialsContext,
  call: OperatorCall<typeof contract.revokeCredential>,
): Promise<Answer | Refusal> {
  const { sellerId, credentialId } = call.path;
  const [row] = await db.run([], queries.revokeCredential, [sellerId, credentialId, call.at]);
  credentialCache.clear();
  return row ? { status: 200, body: { id: credentialId, revokedAt: isoDateTime(row.revoked_at) } } : credentialUnknown(credentialId);
}
