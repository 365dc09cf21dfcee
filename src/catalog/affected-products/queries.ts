import { statement } from "../../platform/database/index.ts";
import { type ReferenceEntry, USES_CHANGED_ENTRY } from "../../reference/index.ts";
import type { PublicationStatus } from "../publication.ts";
import type { SellerSize } from "./slices.ts";

/** A leased warning. Times are epoch ms of the marketplace's clock. */
export interface WarningRow {
  readonly change_id: number;
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  /** Null = there was no entry. */
  readonly before: unknown;
  /** Null = the entry is removed. */
  readonly item: unknown;
  readonly effective_at: number;
  readonly withdrawn: boolean;
  readonly run: number;
  /** The position of the running count; null = none runs. */
  readonly counted_seller: number | null;
  readonly counted_to: number | null;
  readonly counted_at: number | null;
  readonly count_due_at: number | null;
  /** Version of the last phase that was told. */
  readonly told: number;
  readonly due_at: number;
  readonly fence: number;
}
const WARNING = `w.change_id, w.list, w.code, w.before, w.item, w.effective_at, w.withdrawn, w.run, w.counted_seller, w.counted_to, w.counted_at,
          w.count_due_at, w.told, w.due_at, w.fence`;

/** Leases the next due warning; those that were never counted come first. Leases use the database's real time. Index: reference_warnings_due. */
export const claimWarning = statement<WarningRow>(
  "affected.claim_warning",
  `update reference_warnings w
      set lease_until = now() + $2 * interval '1 second', fence = w.fence + 1
    where w.change_id = (
      select d.change_id from reference_warnings d
       where d.due_at <= $1 and (d.lease_until is null or d.lease_until < now())
       order by d.counted_at is not null, d.due_at, d.change_id limit 1 for update skip locked
    )
   returning ${WARNING}`,
);

/** Due time of the earliest warning without a lease. Index: reference_warnings_due. */
export const nextWarningAt = statement<{ due_at: number | null }>(
  "affected.next_warning_at",
  `select min(w.due_at) as due_at from reference_warnings w where w.lease_until is null or w.lease_until < now()`,
);

/** The warning of a change. Index: reference_warnings_pkey. */
export const getWarning = statement<WarningRow>(
  "affected.get_warning",
  `select ${WARNING} from reference_warnings w where w.change_id = $1 and not w.withdrawn`,
);

/** Renews a lease. Returns no row when the lease was lost. Index: reference_warnings_pkey. */
export const renewLease = statement<{ change_id: number }>(
  "affected.renew_lease",
  `update reference_warnings set lease_until = now() + $3 * interval '1 second' where change_id = $1 and fence = $2 returning change_id`,
);

/** Keeps a warning from being withdrawn until the transaction ends. Returns no row when it was. Index: reference_warnings_pkey. */
export const holdWarning = statement<{ change_id: number }>(
  "affected.hold_warning",
  `select w.change_id from reference_warnings w where w.change_id = $1 and not w.withdrawn for share`,
);

/** Begins a count. Returns no row when the lease was lost. Index: reference_warnings_pkey. */
export const beginCount = statement<{ run: number }>(
  "affected.begin_count",
  `update reference_warnings set run = run + 1, counted_seller = 0, counted_to = 0, before = $3::jsonb
    where change_id = $1 and fence = $2 returning run`,
);

/** Records how far a count has got, and renews the lease. Returns no row when the lease was lost. Index: reference_warnings_pkey. */
export const saveProgress = statement<{ change_id: number }>(
  "affected.save_progress",
  `update reference_warnings set counted_seller = $3, counted_to = $4, lease_until = now() + $5 * interval '1 second'
    where change_id = $1 and fence = $2 returning change_id`,
);

/** Ends a count. The next one begins at $4. Index: reference_warnings_pkey. */
export const endCount = statement<{ change_id: number }>(
  "affected.end_count",
  `update reference_warnings set counted_seller = null, counted_to = null, counted_at = $3, count_due_at = $4
    where change_id = $1 and fence = $2 returning change_id`,
);

/** Ends a lease. Index: reference_warnings_pkey. */
export const releaseWarning = statement<never>(
  "affected.release_warning",
  `update reference_warnings set told = $3, due_at = $4, lease_until = null where change_id = $1 and fence = $2`,
);

/** Deletes a warning. Index: reference_warnings_pkey. */
export const deleteWarning = statement<never>(
  "affected.delete_warning",
  `delete from reference_warnings where change_id = $1 and fence = $2`,
);

/** Sellers with products, in the order of their numbers, from seller $1 on. Index: seller_counters_pkey. */
export const listSellerSizes = statement<SellerSize>(
  "affected.list_seller_sizes",
  `/* fanout */
   select c.seller_id, c.products from seller_counters c where c.seller_id >= $1 and c.products > 0 order by c.seller_id limit $2`,
);

/** Number of products of a seller. Index: seller_counters_pkey. */
export const countProducts = statement<{ products: number }>(
  "affected.count_products",
  `select c.products from seller_counters c where c.seller_id = $1`,
);

/** A product that may be affected. */
export interface CandidateRow {
  readonly seller_id: number;
  readonly sku: string;
  readonly product_group: string;
  /** JSON. */
  readonly core: string;
  readonly images: string;
  readonly attributes: string;
}
/**
 * The products in ranges of ordinals that use what a change concerns, with the parameters of USES_CHANGED_ENTRY. Once the change is in effect ($9),
 * products that were sent later do not count: their sellers knew. Takes about 1 us per product, on a wide connection. Index: products_seller_id_ordinal_key.
 */
export const listCandidates = statement<CandidateRow>(
  "affected.list_candidates",
  `select p.seller_id, p.sku, p.product_group, p.core, p.images, p.attributes
     from unnest($6::bigint[], $7::bigint[], $8::bigint[]) as r(seller_id, first, last)
     join products p on p.seller_id = r.seller_id and p.ordinal >= r.first and p.ordinal < r.last
    where (${USES_CHANGED_ENTRY}) and ($9::bigint is null or p.received_at <= $9)
    order by p.seller_id, p.product_group, p.sku`,
);

/** Products of a seller by sku. Index: products_pkey. */
export const listBySku = statement<CandidateRow>(
  "affected.list_by_sku",
  `select p.seller_id, p.sku, p.product_group, p.core, p.images, p.attributes
     from products p
    where p.seller_id = $1 and p.sku = any ($2::text[]) and ($3::bigint is null or p.received_at <= $3)
    order by p.product_group, p.sku`,
);

/** A member of a family, as far as family rules need it. */
export interface FamilyMemberRow {
  readonly seller_id: number;
  readonly product_group: string;
  readonly stock_sufficed: boolean;
  readonly sku: string;
  readonly core: string;
  readonly physical: number | null;
}
/** All members of families, in order of creation. Index: families_pkey, products_of_family, stocks_pkey. */
export const listFamilyMembers = statement<FamilyMemberRow>(
  "affected.list_family_members",
  `select p.seller_id, p.product_group, f.stock_sufficed, p.sku, p.core, s.physical
     from unnest($1::bigint[], $2::text[]) as g(seller_id, product_group)
     join families f on f.seller_id = g.seller_id and f.product_group = g.product_group
     join products p on p.seller_id = g.seller_id and p.product_group = g.product_group
     left join stocks s on s.seller_id = p.seller_id and s.sku = p.sku
    order by p.seller_id, p.ordinal`,
);

/**
 * Stores what a count found, and opens the totals of its sellers. A later count's findings stay. Index: reference_affected_pkey,
 * reference_affected_totals_pkey.
 */
export const storeAffected = statement<never>(
  "affected.store_affected",
  `with input as (
     select i.seller_id, i.sku, i.pointer, i.critique, i.received, i.suggestion, i.product_group
       from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as i(seller_id, sku, pointer, critique, received, suggestion, product_group)
   ), opened as (
     insert into reference_affected_totals (seller_id, change_id)
     select distinct i.seller_id, $1::bigint from input i order by i.seller_id
         on conflict (seller_id, change_id) do nothing
   )
   insert into reference_affected as a (seller_id, change_id, sku, pointer, critique, received, suggestion, product_group, run)
   select i.seller_id, $1, i.sku, i.pointer, i.critique, i.received, i.suggestion, i.product_group, $2 from input i
    order by i.seller_id, i.sku, i.pointer
       on conflict (seller_id, change_id, sku, pointer)
       do update set critique = excluded.critique, received = excluded.received, suggestion = excluded.suggestion,
                     product_group = excluded.product_group, run = greatest(a.run, excluded.run)`,
);

/** A product of a seller. */
export interface SkuRow {
  readonly seller_id: number;
  readonly sku: string;
}
/** Deletes what only an earlier count than $3 found in the products of some sellers. Index: reference_affected_pkey. */
export const deleteStale = statement<SkuRow>(
  "affected.delete_stale",
  `delete from reference_affected a
    using unnest($1::bigint[]) as i(seller_id)
    where a.seller_id = i.seller_id and a.change_id = $2 and a.run < $3
   returning a.seller_id, a.sku`,
);

/** Deletes what a count found in some products of a seller, except at the places ($4, $5). Index: reference_affected_pkey. */
export const deleteMended = statement<SkuRow>(
  "affected.delete_mended",
  `delete from reference_affected a
    where a.seller_id = $1 and a.change_id = $2 and a.sku = any ($3::text[])
      and not exists (select from unnest($4::text[], $5::text[]) as k(sku, pointer) where k.sku = a.sku and k.pointer = a.pointer)
   returning a.seller_id, a.sku`,
);

/** Counts what a change affects of some sellers. Index: reference_affected_pkey, reference_affected_totals_pkey. */
export const refreshTotals = statement<never>(
  "affected.refresh_totals",
  `update reference_affected_totals t
      set skus = c.skus, families = c.families, computed_at = $3
     from (select i.seller_id, count(distinct a.sku)::integer as skus, count(distinct a.product_group)::integer as families
             from unnest($1::bigint[]) as i(seller_id)
             left join reference_affected a on a.seller_id = i.seller_id and a.change_id = $2
            group by i.seller_id) c
    where t.seller_id = c.seller_id and t.change_id = $2`,
);

/** A seller whose products were counted. */
export interface CountedSellerRow {
  readonly seller_id: number;
  readonly skus: number;
  readonly families: number;
  /** Version of the last phase that the seller was told. */
  readonly told: number;
}
/** Sellers with totals of a change, by number, after seller $2. Index: reference_affected_totals_pkey. */
export const listCountedSellers = statement<CountedSellerRow>(
  "affected.list_counted_sellers",
  `/* fanout */
   select t.seller_id, t.skus, t.families, t.told from reference_affected_totals t
    where t.change_id = $1 and t.seller_id > $2 order by t.seller_id limit $3`,
);

/** Records the phase that sellers were told. Index: reference_affected_totals_pkey. */
export const recordTold = statement<never>(
  "affected.record_told",
  `update reference_affected_totals t set told = $3
     from unnest($1::bigint[]) as i(seller_id) where t.seller_id = i.seller_id and t.change_id = $2`,
);

/** Deletes everything that was counted for a change in the products of some sellers. Index: reference_affected_pkey, reference_affected_totals_pkey. */
export const forgetAffected = statement<never>(
  "affected.forget_affected",
  `with values_gone as (
     delete from reference_affected a using unnest($1::bigint[]) as i(seller_id) where a.seller_id = i.seller_id and a.change_id = $2
   )
   delete from reference_affected_totals t using unnest($1::bigint[]) as i(seller_id) where t.seller_id = i.seller_id and t.change_id = $2`,
);

/** A value of a product that a change affects, with the product's status. */
export interface AffectedRow {
  readonly sku: string;
  readonly status: PublicationStatus;
  readonly pointer: string;
  readonly critique: string;
  /** JSON. */
  readonly received: string;
  readonly suggestion: string | null;
  /** Number of rows in all pages. */
  readonly total: number;
}
/** What a change affects of a seller, a page. Index: reference_affected_pkey, products_pkey. */
export const listAffected = statement<AffectedRow>(
  "affected.list_affected",
  `select a.sku, p.status, a.pointer, a.critique, a.received, a.suggestion, a.total
     from (select r.seller_id, r.sku, r.pointer, r.critique, r.received, r.suggestion, count(*) over () as total
             from reference_affected r where r.seller_id = $1 and r.change_id = $2
            order by r.sku, r.pointer limit $3 offset $4) a
     join products p on p.seller_id = a.seller_id and p.sku = a.sku
    order by a.sku, a.pointer`,
);

/** What a count found in a product. */
export type StoredValueRow = Omit<AffectedRow, "status" | "total">;
/** What was counted for a change in the products of a seller, at most $3 values. Index: reference_affected_pkey. */
export const listStoredValues = statement<StoredValueRow>(
  "affected.list_stored_values",
  `select a.sku, a.pointer, a.critique, a.received, a.suggestion
     from reference_affected a where a.seller_id = $1 and a.change_id = $2 order by a.sku, a.pointer limit $3`,
);

/** A product on sale or in cataloguing, and what a change affects in it. */
export interface SoldProductRow {
  readonly sku: string;
  /** Null = the product is neither in cataloguing nor approved. */
  readonly version: number | null;
  /** JSON of Pending[]. */
  readonly pending: string | null;
  /** Null = nothing any more. */
  readonly pointer: string | null;
  readonly received: string | null;
}
/**
 * Products of a seller that are in cataloguing or approved, by sku after $4: those that a change affects, and the products $3 whatever it affects.
 * Index: reference_affected_pkey, products_pkey.
 */
export const listSoldProducts = statement<SoldProductRow>(
  "affected.list_sold_products",
  `with wanted as (
     select a.sku from reference_affected a where a.seller_id = $1 and a.change_id = $2 and a.sku > $4
      union select g.sku from unnest($3::text[]) as g(sku) where g.sku > $4
      order by 1 limit $5
   )
   select w.sku, p.version, p.pending, f.pointer, f.received
     from wanted w
     left join products p on p.seller_id = $1 and p.sku = w.sku and p.status in ('CATALOGING', 'APPROVED')
     left join lateral (
       select a.pointer, a.received from reference_affected a
        where a.seller_id = $1 and a.change_id = $2 and a.sku = w.sku order by a.pointer limit 1
     ) f on true
    order by w.sku`,
);

/** Writes pending reasons of products that nobody changed since they were read. Index: products_pkey. */
export const writePending = statement<never>(
  "affected.write_pending",
  `update products p set pending = i.pending
     from unnest($2::text[], $3::integer[], $4::text[]) as i(sku, version, pending)
    where p.seller_id = $1 and p.sku = i.sku and p.version = i.version and p.status in ('CATALOGING', 'APPROVED')`,
);

/** How many warnings are due, and the earliest due time. Index: reference_warnings_due. */
export const warningBacklog = statement<{ due: number; oldest: number | null }>(
  "affected.warning_backlog",
  `select count(*) as due, min(w.due_at) as oldest from reference_warnings w where w.due_at <= $1`,
);
