import { DAY_MS, realNow } from "../platform/basics/index.ts";
import { RequestRefused } from "./http-client.ts";
import type { OperatorApi } from "./operator-api.ts";
import type { SellerCredential } from "./seller-api.ts";

/** The properties of a temporary credential. */
export interface CredentialRequest {
  /** Name in the seller's list of credentials. */
  readonly name: string;
  /** Scopes of the credential. If absent, all scopes. */
  readonly scopes?: readonly string[];
  /** Quota in calls per minute. */
  readonly plan?: number;
}

/** A seller's credential that a command revokes after use. */
export interface TemporaryCredential extends SellerCredential {
  readonly id: string;
  /** Revokes the credential. Throws if it cannot be revoked. */
  revoke(): Promise<void>;
}

/** Time until the credential expires, in case it is not revoked. */
const LIFETIME_MS = DAY_MS;

/** Issues a credential for a seller. The caller must always revoke it. */
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

/** Runs `work` with a temporary credential and revokes it afterwards. Rejects if the credential cannot be revoked. */
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

/** Issues a credential for a new application. If that is refused because the application is not admitted, uses one of the seller's applications. */
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
