import { statement } from "../../../platform/database/index.ts";
import { CHANGE, type ChangeRow, SET_ASIDE } from "../queries.ts";

// The lists of change requests for the marketplace's people. All begin with the same values: $1 = asked at or before; ($2, $3, $4) = the place
// after which the page begins; $5 = requests of a page; $6 = fields, null for any. Bounds are never null, so an index begins at the place.

const ASKED_BEFORE = "c.created_at <= $1";
const AFTER_OPEN = "(c.created_at, c.seller_id, c.change_id) > ($2::bigint, $3::bigint, $4::text)";
const BEFORE_CLOSED = "(c.decided_at, c.seller_id, c.change_id) < ($2::bigint, $3::bigint, $4::text)";
/** Whether a request is about one of the fields. */
const ABOUT = `($6::text[] is null or exists (select from product_change_fields f
                                          where f.seller_id = c.seller_id and f.change_id = c.change_id and f.field = any ($6)))`;
/** Whether one of the fields of a request is still open. */
const OPEN_ABOUT = `($6::text[] is null or exists (select from product_change_fields f
                                          where f.seller_id = c.seller_id and f.change_id = c.change_id and f.field = any ($6)
                                            and f.decided_by is null and f.superseded_by is null))`;

/** Open change requests of all sellers, oldest first. Index: product_changes_open. */
export const listOpenChanges = statement<ChangeRow>(
  "changes.list_open",
  `/* fanout */
   select ${CHANGE}
     from product_changes c
    where c.decided_at is null and ${ASKED_BEFORE} and ${AFTER_OPEN}
    order by c.created_at, c.seller_id, c.change_id limit $5`,
);
/** Open change requests of all sellers that wait with one of the fields. Index: product_change_fields_open_of_field, product_changes_pkey. */
export const listOpenChangesOfField = statement<ChangeRow>(
  "changes.list_open_of_field",
  `/* fanout */
   select ${CHANGE}
     from (select distinct f.asked_at, f.seller_id, f.change_id
             from unnest($6::text[]) as w(field)
             cross join lateral (
               select distinct f.asked_at, f.seller_id, f.change_id
                 from product_change_fields f
                where f.field = w.field and f.decided_by is null and f.superseded_by is null and f.asked_at <= $1
                  and (f.asked_at, f.seller_id, f.change_id) > ($2::bigint, $3::bigint, $4::text)
                order by f.asked_at, f.seller_id, f.change_id limit $5
             ) f
            order by f.asked_at, f.seller_id, f.change_id limit $5) o
     join product_changes c on c.seller_id = o.seller_id and c.change_id = o.change_id
    order by o.asked_at, o.seller_id, o.change_id`,
);
/** Open change requests of the seller $7, oldest first. Index: product_changes_open_of_seller_by_date, product_change_fields_pkey. */
export const listOpenChangesOfSeller = statement<ChangeRow>(
  "changes.list_open_of_seller_by_date",
  `select ${CHANGE}
     from product_changes c
    where c.seller_id = $7 and c.decided_at is null and ${ASKED_BEFORE} and ${AFTER_OPEN} and ${OPEN_ABOUT}
    order by c.created_at, c.seller_id, c.change_id limit $5`,
);

const closed = (narrowed: string) =>
  `select ${CHANGE}
     from product_changes c
    where c.decided_at is not null and c.state = any ($7) ${narrowed} and ${ASKED_BEFORE} and ${BEFORE_CLOSED} and ${ABOUT}
    order by c.decided_at desc, c.seller_id desc, c.change_id desc limit $5`;
/** Closed change requests of all sellers in the states $7, the last decided first. Index: product_changes_closed, product_change_fields_pkey. */
export const listClosedChanges = statement<ChangeRow>("changes.list_closed", `/* fanout */ ${closed("")}`);
/** Closed change requests of the seller $8 in the states $7. Index: product_changes_closed_of_seller, product_change_fields_pkey. */
export const listClosedChangesOfSeller = statement<ChangeRow>("changes.list_closed_of_seller", closed("and c.seller_id = $8"));

/** Change requests that are set aside, of all sellers or of the seller $7, oldest first. Index: product_changes_set_aside, product_change_fields_pkey. */
export const listSetAsideChanges = statement<ChangeRow>(
  "changes.list_set_aside",
  `/* fanout */
   select ${CHANGE}
     from product_changes c
    where ${SET_ASIDE} and ($7::bigint is null or c.seller_id = $7) and ${ASKED_BEFORE} and ${AFTER_OPEN} and ${ABOUT}
    order by c.created_at, c.seller_id, c.change_id limit $5`,
);

/**
 * Change requests with a field that a rule approved and that a person shall look at, the longest approved first. Of all sellers or of the seller
 * $1, at most $2. Index: product_change_fields_sampled, product_changes_pkey.
 */
export const listSampledChanges = statement<ChangeRow>(
  "changes.list_sampled",
  `/* fanout */
   select ${CHANGE}
     from (select f.seller_id, f.change_id, min(f.at) as at
             from (select f.seller_id, f.change_id, f.at
                     from product_change_fields f
                    where f.sample = 'waiting' and ($1::bigint is null or f.seller_id = $1)
                    order by f.at, f.seller_id, f.change_id limit $2) f
            group by f.seller_id, f.change_id) s
     join product_changes c on c.seller_id = s.seller_id and c.change_id = s.change_id
    order by s.at, s.seller_id, s.change_id`,
);

/** The number of open change requests of all sellers, up to $1, and since when the first one is. Index: product_changes_open. */
export const countOpenChanges = statement<{ changes: number; first: number | null }>(
  "changes.count_open",
  `/* fanout */
   select count(*) as changes, min(c.created_at) as first
     from (select c.created_at from product_changes c where c.decided_at is null order by c.created_at limit $1) c`,
);
