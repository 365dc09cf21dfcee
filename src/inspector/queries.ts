import { statement } from "../platform/database/index.ts";

/** Inserts calls of many sellers. Skips calls that are already stored. */
export const insertRequests = statement<never>(
  "inspector.insert_requests",
  `insert into request_log
     (seller_id, at, moment, nth, request_id, client_id, credential_id, operation, method, target, status, ms, language, headers, sent,
      answered, codes, replayable)
   select i.seller_id, i.at, i.moment, i.ord, i.request_id, i.client_id, i.credential_id, i.operation, i.method, i.target, i.status, i.ms,
          i.language, i.headers, i.sent, i.answered, string_to_array(i.codes, ','), i.replayable
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::integer[], $11::real[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::boolean[])
            with ordinality as i(seller_id, at, moment, request_id, client_id, credential_id, operation, method, target, status, ms,
                                 language, headers, sent, answered, codes, replayable, ord)
       on conflict (seller_id, at, nth, request_id) do nothing`,
);

/** A call as shown in lists. */
export interface ListedRow {
  readonly seller_id: number;
  /** Epoch ms, real time. */
  readonly at: number;
  readonly request_id: string;
  readonly client_id: string | null;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  readonly codes: readonly string[];
  readonly replayable: boolean;
}
/** A call with all its logged data. */
export interface RequestRow extends ListedRow {
  /** Epoch ms, marketplace time. */
  readonly moment: number;
  readonly credential_id: string | null;
  readonly language: string;
  /** JSON text. `sent` and `answered` are JSON text too. */
  readonly headers: string;
  readonly sent: string | null;
  readonly answered: string | null;
}

/** Calls of an application for a seller, newest first. Searches the newest $9 calls since $3. Index: request_log_pkey. */
export const listRequests = statement<ListedRow>(
  "inspector.list_requests",
  `select n.seller_id, n.at, n.request_id, n.client_id, n.operation, n.method, n.target, n.status, n.ms, n.codes, n.replayable
     from (select r.seller_id, r.at, r.nth, r.request_id, r.client_id, r.operation, r.method, r.target, r.status, r.ms, r.codes, r.replayable
             from request_log r where r.seller_id = $1 and r.client_id = $2 and r.at >= $3
            order by r.at desc, r.nth desc limit $9) n
    where ($4::text[] is null or n.operation = any ($4)) and ($5::integer[] is null or n.status = any ($5)) and ($6::text[] is null or n.codes && $6)
    order by n.at desc, n.nth desc limit $7 offset $8`,
);

/**
 * Calls of an application for many sellers, newest first. Searches the newest $4 calls of each seller since $3. Index: request_log_pkey,
 * once per seller.
 */
export const listApplicationRequests = statement<ListedRow>(
  "inspector.list_application_requests",
  `select n.seller_id, n.at, n.request_id, n.client_id, n.operation, n.method, n.target, n.status, n.ms, n.codes, n.replayable
     from unnest($1::bigint[]) as i(seller_id)
    cross join lateral (
      select r.seller_id, r.at, r.nth, r.request_id, r.client_id, r.operation, r.method, r.target, r.status, r.ms, r.codes, r.replayable
        from request_log r where r.seller_id = i.seller_id and r.client_id = $2 and r.at >= $3
       order by r.at desc, r.nth desc limit $4) n
    where ($5::text[] is null or n.operation = any ($5)) and ($6::integer[] is null or n.status = any ($6)) and ($7::text[] is null or n.codes && $7)
    order by n.at desc, n.nth desc, n.seller_id limit $8 offset $9`,
);

/**
 * Calls of one seller or, when $1 is null, of all callers; newest first. Searches the newest $8 calls since $2. With a sku $9, only calls whose
 * address is the product's or begins so ($10), and those that sent it. Calls by operators and by
 * unauthenticated callers have seller 0. Index: request_log_pkey for one seller, request_log_newest for all.
 */
export const listEveryRequest = statement<ListedRow>(
  "inspector.list_every_request",
  `/* fanout */
   select n.seller_id, n.at, n.request_id, n.client_id, n.operation, n.method, n.target, n.status, n.ms, n.codes, n.replayable
     from (select r.seller_id, r.at, r.nth, r.request_id, r.client_id, r.operation, r.method, r.target, r.status, r.ms, r.codes, r.replayable,
                  r.operation = 'postProduct' and strpos(r.sent, '"sku":' || to_json($9::text)) > 0 as is_sent
             from request_log r where ($1::bigint is null or r.seller_id = $1) and r.at >= $2
            order by r.at desc, r.nth desc limit $8) n
    where ($3::text[] is null or n.operation = any ($3)) and ($4::integer[] is null or n.status = any ($4)) and ($5::text[] is null or n.codes && $5)
      and ($9::text is null or split_part(split_part(n.target, '?', 1), '/products/', 2) = $9 or split_part(split_part(n.target, '?', 1), '/products/', 2) like $10
           or (n.operation = 'postProduct' and n.is_sent))
    order by n.at desc, n.nth desc limit $6 offset $7`,
);

/** The newest call with a request id that an application made for a seller. Index: request_log_by_id. */
export const findRequest = statement<RequestRow>(
  "inspector.find_request",
  `select seller_id, at, request_id, client_id, operation, method, target, status, ms, codes, replayable, moment, credential_id, language,
          headers, sent, answered
     from request_log where request_id = $3 and seller_id = $1 and client_id = $2 order by at desc, nth desc limit 1`,
);

/** The newest call with a request id, by any caller. Index: request_log_by_id. */
export const findAnyRequest = statement<RequestRow>(
  "inspector.find_any_request",
  `/* fanout */
   select seller_id, at, request_id, client_id, operation, method, target, status, ms, codes, replayable, moment, credential_id, language,
          headers, sent, answered
     from request_log where request_id = $1 order by at desc, nth desc limit 1`,
);

/** Refusals of one operation with one code: their number, the times of the first and the last, and the request id of the last. */
export interface ErrorGroupRow {
  readonly code: string;
  readonly operation: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly example: string;
}

/** Groups the newest $4 refusals of an application for a seller since $3 by code and operation. Index: request_log_refused. */
export const groupErrors = statement<ErrorGroupRow>(
  "inspector.group_errors",
  `select c.code, r.operation, count(*) as count, min(r.at) as first, max(r.at) as last,
          (array_agg(r.request_id order by r.at desc))[1] as example
     from (select l.operation, l.at, l.request_id, l.codes from request_log l
            where l.seller_id = $1 and l.client_id = $2 and l.at >= $3 and l.status >= 400 order by l.at desc limit $4) r
          cross join unnest(r.codes) as c(code)
    group by c.code, r.operation order by count(*) desc, c.code, r.operation limit $5`,
);

/**
 * Groups the newest $4 refusals of each of many sellers since $3 by code and operation, for an application. Counts the sellers of each
 * group. Index: request_log_refused.
 */
export const groupApplicationErrors = statement<ErrorGroupRow & { sellers: number }>(
  "inspector.group_application_errors",
  `select c.code, r.operation, count(*) as count, count(distinct r.seller_id) as sellers, min(r.at) as first, max(r.at) as last,
          (array_agg(r.request_id order by r.at desc))[1] as example
     from unnest($1::bigint[]) as i(seller_id)
    cross join lateral (
      select l.seller_id, l.operation, l.at, l.request_id, l.codes from request_log l
       where l.seller_id = i.seller_id and l.client_id = $2 and l.at >= $3 and l.status >= 400 order by l.at desc limit $4) r
    cross join unnest(r.codes) as c(code)
    group by c.code, r.operation order by count(*) desc, c.code, r.operation limit $5`,
);

/**
 * Groups the newest $3 refusals since $2 by code and operation: those of one seller or, when $1 is null, of all callers. Index:
 * request_log_refused for one seller.
 */
export const groupEveryError = statement<ErrorGroupRow>(
  "inspector.group_every_error",
  `/* fanout */
   select c.code, r.operation, count(*) as count, min(r.at) as first, max(r.at) as last,
          (array_agg(r.request_id order by r.at desc))[1] as example
     from (select l.operation, l.at, l.request_id, l.codes from request_log l
            where ($1::bigint is null or l.seller_id = $1) and l.at >= $2 and l.status >= 400 order by l.at desc limit $3) r
          cross join unnest(r.codes) as c(code)
    group by c.code, r.operation order by count(*) desc, c.code, r.operation limit $4`,
);

/** The use of a deprecated part of the API by one application. */
export interface DeprecationUseRow {
  /** Which of the parts: 1, 2, ... */
  readonly nth: number;
  readonly client_id: string;
  readonly name: string | null;
  readonly sellers: number;
  readonly calls: number;
  /** Epoch ms, real time. */
  readonly last: number;
}
/**
 * Counts calls since $1 that used deprecated parts, by application: operations $2, with a target that matches $3 and a body that has the JSON path $4.
 * A null pattern or path matches every call. Searches the newest $5 calls. Index: request_log_newest.
 */
export const countDeprecationUse = statement<DeprecationUseRow>(
  "inspector.count_deprecation_use",
  `/* fanout */
   select u.nth, u.client_id, a.name, u.sellers, u.calls, u.last
     from (select d.nth::integer as nth, r.client_id, count(distinct r.seller_id) as sellers, count(*) as calls, max(r.at) as last
             from (select l.seller_id, l.client_id, l.at, l.operation, l.target, l.sent from request_log l
                    where l.at >= $1 order by l.at desc, l.nth desc limit $5) r
             join unnest($2::text[], $3::text[], $4::text[]) with ordinality as d(operation, pattern, path, nth) on d.operation = r.operation
            where r.client_id is not null
              and (d.pattern is null or r.target ~ d.pattern)
              -- Not every body is jsonb: it has no text with the character 0, or with half of a surrogate pair.
              and case when d.path is null then true
                       when r.sent is null or not pg_input_is_valid(r.sent, 'jsonb') then false
                       else r.sent::jsonb @? d.path::jsonpath end
            group by d.nth, r.client_id) u
     left join applications a on a.client_id = u.client_id
    order by u.nth, u.calls desc, u.client_id`,
);

/**
 * Events that the call with request id $4 caused until the instant $3. Searches the $5 events that follow sequence number $2. Index:
 * events_pkey.
 */
export const eventsOfRequest = statement<{ seq: number; name: string; resource: string; at: number }>(
  "inspector.events_of_request",
  `select n.seq, n.name, n.resource, n.at
     from (select e.seq, e.name, e.resource, e.at, e.payload from events e where e.seller_id = $1 and e.seq > $2 order by e.seq limit $5) n
    where n.at <= $3 and n.payload::json ->> 'requestId' = $4 order by n.seq limit 100`,
);
