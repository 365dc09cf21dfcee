import { realNow } from "../../platform/basics/clock.ts";
import type { Environment } from "../../platform/contract/operation.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import type { Refusal } from "../../platform/contract/errors.ts";
import { opaqueToken, publicId, sha256 } from "../../platform/basics/random.ts";
import { TOKEN_PREFIX } from "../authentication.ts";
import { SCOPES } from "../caller-identity.ts";
import { insertApplication } from "../queries.ts";
import * as queries from "./queries.ts";

/**
 * Whether an application may get a credential for a seller, asked within the transaction that makes the credential and before it
 * is there; undefined = it may. Whatever it wrote is undone with its refusal.
 */
export type Admit = (
  facts: {
    readonly sellerId: number;
    /** Its row is there already, also when it comes with the credential. */
    readonly clientId: string;
    /** The report of its technical validation, when one was sent. */
    readonly report?: string | undefined;
    /** Epoch ms. */
    readonly at: number;
  },
  transaction: Transaction,
) => Promise<Refusal | undefined>;

/** What a credential is made of. */
export interface CredentialFacts {
  readonly sellerId: number;
  readonly name: string;
  /** An application that is there; absent = a new one. */
  readonly clientId?: string | undefined;
  /** Absent = all. */
  readonly scopes?: readonly string[] | undefined;
  readonly plan?: number | undefined;
  readonly separatePriceAndStock?: boolean | undefined;
  /** Epoch ms of real time; absent = never. */
  readonly expiresAt?: number | undefined;
  /** The request it came with. */
  readonly requestId?: string | undefined;
  /** Epoch ms. */
  readonly at: number;
}

/** A credential as it is told once: only its token's hash is kept. */
export interface IssuedCredential {
  readonly id: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly scopes: readonly string[];
}

/** Makes an application, in an open transaction; answers its client_id. */
export async function makeApplication(
  transaction: Transaction,
  environment: Environment,
  { name, at }: { readonly name: string; readonly at: number },
): Promise<string> {
  const clientId = publicId(`vta_${environment}`);
  await transaction.run(insertApplication, [clientId, name, at]);
  return clientId;
}

/** Makes a credential of an application that is there, in an open transaction. */
export async function makeCredential(
  transaction: Transaction,
  environment: Environment,
  facts: CredentialFacts & { readonly clientId: string },
): Promise<IssuedCredential> {
  const { sellerId, clientId, name, expiresAt, scopes = SCOPES } = facts;
  const accessToken = opaqueToken(TOKEN_PREFIX[environment]);
  const id = publicId("crd");
  await transaction.run(queries.insertCredential, [
    sha256(accessToken),
    id,
    clientId,
    sellerId,
    name,
    scopes,
    facts.plan ?? null,
    facts.separatePriceAndStock ?? false,
    facts.at,
    expiresAt ?? null,
    // Its successors live as long.
    expiresAt === undefined ? null : expiresAt - realNow(),
    facts.requestId ?? null,
  ]);
  return { id, clientId, accessToken, scopes };
}

/** Issues a credential that nobody needs to admit: of the ready seller, and of tests. */
export const issueCredential = (
  { db, environment }: { readonly db: Database; readonly environment: Environment },
  facts: CredentialFacts,
): Promise<IssuedCredential> =>
  db.transaction([facts.sellerId], async (transaction) => {
    const clientId = facts.clientId ?? (await makeApplication(transaction, environment, facts));
    return makeCredential(transaction, environment, { ...facts, clientId });
  });
