import type { Call, Operation } from "../platform/contract/operation.ts";
import type { Authenticate, Headers } from "../platform/http/server.ts";

/** Whoever calls what anybody may call: known by the socket's address alone, whatever a header says. */
export interface PublicIdentity {
  readonly address: string;
}

/** A call of an operation that anybody may make. */
export type PublicCall<O extends Operation> = Call<O, PublicIdentity>;

/** The door without a lock; `headers` go with every answer. An Idempotency-Key is the address's that sends it. */
export const createPublicAuthenticator =
  ({ headers }: { readonly headers: Headers }): Authenticate =>
  ({ remoteAddress: address }) => {
    const who: PublicIdentity = { address };
    return { identity: who, principal: `address ${address}`, headers };
  };
