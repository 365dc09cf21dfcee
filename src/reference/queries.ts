import { statement } from "../platform/database/index.ts";
import type { ReferenceEntry } from "./lists.ts";

// Reference data belongs to no seller. In a database that is split by seller, every node has a copy of these small tables
// (db/distribution.json).

/** The version in effect; index reference_version_pkey. */
export const getVersion = statement<{ version: number }>(
  "reference.get_version",
  `select v.version from reference_version v where v.singleton`,
);

/** Locks and returns the version, so that no other transaction changes reference data until this one ends; index reference_version_pkey. */
export const lockVersion = statement<{ version: number }>(
  "reference.lock_version",
  `select v.version from reference_version v where v.singleton for update`,
);

/** An entry, and the version in effect, which is the same in every row. */
export interface LoadedRow {
  readonly version: number;
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  readonly item: unknown;
}
/** All entries and their version, as of one instant; index reference_items_pkey. */
export const loadReference = statement<LoadedRow>(
  "reference.load",
  `select v.version, i.list, i.code, i.item
     from reference_version v join reference_items i on true
    where v.singleton`,
);

/** Stores the shipped data as version 1. Does nothing when there is a version already. Index: reference_version_pkey. */
export const insertShipped = statement<never>(
  "reference.insert_shipped",
  `with first as (
     update reference_version set version = 1 where singleton and version = 0 returning version
   )
   insert into reference_items (list, code, item)
   select i.list, i.code, i.item::jsonb
     from first join unnest($1::text[], $2::text[], $3::text[]) as i(list, code, item) on true`,
);

/** A recorded change; times are epoch ms of the marketplace's clock. */
export interface ChangeRow {
  readonly change_id: number;
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  /** Null = the entry is removed. */
  readonly item: unknown;
  readonly actor: string;
  readonly made_at: number;
  readonly effective_at: number;
  /** Null = scheduled. */
  readonly version: number | null;
  /** Whether it removes or narrows something. Null = it was recorded by an earlier version of the server. */
  readonly narrows: boolean | null;
  /** Why a change that narrows was let in with less than the minimum notice. */
  readonly short_notice_reason: string | null;
}
const CHANGE = "c.change_id, c.list, c.code, c.item, c.actor, c.made_at, c.effective_at, c.version, c.narrows, c.short_notice_reason";

/** Records changes that take effect together. A null item removes the entry. The reason is kept with those that narrow. */
export const recordChanges = statement<Pick<ChangeRow, "change_id" | "list" | "code">>(
  "reference.record_changes",
  `insert into reference_changes (list, code, action, item, actor, made_at, effective_at, narrows, short_notice_reason)
   select i.list, i.code, case when i.item is null then 'remove' else 'put' end, i.item::jsonb, $4, $5, $6, i.narrows,
          case when i.narrows then $8::text end
     from unnest($1::text[], $2::text[], $3::text[], $7::boolean[]) with ordinality as i(list, code, item, narrows, ord) order by i.ord
   returning change_id, list, code`,
);

/** Queues changes that narrow for counting and telling, at once. Index: reference_warnings_pkey. */
export const insertWarnings = statement<never>(
  "reference.insert_warnings",
  `insert into reference_warnings (change_id, list, code, before, item, effective_at, count_due_at, due_at)
   select i.change_id, i.list, i.code, i.before::jsonb, i.item::jsonb, $6, $7, $7
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) as i(change_id, list, code, before, item)`,
);

/**
 * Counts again, from the beginning, what earlier changes of some entries affect. A process that counts now loses its lease. Index:
 * reference_warnings_of_entry.
 */
export const recountWarnings = statement<never>(
  "reference.recount_warnings",
  `update reference_warnings w
      set counted_seller = null, counted_to = null, count_due_at = $3, due_at = least(w.due_at, $3), fence = w.fence + 1, lease_until = null
     from unnest($1::text[], $2::text[]) as i(list, code)
    where w.list = i.list and w.code = i.code and not w.withdrawn`,
);

/** Ends the warning of a withdrawn change. A process that counts it now loses its lease. Index: reference_warnings_pkey. */
export const withdrawWarning = statement<never>(
  "reference.withdraw_warning",
  `update reference_warnings set withdrawn = true, due_at = $2, fence = fence + 1, lease_until = null where change_id = $1`,
);

/** The entries that changes narrow at one instant, as they were before. */
export interface NarrowedRow {
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  /** Null = the entry did not exist. */
  readonly before: unknown;
}
/** The entries that narrow at an instant, without withdrawn changes. Reads all warnings, which are few. Index: reference_warnings_pkey. */
export const listNarrowedAt = statement<NarrowedRow>(
  "reference.list_narrowed_at",
  `select w.list, w.code, w.before from reference_warnings w where w.effective_at = $1 and not w.withdrawn order by w.change_id`,
);

/** What a change affects of a seller. */
export interface AffectedTotalsRow {
  readonly change_id: number;
  readonly skus: number;
  readonly families: number;
  /** Epoch ms; null = it is being counted for the first time. */
  readonly computed_at: number | null;
  /** The name of the entry before the change; null when it had none. */
  readonly name: string | null;
}
/** What changes affect of a seller; changes that are not counted have no row. Index: reference_warnings_pkey, reference_affected_totals_pkey. */
export const affectedTotals = statement<AffectedTotalsRow>(
  "reference.affected_totals",
  `select w.change_id, coalesce(t.skus, 0) as skus, coalesce(t.families, 0) as families, coalesce(t.computed_at, w.counted_at) as computed_at,
          w.before ->> 'name' as name
     from unnest($2::bigint[]) as i(change_id)
     join reference_warnings w on w.change_id = i.change_id and not w.withdrawn
     left join reference_affected_totals t on t.seller_id = $1 and t.change_id = w.change_id`,
);

/** Changes that were recorded after the change ($1, $2), in the order in which they were recorded. Index: reference_changes_made. */
export const listChangesMade = statement<ChangeRow>(
  "reference.list_changes_made",
  `select ${CHANGE}
     from reference_changes c where (c.made_at, c.change_id) > ($1::bigint, $2::bigint) order by c.made_at, c.change_id limit $3`,
);

/** Changes that are still to take effect, at most $1, in the order in which they were recorded. Index: reference_changes_waiting. */
export const listUpcomingChanges = statement<ChangeRow>(
  "reference.list_upcoming",
  `select ${CHANGE} from reference_changes c where c.version is null order by c.made_at, c.change_id limit $1`,
);

/** Whether a scheduled change is due; index reference_changes_waiting. */
export const anyDue = statement<{ due: boolean }>(
  "reference.any_due",
  `select exists (select from reference_changes c where c.version is null and c.effective_at <= $1) as due`,
);

/** Time at which the earliest scheduled change takes effect; null when none is scheduled; index reference_changes_waiting. */
export const nextChangeAt = statement<{ effective_at: number | null }>(
  "reference.next_change_at",
  `select min(c.effective_at) as effective_at from reference_changes c where c.version is null`,
);

/** Scheduled changes of one list, or of one of its entries, in the order in which they take effect; index reference_changes_waiting_of_entry. */
export const listWaitingOf = statement<ChangeRow>(
  "reference.list_waiting_of",
  `select ${CHANGE}
     from reference_changes c where c.version is null and c.list = $1 and ($2::text is null or c.code = $2)
    order by c.effective_at, c.change_id`,
);

/** An entry at an instant, and the time until which it stays the same. */
export interface EntryAtRow {
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  /** Null = the entry does not exist. */
  readonly item: unknown;
  /** Time at which its next change takes effect; null when none is scheduled. */
  readonly until: number | null;
}
/**
 * Entries as they are at the instant $3, after the changes scheduled until then. Change $4 counts as withdrawn. Reads at most two scheduled
 * changes per entry. Index: reference_items_pkey, reference_changes_waiting_of_entry.
 */
export const listEntriesAt = statement<EntryAtRow>(
  "reference.list_standing",
  `select a.list, a.code, case when w.change_id is null then i.item else w.item end as item, n.effective_at as until
     from unnest($1::text[], $2::text[]) as a(list, code)
     left join reference_items i on i.list = a.list and i.code = a.code
     left join lateral (
       select c.change_id, c.item from reference_changes c
        where c.version is null and c.list = a.list and c.code = a.code and c.effective_at <= $3 and c.change_id <> $4
        order by c.effective_at desc, c.change_id desc limit 1
     ) w on true
     left join lateral (
       select c.effective_at from reference_changes c
        where c.version is null and c.list = a.list and c.code = a.code and c.effective_at > $3 and c.change_id <> $4
        order by c.effective_at limit 1
     ) n on true`,
);

/** An instant after every possible date. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** The state of an entry from an instant on. */
export interface EntryChangeRow {
  readonly list: ReferenceEntry["list"];
  readonly code: string;
  /** Null = the entry does not exist. */
  readonly item: unknown;
  /** Time from which the entry has this state; null = the state at the instant $4 of `listDependencies`. */
  readonly effective_at: number | null;
}
/**
 * Entries of the lists $1, found by code $2 or by values of their item $3, in the current data and in scheduled changes. Where both are
 * null, all entries of the list are found. Returns each entry as it is at the instant $4, then its scheduled changes before the instant $5
 * (null = all), in the order in which they take effect. Change $6 counts as withdrawn. Index: reference_items_pkey, reference_items_values,
 * reference_changes_waiting_values, reference_changes_waiting_of_entry.
 */
export const listDependencies = statement<EntryChangeRow>(
  "reference.list_relatives",
  `with sought as (
     select s.list, s.code, s.wanted::jsonb as wanted from unnest($1::text[], $2::text[], $3::text[]) as s(list, code, wanted)
   ), found as (
     select s.list, s.code from sought s where s.code is not null
     union select i.list, i.code from sought s join reference_items i on i.list = s.list and i.item @> s.wanted
     union select c.list, c.code from sought s join reference_changes c on c.list = s.list and c.item @> s.wanted where c.version is null
     union select i.list, i.code from sought s join reference_items i on i.list = s.list where s.code is null and s.wanted is null
     union select c.list, c.code from sought s join reference_changes c on c.list = s.list
            where s.code is null and s.wanted is null and c.version is null
   )
   select p.list, p.code, p.item, p.effective_at from (
   select f.list, f.code, case when w.change_id is null then i.item else w.item end as item,
          null::bigint as effective_at, null::bigint as change_id
     from found f
     left join reference_items i on i.list = f.list and i.code = f.code
     left join lateral (
       select c.change_id, c.item from reference_changes c
        where c.version is null and c.list = f.list and c.code = f.code and c.effective_at <= $4 and c.change_id <> $6
        order by c.effective_at desc, c.change_id desc limit 1
     ) w on true
   union all
   select f.list, f.code, l.item, l.effective_at, l.change_id
     from found f
     join lateral (
       -- Sorted, so that the changes are read entry by entry through an index, and the table is never read whole.
       select c.item, c.effective_at, c.change_id from reference_changes c
        where c.version is null and c.list = f.list and c.code = f.code and c.change_id <> $6
          and c.effective_at > $4 and c.effective_at < coalesce($5::bigint, ${END_OF_TIME})
        order by c.effective_at, c.change_id
     ) l on true
   ) p
   order by p.effective_at nulls first, p.change_id`,
);

/** Number of scheduled changes, and number of different dates among them, not counting the date $1; index reference_changes_waiting. */
export const countWaiting = statement<{ changes: number; dates: number }>(
  "reference.count_waiting",
  `select count(*) as changes, count(distinct c.effective_at) filter (where c.effective_at <> $1) as dates
     from reference_changes c where c.version is null`,
);

/** Scheduled changes in the order in which they take effect; index reference_changes_waiting. */
export const listWaiting = statement<ChangeRow>(
  "reference.list_waiting",
  `select ${CHANGE}
     from reference_changes c where c.version is null order by c.effective_at, c.change_id`,
);

/**
 * Applies every scheduled change that is due, in one statement. Each change gets a version, in the order in which the changes take effect. If
 * several changes concern one entry, the last one decides its item. The transaction must hold the lock on the version (lockVersion). Index:
 * reference_changes_waiting, reference_items_pkey.
 */
export const applyDue = statement<{ change_id: number; version: number }>(
  "reference.apply_due",
  `with due as materialized (
     select c.change_id, c.list, c.code, c.item,
            row_number() over (order by c.effective_at, c.change_id) as place,
            row_number() over (partition by c.list, c.code order by c.effective_at desc, c.change_id desc) = 1 as counts
       from reference_changes c where c.version is null and c.effective_at <= $1
   ), numbered as (
     update reference_changes c set version = v.version + d.place
       from due d, reference_version v
      where c.change_id = d.change_id and v.singleton
     returning c.change_id, c.version
   ), put as (
     insert into reference_items (list, code, item)
     select d.list, d.code, d.item from due d where d.counts and d.item is not null
     on conflict (list, code) do update set item = excluded.item
   ), removed as (
     delete from reference_items i using due d
      where d.counts and d.item is null and i.list = d.list and i.code = d.code
   ), counted as (
     update reference_version v set version = v.version + d.n
       from (select count(*) as n from due) d where v.singleton and d.n > 0
   )
   select n.change_id, n.version from numbered n order by n.version`,
);

/** One change; index reference_changes_pkey. */
export const findChange = statement<ChangeRow>(
  "reference.find_change",
  `select ${CHANGE}
     from reference_changes c where c.change_id = $1`,
);

/** Deletes a scheduled change; one in effect stays. Index: reference_changes_pkey. */
export const deleteWaiting = statement<never>(
  "reference.delete_waiting",
  `delete from reference_changes where change_id = $1 and version is null`,
);

/** Changes in effect after a version, oldest first; index reference_changes_version_key. */
export const listChangesSince = statement<ChangeRow>(
  "reference.list_changes_since",
  `select ${CHANGE}
     from reference_changes c where c.version > $1 order by c.version limit $2`,
);

/** Changes in effect before a version, newest first; index reference_changes_version_key. */
export const listChangesBefore = statement<ChangeRow>(
  "reference.list_changes_before",
  `select ${CHANGE}
     from reference_changes c where c.version < $1 order by c.version desc limit $2`,
);

/** Counts of products, of their sellers, and of products by status. */
export interface ImpactRow {
  readonly products: number;
  readonly sellers: number;
  readonly received: number;
  readonly criticized: number;
  readonly cataloging: number;
  readonly approved: number;
}
/**
 * Whether a product `p` uses what a change concerns, with the parameters $1 to $5: a field of its document has one of the names $3, an image
 * matches the pattern $4, or its pending reasons contain $5. A null parameter matches nothing. $1 is `"field":"`, and $2 separates names within the
 * field. JSON texts contain no unescaped quotes, so the value lies between $1 and the next field.
 */
export const USES_CHANGED_ENTRY = `string_to_array(split_part(split_part(p.core, $1::text, 2), '","', 1), $2::text) && $3::text[]
       or p.images ~ $4::text
       or position($5::text in p.pending) > 0`;

/**
 * Counts the products that use what a change concerns (USES_CHANGED_ENTRY), and their sellers. Every product is read once, which takes 1 us each, so
 * only operators use this, on a wide connection.
 */
export const countProducts = statement<ImpactRow>(
  "reference.count_products",
  `/* fanout */
   select count(*) as products, count(distinct p.seller_id) as sellers,
          count(*) filter (where p.status = 'RECEIVED') as received,
          count(*) filter (where p.status = 'CRITICIZED') as criticized,
          count(*) filter (where p.status = 'CATALOGING') as cataloging,
          count(*) filter (where p.status = 'APPROVED') as approved
     from products p
    where ${USES_CHANGED_ENTRY}`,
);
