import { opaqueToken, publicId, realNow, sha256 } from "../../platform/basics/index.ts";
import type { Environment, Refusal } from "../../platform/contract/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import { TOKEN_PREFIX } from "../authentication.ts";
import { SCOPES } from "../caller-identity.ts";
import { insertApplication } from "../queries.ts";
import * as queries from "./queries.ts";

/**
 * Decides whether an application may get a credential for a seller; undefined = it may. Runs in the transaction that creates the
 * credential, before the credential is created. A refusal rolls the transaction back.
 */
export type Admit = (
  request: {
    readonly sellerId: number;
    /** Application of the credential. Its row already exists, even if this transaction created it. */
    readonly clientId: string;
    /** Report of the application's technical validation, if the caller sent one. */
    readonly report?: string | undefined;
    /** Epoch ms of the marketplace's clock. */
    readonly at: number;
  },
  transaction: Transaction,
) => Promise<Refusal | undefined>;

/** Settings for a new credential. */
export interface NewCredential {
  readonly sellerId: number;
  readonly name: string;
  /** Id of an existing application; absent = create one. */
  readonly clientId?: string | undefined;
  /** Absent = all scopes. */
  readonly scopes?: readonly string[] | undefined;
  readonly plan?: number | undefined;
  readonly separatePriceAndStock?: boolean | undefined;
  readonly changeRequests?: boolean | undefined;
  /** Epoch ms of real time; absent = the credential does not expire. */
  readonly expiresAt?: number | undefined;
  /** Id of the request that creates the credential. */
  readonly requestId?: string | undefined;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}

/** A new credential with its token. The token is shown only once, because only its hash is stored. */
export interface IssuedCredential {
  readonly id: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly scopes: readonly string[];
}

/** Creates an application in an open transaction. Resolves to its client_id. */
export async function createApplication(
  transaction: Transaction,
  environment: Environment,
  { name, at }: { readonly name: string; readonly at: number },
): Promise<string> {
  const clientId = publicId(`vta_${environment}`);
  await transaction.run(insertApplication, [clientId, name, at]);
  return clientId;
}

/** Creates a credential for an existing application in an open transaction. */
export async function createCredential(
  transaction: Transaction,
  environment: Environment,
  credential: NewCredential & { readonly clientId: string },
): Promise<IssuedCredential> {
  const { sellerId, clientId, name, expiresAt, scopes = SCOPES } = credential;
  const accessToken = opaqueToken(TOKEN_PREFIX[environment]);
  const id = publicId("crd");
  await transaction.run(queries.insertCredential, [
    sha256(accessToken),
    id,
    clientId,
    sellerId,
    name,
    scopes,
    credential.plan ?? null,
    credential.separatePriceAndStock ?? false,
    credential.changeRequests ?? false,
    credential.at,
    expiresAt ?? null,
    // The lifetime in ms, which also applies to successors of this credential.
    expiresAt === undefined ? null : expiresAt - realNow(),
    credential.requestId ?? null,
  ]);
  return { id, clientId, accessToken, scopes };
}

/** Issues a credential without an admission check, for the ready-made seller and for tests. */
export const issueCredential = (
  { db, environment }: { readonly db: Database; readonly environment: Environment },
  credential: NewCredential,
): Promise<IssuedCredential> =>
  db.transaction([credential.sellerId], async (transaction) => {
    const clientId = credential.clientId ?? (await createApplication(transaction, environment, credential));
    return createCredential(transaction, environment, { ...credential, clientId });
  });
