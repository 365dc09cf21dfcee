import { isoDateTime } from "../platform/clock.ts";
import type { Lang } from "../platform/errors.ts";
import { describeReview } from "./critique.ts";
import { describePending } from "./pending.ts";
import { productPath } from "./product-view.ts";
import type { Pending, Review } from "./product.ts";
import { stateOf, type PublicationStatus } from "./publication.ts";

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
