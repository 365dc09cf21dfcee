import { isoDateTime, realNow } from "../../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint, type Environment } from "../../platform/contract/operation.ts";
import type { Database } from "../../platform/database/database.ts";
import { Refusal, type Failure } from "../../platform/contract/errors.ts";
import { changeIdempotently } from "../../platform/idempotency/change.ts";
import { selfLink } from "../../platform/contract/paging.ts";
import type { Directory } from "../credential-cache.ts";
import { sellerErrors } from "../errors.ts";
import type { OperatorCall } from "../caller-identity.ts";
import { findApplication, findSeller } from "../queries.ts";
import { rotate } from "./rotate.ts";
import * as contract from "./contract.ts";
import { makeApplication, makeCredential, type Admit } from "./create.ts";
import * as queries from "./queries.ts";
import { credentialUnknown, credentialView, rotatedAnswer } from "./view.ts";

const baseOf = (sellerId: number) => `/operator/v1/sellers/${sellerId}/credentials`;

export interface KeysContext {
  readonly db: Database;
  readonly directory: Directory;
  readonly environment: Environment;
  readonly admit: Admit;
  /** Called when a credential was made that expires. */
  readonly onExpiring: () => void;
}

/** The credentials of sellers, for the marketplace's own people (decisions 8). */
export function keyEndpoints({ db, directory, environment, admit, onExpiring }: KeysContext): readonly Endpoint[] {
  const sellerIsKnown = async (sellerId: number) => (await db.run([], findSeller, [sellerId])).length > 0;
  const sellerUnknown = (sellerId: number) => sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });

  const wrongIn = async ({ clientId, expiresAt }: { readonly clientId?: string | undefined; readonly expiresAt?: number | undefined }) => {
    const failures: Failure[] = [];
    if (clientId !== undefined && (await db.run([], findApplication, [clientId])).length === 0)
      failures.push(sellerErrors.failure("application_unknown", { pointer: "/clientId", received: clientId }));
    // Credentials expire in real time, whatever the sandbox's clock says.
    if (expiresAt !== undefined && expiresAt <= realNow())
      failures.push(sellerErrors.failure("expiry_past", { pointer: "/expiresAt", received: isoDateTime(expiresAt) }));
    return failures;
  };

  return [
    endpoint(contract.createCredential, async (call: OperatorCall<typeof contract.createCredential>) => {
      const { sellerId } = call.path;
      const { at, requestId, body } = call;
      if (!(await sellerIsKnown(sellerId))) return sellerUnknown(sellerId);
      const failures = await wrongIn(body);
      if (failures.length > 0) return new Refusal(failures);
      // Whether production admits depends on what the application did for its first seller.
      const answer = await changeIdempotently(db, "every seller", call.idempotencyKey, async (transaction): Promise<Answer | Refusal> => {
        const clientId = body.clientId ?? (await makeApplication(transaction, environment, { name: body.name, at }));
        const refusal = await admit({ sellerId, clientId, report: body.report, at }, transaction);
        if (refusal) return refusal;
        const issued = await makeCredential(transaction, environment, { ...body, sellerId, clientId, requestId, at });
        const href = `${baseOf(sellerId)}/${issued.id}`;
        const expiresAt = body.expiresAt === undefined ? undefined : isoDateTime(body.expiresAt);
        const told = { ...issued, name: body.name, createdAt: isoDateTime(at), expiresAt, links: [selfLink(href)] };
        return { status: 201, headers: { location: href }, body: told };
      });
      if (body.expiresAt !== undefined) onExpiring();
      return answer;
    }),
    endpoint(contract.listCredentials, async (call: OperatorCall<typeof contract.listCredentials>) => {
      const { sellerId } = call.path;
      if (!(await sellerIsKnown(sellerId))) return sellerUnknown(sellerId);
      const rows = await db.run([sellerId], queries.listCredentials, [sellerId, null]);
      const base = baseOf(sellerId);
      return { status: 200, body: { items: rows.map((row) => credentialView(base, row)), links: [selfLink(base)] } };
    }),
    endpoint(contract.getCredential, async (call: OperatorCall<typeof contract.getCredential>) => {
      const { sellerId, credentialId } = call.path;
      const [row] = await db.run([sellerId], queries.findCredential, [sellerId, credentialId]);
      return row ? { status: 200, body: credentialView(baseOf(sellerId), row) } : credentialUnknown(credentialId);
    }),
    endpoint(contract.rotateCredential, async (call: OperatorCall<typeof contract.rotateCredential>) => {
      const { sellerId, credentialId } = call.path;
      const { requestId, at } = call;
      const [found] = await db.run([sellerId], queries.findCredential, [sellerId, credentialId]);
      if (!found) return credentialUnknown(credentialId);
      const rotation = { sellerId, credentialId, ...call.body, requestId, at };
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        const rotated = await rotate(transaction, environment, rotation);
        return rotated instanceof Refusal ? rotated : rotatedAnswer(baseOf(sellerId), rotated, at);
      });
      directory.forget();
      return answer;
    }),
    endpoint(contract.revokeCredential, async (call: OperatorCall<typeof contract.revokeCredential>) => {
      const { sellerId, credentialId } = call.path;
      const [row] = await db.run([], queries.revokeCredential, [sellerId, credentialId, call.at]);
      directory.forget();
      return row ? { status: 200, body: { id: credentialId, revokedAt: isoDateTime(row.revoked_at) } } : credentialUnknown(credentialId);
    }),
  ];
}
