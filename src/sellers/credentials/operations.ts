import { isoDateTime } from "../../platform/basics/index.ts";
import { type Endpoint, endpoint, type Environment, Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { CredentialCache } from "../credential-cache.ts";
import { sellerErrors } from "../errors.ts";
import type { SellerCall, SellerIdentity } from "../caller-identity.ts";
import { rotate } from "./rotate.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";
import { credentialUnknown, credentialView, rotationAnswer } from "./view.ts";

const base = "/api/v1/credentials";

export interface OwnCredentialsContext {
  readonly db: Database;
  readonly credentialCache: CredentialCache;
  readonly environment: Environment;
}

/** Operations that let an integration manage its application's credentials for the seller (decisions 6). */
export function ownCredentialEndpoints({ db, credentialCache, environment }: OwnCredentialsContext): readonly Endpoint[] {
  /** Finds a credential of the caller's application. Credentials of other applications are refused as unknown. */
  const findOwn = async ({ sellerId, clientId }: SellerIdentity, credentialId: string): Promise<queries.CredentialView | Refusal> => {
    const [found] = await db.run([sellerId], queries.findCredential, [sellerId, credentialId]);
    return found?.client_id === clientId ? found : credentialUnknown(credentialId);
  };
  const ownView = (row: queries.CredentialView, current: string) => ({
    ...credentialView(base, row),
    current: row.credential_id === current,
  });
  return [
    endpoint(contract.listOwnCredentials, async (call: SellerCall<typeof contract.listOwnCredentials>) => {
      const { sellerId, clientId, credentialId } = call.who;
      const rows = await db.run([sellerId], queries.listCredentials, [sellerId, clientId]);
      const items = rows.map((row) => ownView(row, credentialId));
      return { status: 200, body: { items, links: [{ rel: "self", href: base }] } };
    }),
    endpoint(contract.getOwnCredential, async (call: SellerCall<typeof contract.getOwnCredential>) => {
      const row = await findOwn(call.who, call.path.credentialId);
      return row instanceof Refusal ? row : { status: 200, body: ownView(row, call.who.credentialId) };
    }),
    endpoint(contract.rotateOwnCredential, async (call: SellerCall<typeof contract.rotateOwnCredential>) => {
      const { sellerId, credentialId } = call.who;
      const { requestId, at } = call;
      const rotation = { sellerId, credentialId, ...call.body, requestId, at };
      const answer = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
        const result = await rotate(transaction, environment, rotation);
        return result instanceof Refusal ? result : rotationAnswer(base, result, at);
      });
      credentialCache.clear();
      return answer;
    }),
    endpoint(contract.revokeOwnCredential, async (call: SellerCall<typeof contract.revokeOwnCredential>) => {
      const { sellerId, scopes } = call.who;
      const { credentialId } = call.path;
      const found = await findOwn(call.who, credentialId);
      if (found instanceof Refusal) return found;
      // The caller's credential may revoke only credentials whose scopes it has too.
      const missing = found.scopes.filter((scope) => !scopes.includes(scope));
      if (missing.length > 0) return sellerErrors.refuse("scope_missing", { allowed: missing });
      const [row] = await db.run([], queries.revokeCredential, [sellerId, credentialId, call.at]);
      credentialCache.clear();
      return { status: 200, body: { id: credentialId, revokedAt: isoDateTime(row!.revoked_at) } };
    }),
  ];
}
