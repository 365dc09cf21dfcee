import type { LocalizedText, Operation, Refusal } from "../../platform/contract/index.ts";
import { type Headers, httpErrors } from "../../platform/http/index.ts";
import { quotaHeaders, sellerErrors, type SellerIdentity } from "../../sellers/index.ts";

/** A call that a fault answers. */
interface FaultedCall {
  readonly who: SellerIdentity;
  readonly operation: Operation;
  /** The value of the `Retry-After` header. */
  readonly seconds: number;
}

/** A status that a fault can answer with, and the refusal and headers of a real failure with that status. */
interface StatusRow {
  /** Short meaning of the status. */
  readonly means: LocalizedText;
  /** Whether this status is possible after the call was carried out. */
  readonly mayBeAfter: boolean;
  readonly refuse: (call: FaultedCall) => Refusal;
  readonly headers?: (call: FaultedCall) => Headers;
}

/** The statuses that a seller's call can get although it is correct, each with its documented body. */
export const STATUSES: ReadonlyMap<number, StatusRow> = new Map([
  [
    401,
    {
      means: { "pt-BR": "a credencial deixou de valer", en: "the credential is no longer valid" },
      mayBeAfter: false,
      refuse: () => sellerErrors.refuse("credential_invalid"),
    },
  ],
  [
    403,
    {
      means: { "pt-BR": "o lojista está suspenso", en: "the seller is suspended" },
      mayBeAfter: false,
      refuse: () => sellerErrors.refuse("seller_suspended"),
    },
  ],
  [
    429,
    {
      means: { "pt-BR": "a cota acabou", en: "the quota is used up" },
      mayBeAfter: false,
      refuse: ({ who: { quotaPerMinute: allowed }, seconds }) =>
        sellerErrors.refuse("quota_exceeded", { allowed, params: { seconds }, retryAfterSeconds: seconds }),
      headers: ({ who, seconds, operation: { priority } }) =>
        quotaHeaders(who.quotaPerMinute, 0, seconds, priority === "orders" ? "orders" : "default"),
    },
  ],
  [
    500,
    {
      means: { "pt-BR": "um erro inesperado", en: "an unexpected error" },
      mayBeAfter: true,
      refuse: () => httpErrors.refuse("unexpected"),
    },
  ],
  [
    503,
    {
      means: { "pt-BR": "indisponível por enquanto", en: "unavailable for now" },
      mayBeAfter: true,
      refuse: ({ seconds }) => httpErrors.refuse("database_unavailable", { retryAfterSeconds: seconds }),
    },
  ],
] satisfies readonly (readonly [number, StatusRow])[]);

/** Statuses whose answers have a `Retry-After` header. */
const WITH_RETRY_AFTER: readonly number[] = [429, 503];

/** The statuses that a fault can answer with, for the command line. `tellsWhen`: whether the answer has a `Retry-After` header. */
export const FAULT_STATUSES = [...STATUSES].map(([status, { means: text, mayBeAfter }]) => ({
  status,
  text,
  mayBeAfter,
  tellsWhen: WITH_RETRY_AFTER.includes(status),
}));
