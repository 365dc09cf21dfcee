import type { Operation } from "../../platform/contract.ts";
import type { Refusal } from "../../platform/errors.ts";
import { httpErrors } from "../../platform/http/errors.ts";
import { quotaHeaders, sellerErrors, type SellerIdentity } from "../../sellers/index.ts";

/** Whose call it is, of which operation, and the seconds that `Retry-After` tells. */
interface Struck {
  readonly who: SellerIdentity;
  readonly operation: Operation;
  readonly seconds: number;
}

/** How a status is said to a caller, as if it had happened. */
interface StatusRow {
  /** Whether it leaves open that the call was carried out. */
  readonly mayBeAfter: boolean;
  readonly refuse: (struck: Struck) => Refusal;
  readonly headers?: (struck: Struck) => Record<string, string>;
}

/** Statuses that any call of a seller may be answered with through nobody's fault, each with its documented body. */
export const STATUSES: ReadonlyMap<number, StatusRow> = new Map([
  [401, { mayBeAfter: false, refuse: () => sellerErrors.refuse("credential_invalid") }],
  [403, { mayBeAfter: false, refuse: () => sellerErrors.refuse("seller_suspended") }],
  [
    429,
    {
      mayBeAfter: false,
      refuse: ({ who: { quotaPerMinute: allowed }, seconds }) =>
        sellerErrors.refuse("quota_exceeded", { allowed, params: { seconds }, retryAfterSeconds: seconds }),
      headers: ({ who, seconds, operation: { load } }) =>
        quotaHeaders(who.quotaPerMinute, 0, seconds, load === "orders" ? "orders" : "default"),
    },
  ],
  [500, { mayBeAfter: true, refuse: () => httpErrors.refuse("unexpected") }],
  [503, { mayBeAfter: true, refuse: ({ seconds }) => httpErrors.refuse("database_unavailable", { retryAfterSeconds: seconds }) }],
] satisfies readonly (readonly [number, StatusRow])[]);
