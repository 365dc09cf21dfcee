import type { Call, Operation } from "../platform/contract/index.ts";
import type { Authenticate, Headers } from "../platform/http/index.ts";

/** The caller of a public operation. Only the address of the socket identifies it; headers are ignored. */
export interface PublicIdentity {
  readonly address: string;
}

/** A call of a public operation. */
export type PublicCall<O extends Operation> = Call<O, PublicIdentity>;

/** Accepts every caller. Sends `headers` with every answer. An Idempotency-Key is valid only for the address that sent it. */
export const createPublicAuthenticator =
  ({ headers }: { readonly headers: Headers }): Authenticate =>
  ({ remoteAddress: address }) => {
    const identity: PublicIdentity = { address };
    return { identity, principal: `address ${address}`, headers };
  };
