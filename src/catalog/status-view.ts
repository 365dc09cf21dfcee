import { isoDateTime } from "../platform/basics/index.ts";
import type { Lang } from "../platform/contract/index.ts";
import { productPath } from "../pricing/index.ts";
import { critiqueView } from "./critique-view.ts";
import { pendingView } from "./pending-reasons.ts";
import type { Pending, StoredFinding } from "./product.ts";
import { publicationState, STATES, type PublicationStatus } from "./publication.ts";

/** The path of the page that explains critiques. Every instance serves it. */
export const DOCS_BASE = "/docs/critiques.md";

/** The columns of a product that make up its status record. */
export interface StoredStatus {
  readonly status: PublicationStatus;
  readonly status_at: number;
  /** `reviews` is JSON of StoredFinding[], `pending` is JSON of Pending[]. */
  readonly reviews: string;
  readonly pending: string;
}

/** The status record (decisions 3): the status word of the seed, its code, every critique, and every pending reason. */
export function statusView(sku: string, row: StoredStatus, lang: Lang) {
  const state = publicationState(row.status);
  const self = productPath(sku);
  return {
    sku,
    status: state.status,
    code: state.code,
    date: isoDateTime(row.status_at),
    editable: state.editable,
    reviews: (JSON.parse(row.reviews) as StoredFinding[]).map((review) => critiqueView(review, lang, DOCS_BASE)),
    pending: (JSON.parse(row.pending) as Pending[]).map((pending) => pendingView(pending, lang)),
    _links: { self: { href: `${self}/status` }, product: { href: self } },
  };
}

/**
 * For each state, a status record without critiques and pending reasons as JSON, in two parts: the text before the date, and the text after
 * it.
 */
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

/**
 * The status record as JSON. Nearly every product that is read has no critiques and no pending reasons; its record is assembled from
 * prepared texts.
 */
export function statusJson(sku: string, row: StoredStatus, lang: Lang): string {
  if (row.reviews !== NONE || row.pending !== NONE) return JSON.stringify(statusView(sku, row, lang));
  const [before, after] = AROUND_DATE.get(row.status)!;
  const self = productPath(sku);
  return `{"sku":"${sku}${before}${isoDateTime(row.status_at)}${after}${self}/status"},"product":{"href":"${self}"}}}`;
}
