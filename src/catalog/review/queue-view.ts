import { isoDateTime } from "../../platform/basics/index.ts";
import { type Lang, selfLink } from "../../platform/contract/index.ts";
import { operatorChangeView } from "../changes/change-view.ts";
import { critiqueView } from "../critique-view.ts";
import type { ProductDocument, StoredFinding } from "../product.ts";
import { productJson } from "../product-view.ts";
import { publicationState } from "../publication.ts";
import { DOCS_BASE } from "../status-view.ts";
import { decisionIdOf } from "./decision-id.ts";
import type { LoadedItem } from "./items/load.ts";
import type { ListedRow, QueuedRow, ReviewItemKey } from "./queries.ts";

const changeRequestOf = (changeId: string) => (changeId === "" ? {} : { changeRequestId: changeId });

/** An entry of the queue as the list shows it: also who holds it. `at` is the time of the call, epoch ms. */
export function listedItemView(row: ListedRow, at: number, lang: Lang) {
  const { held_by: reviewer, holder_name: name, held_until: until } = row;
  const item = queueItemView(row, at, lang);
  if (reviewer === null || until === null) return item;
  return { ...item, heldBy: { reviewer, ...(name === null ? {} : { name }), until: isoDateTime(until) } };
}

/** An entry of the queue as answers show it. `at` is the time of the call, epoch ms. */
function queueItemView(row: QueuedRow, at: number, lang: Lang) {
  const { name, department, productType, brand } = JSON.parse(row.core) as ProductDocument;
  const { change_id, sku } = row;
  return {
    sellerId: row.seller_id,
    sellerName: row.seller_name,
    sku,
    ...changeRequestOf(change_id),
    name,
    department,
    productType,
    brand,
    images: JSON.parse(row.images) as unknown,
    warnings: (JSON.parse(row.reviews) as StoredFinding[]).map((review) => critiqueView(review, lang, DOCS_BASE)),
    since: isoDateTime(row.queued_at),
    ageSeconds: Math.max(0, Math.floor((at - row.queued_at) / 1_000)),
    dueAt: isoDateTime(row.due_at),
    late: at > row.due_at,
    version: row.version,
    links: [
      change_id === ""
        ? { rel: "review", href: `/operator/v1/sellers/${row.seller_id}/products/${encodeURIComponent(sku)}/review` }
        : { rel: "decide", href: `/operator/v1/changes/${change_id}/decide` },
    ],
  };
}

const WHOLE = new Set(["images", "attributes", "status"] as const);

/** A claimed item as answers show it: the entry of the queue, and everything that a decision needs. */
export function claimedItemView(item: LoadedItem, at: number, lang: Lang) {
  const { key, row, checks, family, duplicates, sellerDecisions, facts, change } = item;
  const { sku } = key;
  return {
    ...queueItemView({ ...row, ...key }, at, lang),
    product: JSON.parse(productJson({ ...row, sku }, WHOLE)) as unknown,
    ...(change === undefined ? {} : { change: operatorChangeView(change, change.product.name, change.images, lang) }),
    imageChecks: checks.map(({ url, verdict }) => ({ url, ...measures(verdict) })),
    family: { productGroup: row.product_group, ...family, complete: family.sequential >= family.minimum },
    duplicates: duplicates.map((other) => ({
      sku: other.sku,
      name: (JSON.parse(other.core) as ProductDocument).name,
      status: publicationState(other.status).status,
      by: other.by,
    })),
    sellerDecisions: sellerDecisions.map((past) => ({
      decisionId: decisionIdOf(past.seller_id, past.nth),
      sku: past.sku,
      ...changeRequestOf(past.change_id),
      decision: past.decision,
      reasons: JSON.parse(past.reasons) as string[],
      date: isoDateTime(past.at),
    })),
    facts,
  };
}

const measures = ({ state, ...verdict }: LoadedItem["checks"][number]["verdict"]) => ({
  state,
  ...("width" in verdict ? { width: verdict.width, height: verdict.height } : {}),
  ...("bytes" in verdict ? { bytes: verdict.bytes } : {}),
});

/** A claim that was renewed or given back. `leaseUntil` is real time, epoch ms; absent when it was given back. */
export const claimStateView = (claimToken: string, items: readonly ReviewItemKey[], leaseUntil?: number) => ({
  claimToken,
  ...(leaseUntil === undefined ? {} : { leaseUntil: isoDateTime(leaseUntil) }),
  items: items.map(({ seller_id, sku, change_id }) => ({ sellerId: seller_id, sku, ...changeRequestOf(change_id) })),
  links: [selfLink(`/operator/v1/reviews/claims/${claimToken}`)],
});
