import { statement } from "../../../platform/database/index.ts";
import type { PublicationStatus } from "../../publication.ts";

/** A decision, and its product as it is now. */
export interface DecisionRow {
  readonly sku: string;
  readonly decision: "approve" | "criticize";
  readonly version: number;
  readonly at: number;
  readonly undone_at: number | null;
  readonly status: PublicationStatus;
  readonly current_version: number;
  readonly reviews: string;
  /** Whether an order took or returned units of the product since. */
  readonly ordered: boolean;
  /** Whether a change of the product is waiting for a decision. */
  readonly is_changing: boolean;
  /** The change request that was decided; empty = the product. */
  readonly change_id: string;
}
const IS_CHANGING = `exists (select from product_change_fields f
                   where f.seller_id = p.seller_id and f.sku = p.sku and f.state in ('checking', 'waiting'))`;
/** A decision, and its product. Index: review_decisions_pkey, products_pkey, stock_ledger_pkey, product_change_fields_open. */
export const getDecision = statement<DecisionRow>(
  "review.get_decision",
  `select d.sku, d.decision, d.version, d.at, d.undone_at, p.status, p.version as current_version, p.reviews,
          exists (select from stock_ledger l
                   where l.seller_id = d.seller_id and l.sku = d.sku and l.order_number is not null and l.at >= d.at) as ordered,
          ${IS_CHANGING} as is_changing, d.change_id
     from review_decisions d
     join products p on p.seller_id = d.seller_id and p.sku = d.sku
    where d.seller_id = $1 and d.nth = $2`,
);

/**
 * Takes a decision back if the product has not changed since: it is in cataloguing again, and waits under its former due time, for a person: no
 * rule looks at it again. A concurrent change has written an event of the same version, so this fails and is repeated. Locks in the order
 * counters, products, queue. Index: review_decisions_pkey, products_pkey, product_change_fields_open.
 */
export const undoDecision = statement<{ status_at: number; version: number }>(
  "review.undo_decision",
  `with fit as materialized (
     select d.seller_id, d.nth, d.sku, d.decision, d.rule, d.sample_of, d.department, d.brand, d.queued_at, d.due_at, p.status, p.version
       from review_decisions d
       join products p on p.seller_id = d.seller_id and p.sku = d.sku and p.version = d.version
      where d.seller_id = $1 and d.nth = $2 and d.undone_at is null and d.change_id = ''
        and p.status = case d.decision when 'approve' then 'APPROVED' else 'CRITICIZED' end and not ${IS_CHANGING}
   ), counted as (
     update seller_counters c
        set events = c.events + 1, reviews_by_people = c.reviews_by_people - (f.rule is null)::integer,
            approvals_by_people = c.approvals_by_people - (f.rule is null and f.decision = 'approve')::integer
       from fit f where c.seller_id = f.seller_id
     returning c.seller_id, c.events as seq,
               round(100 * (1 - (c.approvals_by_people + 1)::numeric / (c.reviews_by_people + 2)))::integer as risk
   ), event_written as (
     insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
     select f.seller_id, c.seq, $3, 'product.status', 'product/' || f.sku, f.version + 1, $4, 'reviewUndo',
            '{"from":"' || f.status || '","to":"CATALOGING","requestId":' || to_json($5::text) || '}'
       from fit f join counted c on c.seller_id = f.seller_id
     returning seller_id
   ), moved as (
     update products p set status = 'CATALOGING', status_at = $3, version = p.version + 1, reviews = coalesce($6, p.reviews)
       from fit f
      where p.seller_id = f.seller_id and p.sku = f.sku and (select count(*) from event_written) is not null
     returning p.seller_id, p.sku, p.status_at, p.version
   ), cleared as (
     delete from critiques c using fit f where c.seller_id = f.seller_id and c.sku = f.sku and $6::text is not null
   ), marked as (
     update review_decisions d set undone_at = $3 from fit f where d.seller_id = f.seller_id and d.nth = f.nth
   ), queued as (
     insert into review_claims (seller_id, sku, department, brand, queued_at, due_at, deadlines, risk, judged, sample_of)
     select f.seller_id, f.sku, f.department, f.brand, f.queued_at, f.due_at, '', c.risk, ${Number.MAX_SAFE_INTEGER}, f.sample_of
       from fit f join counted c on c.seller_id = f.seller_id
     on conflict (seller_id, sku, change_id) do nothing
   )
   select m.status_at, m.version from moved m`,
);
