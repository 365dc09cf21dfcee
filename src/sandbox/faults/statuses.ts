import type { Operation } from "../../platform/contract/operation.ts";
import type { Refusal, LocalizedText } from "../../platform/contract/errors.ts";
import type { Headers } from "../../platform/http/headers.ts";
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
  /** What it means, in a few words. */
  readonly means: LocalizedText;
  /** Whether it leaves open that the call was carried out. */
  readonly mayBeAfter: boolean;
  readonly refuse: (struck: Struck) => Refusal;
  readonly headers?: (struck: Struck) => Headers;
}

/** Statuses that any call of a seller may be answered with through nobody's fault, each with its documented body. */
export const STATUSES: ReadonlyMap<number, StatusRow> = new Map([
  [
    401,
    {
      means: { "pt-BR": "a credencial deixou de valer", en: "the credential holds no more" },
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

/** Statuses with a Retry-After. */
const TELL_WHEN: readonly number[] = [429, 503];

/** The same as a list, for who offers them: whether each may come after the work, and whether it tells when to come back. */
export const FAULT_STATUSES = [...STATUSES].map(([status, { means: text, mayBeAfter }]) => ({
  status,
  text,
  mayBeAfter,
  tellsWhen: TELL_WHEN.includes(status),
}));
