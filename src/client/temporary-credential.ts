import { DAY_MS, realNow } from "../platform/basics/index.ts";
import { RequestRefused } from "./http-client.ts";
import type { OperatorApi } from "./operator-api.ts";
import type { SellerCredential } from "./seller-api.ts";

/** What a temporary credential is for. */
export interface CredentialRequest {
  /** The name its seller sees in the list of credentials. */
  readonly name: string;
  /** Without scopes the credential may do everything. */
  readonly scopes?: readonly string[];
  /** Calls per minute. */
  readonly plan?: number;
}

/** A seller's credential that a command uses and then revokes. */
export interface TemporaryCredential extends SellerCredential {
  readonly id: string;
  /** Throws when the credential cannot be revoked. */
  revoke(): Promise<void>;
}

/** A credential that is never revoked expires after this time. */
const LIFETIME_MS = DAY_MS;

/** Issues a credential to work as a seller. The caller revokes it, whatever happens. */
export async function issueTemporaryCredential(
  api: OperatorApi,
  sellerId: number,
  request: CredentialRequest,
): Promise<TemporaryCredential> {
  const path = `/operator/v1/sellers/${sellerId}/credentials`;
  const { id, clientId, accessToken } = await issue(api, path, { ...request, expiresAt: realNow() + LIFETIME_MS });
  return {
    id,
    clientId,
    accessToken,
    async revoke() {
      await api.request("DELETE", `${path}/${id}`);
    },
  };
}

/** Runs `work` with a temporary credential and revokes it afterwards; rejects when it cannot be revoked. */
export async function withTemporaryCredential<Result>(
  api: OperatorApi,
  sellerId: number,
  request: CredentialRequest,
  work: (credential: SellerCredential) => Promise<Result>,
): Promise<Result> {
  const credential = await issueTemporaryCredential(api, sellerId, request);
  try {
    return await work(credential);
  } finally {
    await credential.revoke();
  }
}

type IssuedCredential = Omit<TemporaryCredential, "revoke">;
interface ListedCredential extends Partial<IssuedCredential> {
  readonly revokedAt?: string;
}

/** Issues it for a new application. Where only admitted applications may have credentials, for one the seller already uses. */
async function issue(api: OperatorApi, path: string, body: object): Promise<IssuedCredential> {
  try {
    return (await api.request<IssuedCredential>("POST", path, body)).body!;
  } catch (error) {
    if (!(error instanceof RequestRefused) || !error.codes.includes("report_required")) throw error;
    const { body: list } = await api.request<{ readonly items: readonly ListedCredential[] }>("GET", path);
    const active = list!.items.find(({ revokedAt }) => revokedAt === undefined);
    if (active?.clientId === undefined) throw error;
    return (await api.request<IssuedCredential>("POST", path, { ...body, clientId: active.clientId })).body!;
  }
}
