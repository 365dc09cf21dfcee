import { HOUR_MS, opaqueToken, publicId, realNow, sha256 } from "../../platform/basics/index.ts";
import type { Environment, Refusal } from "../../platform/contract/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { TOKEN_PREFIX } from "../authentication.ts";
import { sellerErrors } from "../errors.ts";
import type { Scope } from "../caller-identity.ts";
import * as queries from "./queries.ts";

/** Maximum number of valid credentials of an application for one seller, including a new successor. */
const MAX_LIVE = 2;
/** Default time that the previous credential stays valid after a rotation. */
const OVERLAP_HOURS = 24;

/** The new credential with its token, and the expiry of the previous one. Instants are epoch ms of real time. */
export interface RotationResult {
  readonly id: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null = the credential does not expire. */
  readonly expiresAt: number | null;
  readonly replaces: string;
  readonly previousExpiresAt: number;
}

/** A request to rotate a credential. */
export interface Rotation {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly overlapHours?: number | undefined;
  readonly requestId: string;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}

/**
 * Creates a successor with the same scopes, plan and lifetime. The previous credential expires after the overlap, or at its own expiry if
 * that is earlier. Refuses a credential that has expired or was revoked. Also refuses when the application would have more than MAX_LIVE
 * valid credentials for the seller. The caller must roll the transaction back after a refusal.
 */
export async function rotate(
  transaction: Transaction,
  environment: Environment,
  { sellerId, credentialId, overlapHours = OVERLAP_HOURS, requestId, at }: Rotation,
): Promise<RotationResult | Refusal> {
  const nowMs = realNow();
  // Locks the credential. A concurrent rotation waits, and then sees the new expiry or the successor.
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
