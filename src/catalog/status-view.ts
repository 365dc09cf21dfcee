import { isoDateTime } from "../platform/basics/clock.ts";
import type { Lang } from "../platform/contract/errors.ts";
import { productPath } from "../pricing/index.ts";
import { describeReview } from "./critique-view.ts";
import { describePending } from "./pending-reasons.ts";
import type { Pending, Review } from "./product.ts";
import { stateOf, STATES, type PublicationStatus } from "./publication.ts";

/** Where critiques and errors are explained; served by every instance. */
export const DOCS_BASE = "/docs/critiques.md";

/** The columns of a product that its status record is made from. */
export interface StoredStatus {
  readonly status: PublicationStatus;
  readonly status_at: number;
  /** JSON of Review[] and Pending[]. */
  readonly reviews: string;
  readonly pending: string;
}

/** The status record (decisions 3): the seed's word, its code, every critique, and what it waits for. */
export function statusView(sku: string, row: StoredStatus, lang: Lang) {
  const state = stateOf(row.status);
  const self = productPath(sku);
  return {
    sku,
    status: state.status,
    code: state.code,
    date: isoDateTime(row.status_at),
    editable: state.editable,
    reviews: (JSON.parse(row.reviews) as Review[]).map((review) => describeReview(review, lang, DOCS_BASE)),
    pending: (JSON.parse(row.pending) as Pending[]).map((pending) => describePending(pending, lang)),
    _links: { self: { href: `${self}/status` }, product: { href: self } },
  };
}

/** What the status record says of each state, around its date. */
const AROUND_DATE = new Map<PublicationStatus, readonly [string, string]>(
  STATES.map(({ status, code, editable }) => [
    code,
    [
      `","status":${JSON.stringify(status)},"code":"${code}","date":"`,
      `","editable":${editable},"reviews":[],"pending":[],"_links":{"self":{"href":"`,
    ],
  ]),
);
const NONE = "[]";

/** `statusView` as JSON; put together at once for a product that nothing is said of, as of nearly all that integrations ask for. */
export function statusText(sku: string, row: StoredStatus, lang: Lang): string {
  if (row.reviews !== NONE || row.pending !== NONE) return JSON.stringify(statusView(sku, row, lang));
  const [before, after] = AROUND_DATE.get(row.status)!;
  const self = productPath(sku);
  return `{"sku":"${sku}${before}${isoDateTime(row.status_at)}${after}${self}/status"},"product":{"href":"${self}"}}}`;
}
