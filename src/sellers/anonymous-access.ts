import type { Call, Operation } from "../platform/contract/operation.ts";
import type { Door, Headers } from "../platform/http/server.ts";

/** Whoever calls what anybody may call: known by the socket's address alone, whatever a header says. */
export interface PublicIdentity {
  readonly address: string;
}

/** A call of an operation that anybody may make. */
export type PublicCall<O extends Operation> = Call<O, PublicIdentity>;

/** The door without a lock; `headers` go with every answer. An Idempotency-Key is the address's that sends it. */
export const publicDoor =
  ({ headers }: { readonly headers: Headers }): Door =>
  ({ remoteAddress: address }) => {
    const who: PublicIdentity = { address };
    return { who, owner: `address ${address}`, headers };
  };
