import { statement } from "../platform/database/index.ts";
import type { EventRow } from "./envelope.ts";

/** A seller's events after a seq, oldest first. Index: events_pkey. */
export const listEvents = statement<EventRow>(
  "events.list_events",
  `select seller_id, seq, at, name, resource, version, actor, cause, payload
     from events where seller_id = $1 and seq > $2 order by seq limit $3`,
);

/** A seller's newest events, newest first. Index: events_pkey. */
export const listNewest = statement<EventRow>(
  "events.list_newest",
  `select seller_id, seq, at, name, resource, version, actor, cause, payload
     from events where seller_id = $1 order by seq desc limit $2`,
);

/** The events of one resource of a seller after a seq, oldest first. Index: events_of_resource. */
export const listOfResource = statement<EventRow>(
  "events.list_of_resource",
  `select seller_id, seq, at, name, resource, version, actor, cause, payload
     from events where seller_id = $1 and resource = $2 and seq > $3 order by version limit $4`,
);

/** The events of one resource of a seller, newest first. Index: events_of_resource. */
export const listNewestOfResource = statement<EventRow>(
  "events.list_newest_of_resource",
  `select seller_id, seq, at, name, resource, version, actor, cause, payload
     from events where seller_id = $1 and resource = $2 order by version desc limit $3`,
);

/**
 * The newest `$2` events of all sellers since `$1`, newest first. They can only belong to the `$2` sellers with the newest last events. So
 * the statement reads the last event of every seller, and reads more events only for those `$2` sellers. Index: events_pkey.
 */
export const listNewestOfAll = statement<EventRow>(
  "events.list_newest_of_all",
  `/* fanout */
   with busiest as materialized (
     select c.seller_id, c.events
       from seller_counters c
       join events e on e.seller_id = c.seller_id and e.seq = c.events
      where e.at >= $1
      order by e.at desc limit $2
   )
   select e.seller_id, e.seq, e.at, e.name, e.resource, e.version, e.actor, e.cause, e.payload
     from busiest b
     join events e on e.seller_id = b.seller_id and e.seq > b.events - $2
    where e.at >= $1
    order by e.at desc, e.seller_id, e.seq desc limit $2`,
);

/** Number of events of each seller, which is also the seq of its last event. Index: seller_counters_pkey. */
export const countEvents = statement<{ seller_id: number; events: number }>(
  "events.count_events",
  `select c.seller_id, c.events
     from unnest($1::bigint[]) as i(seller_id)
     join seller_counters c on c.seller_id = i.seller_id`,
);

/**
 * The seq of a seller's last event before an instant; 0 when there is none. Seqs have no gaps, and event times are nearly in the order of
 * seqs. So a binary search finds the event, with about 20 probes among a million events. Index: events_pkey, seller_counters_pkey.
 */
export const lastBefore = statement<{ seq: number }>(
  "events.last_before",
  `with recursive halving as (
     select 0::bigint as least, c.events as most from seller_counters c where c.seller_id = $1
      union all
     select case when p.at < $2 then p.seq else p.least end, case when p.at < $2 then p.most else p.seq - 1 end
       from (select h.least, h.most, (h.least + h.most + 1) / 2 as seq,
                    (select e.at from events e where e.seller_id = $1 and e.seq = (h.least + h.most + 1) / 2) as at
               from halving h where h.least < h.most) p
   )
   select least as seq from halving where least = most`,
);

/**
 * Appends events of many sellers in the given order, and adds them to the sellers' event counts. Skips an event if the seller already has
 * an event with the same resource and version, stored or earlier in the input. A skipped event uses no seq, so seqs have no gaps. Index:
 * events_of_resource, seller_counters_pkey.
 */
export const appendEvents = statement<never>(
  "events.append_events",
  `with input as (
     select i.* from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::bigint[])
            with ordinality as i(seller_id, name, resource, version, actor, cause, payload, at, ord)
   ), fresh as (
     select distinct on (i.seller_id, i.resource, i.version) i.*
       from input i
      where not exists (select from events e where e.seller_id = i.seller_id and e.resource = i.resource and e.version = i.version)
      order by i.seller_id, i.resource, i.version, i.ord
   ), accepted as materialized (
     select f.*, row_number() over (partition by f.seller_id order by f.ord) as place from fresh f
   ), counted as (
     update seller_counters c set events = c.events + a.n
       from (select seller_id, count(*) as n from accepted group by seller_id order by seller_id) a
      where c.seller_id = a.seller_id
     returning c.seller_id, c.events - a.n as events_before
   )
   insert into events (seller_id, seq, at, name, resource, version, actor, cause, payload)
   select a.seller_id, c.events_before + a.place, a.at, a.name, a.resource, a.version, a.actor, a.cause, a.payload
     from accepted a join counted c on c.seller_id = a.seller_id`,
);
