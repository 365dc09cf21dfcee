import { statement } from "../database/database.ts";

/** A stored answer. */
export interface StoredAnswer {
  readonly ord: number;
  readonly body_hash: Buffer;
  readonly status: number;
  readonly answer: Buffer;
}
/**
 * Finds the stored answers to many calls. Reads the days from `$4` to `$5` and skips answers recorded before the call's time in `$3`. If a key
 * is stored under two days, returns only the answer of the later day. All calls share the same days, so that partitions are selected once.
 * Index: once_pkey of the days' partitions.
 */
export const findAnswers = statement<StoredAnswer>(
  "once.find",
  `select i.ord::integer as ord, o.body_hash, o.status, o.answer
     from unnest($1::bigint[], $2::bytea[], $3::bigint[]) with ordinality as i(seller_id, slot, since, ord)
    cross join lateral (
      select o.body_hash, o.status, o.answer from once o
       where o.seller_id = i.seller_id and o.slot = i.slot and o.day between $4 and $5 and o.at >= i.since
       order by o.day desc limit 1
    ) o`,
);

/**
 * Stores answers in a fixed order. The whole transaction fails if a key already exists, because another process has then used it first.
 * Index: once_pkey.
 */
export const insertAnswers = statement<never>(
  "once.insert",
  `insert into once (seller_id, slot, day, body_hash, status, answer, at)
   select i.seller_id, i.slot, i.day, i.body_hash, i.status, i.answer, i.at
     from unnest($1::bigint[], $2::bytea[], $3::integer[], $4::bytea[], $5::integer[], $6::bytea[], $7::bigint[])
       as i(seller_id, slot, day, body_hash, status, answer, at)
    order by i.seller_id, i.slot, i.day`,
);
