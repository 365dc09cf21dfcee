import { HOUR_MS, realNow } from "../../platform/basics/clock.ts";
import type { Environment } from "../../platform/contract/operation.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { Refusal } from "../../platform/contract/errors.ts";
import { opaqueToken, publicId, sha256 } from "../../platform/basics/random.ts";
import { TOKEN_PREFIX } from "../authentication.ts";
import { sellerErrors } from "../errors.ts";
import type { Scope } from "../caller-identity.ts";
import * as queries from "./queries.ts";

/** Credentials that an application may have live for a seller when one of them is rotated. */
const MOST_LIVE = 2;
/** How long the one before stays good, unless it is said. */
const OVERLAP_HOURS = 24;

/** A successor, told once, and until when the one before it is good. Instants are epoch ms of real time. */
export interface Rotated {
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

/** Which credential is rotated, and how. */
export interface Rotation {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly overlapHours?: number | undefined;
  readonly requestId: string;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Gives a credential a successor with its scopes, plan and lifetime, and lets it end after the overlap. Refused when it has ended
 * already, and when more than MOST_LIVE of its application and seller would be live; nothing may be committed then.
 */
export async function rotate(
  transaction: Transaction,
  environment: Environment,
  { sellerId, credentialId, overlapHours = OVERLAP_HOURS, requestId, at }: Rotation,
): Promise<Rotated | Refusal> {
  const nowMs = realNow();
  const [ending] = await transaction.run(queries.endBy, [sellerId, credentialId, nowMs, nowMs + overlapHours * HOUR_MS]);
  // Who has it locked does it alone: others see its end, or its successor.
  if (!ending) return sellerErrors.refuse("credential_ended", { received: credentialId });
  const accessToken = opaqueToken(TOKEN_PREFIX[environment]);
  const id = publicId("crd");
  const values = [sha256(accessToken), id, sellerId, credentialId, at, nowMs, requestId, MOST_LIVE];
  const [made] = await transaction.run(queries.insertSuccessor, values);
  if (!made) return sellerErrors.refuse("credentials_at_most", { allowed: MOST_LIVE });
  return {
    id,
    clientId: made.client_id,
    accessToken,
    name: made.name,
    scopes: made.scopes,
    expiresAt: made.expires_at,
    replaces: credentialId,
    previousExpiresAt: ending.expires_at,
  };
}
