import { DAY_MS, opaqueToken, publicId, sha256 } from "../../platform/basics/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import * as queries from "./queries.ts";

const CODE_PREFIX = "vin";
/** How long an invitation can be used. */
const VALID_MS = 7 * DAY_MS;

/** Who is invited, to what, and by whom. */
export interface InvitationRequest {
  readonly kind: "join" | "reset";
  /** Of somebody who is known; absent = somebody new. */
  readonly personId?: string | undefined;
  /** Null = whoever accepts says their own. */
  readonly email: string | null;
  readonly name: string;
  /** What the person will be; 0 = for the marketplace. Null in a reset. */
  readonly sellerId: number | null;
  readonly role: string | null;
  readonly invitedBy: string;
  /** Epoch ms of the wall clock. */
  readonly at: number;
}
/** An invitation whose code is shown once, because only its hash is stored. */
export interface IssuedInvitation {
  readonly id: string;
  readonly code: string;
  readonly expiresAt: number;
}

/** Invites somebody in an open transaction. An earlier code for the same is withdrawn. */
export async function createInvitation(transaction: Transaction, request: InvitationRequest): Promise<IssuedInvitation> {
  const { kind, personId = publicId("prs"), email, name, sellerId, role, invitedBy, at } = request;
  const [id, code, expiresAt] = [publicId("inv"), opaqueToken(CODE_PREFIX), at + VALID_MS];
  await transaction.run(queries.replaceInvitations, [email, kind, sellerId, at]);
  await transaction.run(queries.insertInvitation, [
    sha256(code),
    id,
    kind,
    personId,
    email,
    name,
    sellerId,
    role,
    invitedBy,
    at,
    expiresAt,
  ]);
  return { id, code, expiresAt };
}

/** The page of the portal that accepts an invitation. The code stands behind `#`, which browsers send to no server. */
export const invitationPath = (code: string, sellerId: number | null): string =>
  `${sellerId === 0 ? "/backoffice" : "/portal"}/convite#${code}`;

/** Invites somebody in a transaction of its own. Used by tests, and by a starting server for the first people. */
export const issueInvitation = (db: Pick<Database, "transaction">, request: InvitationRequest): Promise<IssuedInvitation> =>
  db.transaction([], (transaction) => createInvitation(transaction, request));
