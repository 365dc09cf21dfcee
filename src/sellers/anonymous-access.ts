import type { Call, Operation } from "../platform/contract/index.ts";
import type { Authenticate, Headers } from "../platform/http/index.ts";

/** The caller of a public operation, known only by the address of the socket, whatever the headers say. */
export interface PublicIdentity {
  readonly address: string;
}

/** A call of a public operation. */
export type PublicCall<O extends Operation> = Call<O, PublicIdentity>;

/** Accepts every caller. `headers` are sent with every answer. Idempotency keys belong to the address that sends them. */
export const createPublicAuthenticator =
  ({ headers }: { readonly headers: Headers }): Authenticate =>
  ({ remoteAddress: address }) => {
    const identity: PublicIdentity = { address };
    return { identity, principal: `address ${address}`, headers };
  };
