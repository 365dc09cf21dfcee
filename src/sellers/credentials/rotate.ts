import { HOUR_MS, opaqueToken, publicId, realNow, sha256 } from "../../platform/basics/index.ts";
import type { Environment, Refusal } from "../../platform/contract/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { TOKEN_PREFIX } from "../authentication.ts";
import { sellerErrors } from "../errors.ts";
import type { Scope } from "../caller-identity.ts";
import * as queries from "./queries.ts";

/** Maximum number of live credentials of an application for one seller, counting a new successor. */
const MAX_LIVE = 2;
/** How long the previous credential stays valid by default. */
const OVERLAP_HOURS = 24;

/** The new credential, with its token, and when the previous one ends. Instants are epoch ms of real time. */
export interface RotationResult {
  readonly id: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null = never. */
  readonly expiresAt: number | null;
  readonly replaces: string;
  readonly previousExpiresAt: number;
}

/** The credential to rotate, and how. */
export interface Rotation {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly overlapHours?: number | undefined;
  readonly requestId: string;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Creates a successor with the credential's scopes, plan and lifetime, and ends the credential after the overlap. Refuses a credential that
 * has ended, and a rotation that would leave more than MAX_LIVE of its application and seller live. After a refusal, the transaction must
 * be rolled back.
 */
export async function rotate(
  transaction: Transaction,
  environment: Environment,
  { sellerId, credentialId, overlapHours = OVERLAP_HOURS, requestId, at }: Rotation,
): Promise<RotationResult | Refusal> {
  const nowMs = realNow();
  // Locks the credential: a concurrent rotation waits, and then sees its end or its successor.
  const [ending] = await transaction.run(queries.shortenExpiry, [sellerId, credentialId, nowMs, nowMs + overlapHours * HOUR_MS]);
  if (!ending) return sellerErrors.refuse("credential_ended", { received: credentialId });
  const accessToken = opaqueToken(TOKEN_PREFIX[environment]);
  const id = publicId("crd");
  const values = [sha256(accessToken), id, sellerId, credentialId, at, nowMs, requestId, MAX_LIVE];
  const [successor] = await transaction.run(queries.insertSuccessor, values);
  if (!successor) return sellerErrors.refuse("credentials_at_most", { allowed: MAX_LIVE });
  return {
    id,
    clientId: successor.client_id,
    accessToken,
    name: successor.name,
    scopes: successor.scopes,
    expiresAt: successor.expires_at,
    replaces: credentialId,
    previousExpiresAt: ending.expires_at,
  };
}
