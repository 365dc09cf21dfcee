import { statement } from "../../platform/database/index.ts";

/** A day of the audit log: the number of its rows and the hash of the last row. */
export interface DayRow {
  readonly day: number;
  readonly rows: number;
  readonly head: Buffer;
}
/** Starts a day with the hash $2, or locks the existing day. Other appends wait for the lock. Index: audit_days_pkey. */
export const lockDay = statement<Pick<DayRow, "rows" | "head">>(
  "audit.lock_day",
  `insert into audit_days (day, rows, head) values ($1, 0, $2)
   on conflict (day) do update set rows = audit_days.rows returning rows, head`,
);
/** Appends rows to a locked day in the given order. Updates the day's row count and last hash. Index: audit_days_pkey. */
export const append = statement<never>(
  "audit.append",
  `with ended as (
     update audit_days set rows = $11, head = $12 where day = $1
   )
   insert into audit_log (day, nth, hash, at, actor, role, operation, target, status, request_id, change)
   select $1, i.nth, i.hash, i.at, i.actor, i.role, i.operation, i.target, i.status, i.request_id, i.change
     from unnest($2::integer[], $3::bytea[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::integer[], $10::text[], $13::text[])
          as i(nth, hash, at, actor, role, operation, target, status, request_id, change)
    order by i.nth`,
);
/** The last day before $1 that has rows. Index: audit_days_pkey. */
export const dayBefore = statement<DayRow>(
  "audit.day_before",
  `select day, rows, head from audit_days where day < $1 order by day desc limit 1`,
);

/** The row count and last hash of one day. Index: audit_days_pkey. */
export const findDay = statement<Pick<DayRow, "rows" | "head">>("audit.find_day", `select rows, head from audit_days where day = $1`);
/** Days before $1, newest first. Index: audit_days_pkey. */
export const listDays = statement<DayRow>(
  "audit.list_days",
  `select day, rows, head from audit_days where day < $1 order by day desc limit $2`,
);

/** A row of the audit log. */
export interface AuditRow {
  readonly audit_id: number;
  readonly at: number;
  readonly actor: string;
  readonly role: string;
  readonly operation: string;
  readonly target: string;
  readonly status: number;
  readonly request_id: string;
  readonly change: string | null;
}
/** A page of the audit log, newest first. Index: audit_log_pkey. */
export const listAudit = statement<AuditRow>(
  "audit.list_audit",
  `select audit_id, at, actor, role, operation, target, status, request_id, change
     from audit_log where audit_id < $1 order by audit_id desc limit $2`,
);
/** Calls of some addresses near some instants that were carried out, with what was sent. Index: audit_by_time. */
export const findCallsNear = statement<{ audit_id: number; at: number; actor: string; target: string; request_id: string; change: string }>(
  "audit.find_calls_near",
  `select distinct a.audit_id, a.at, a.actor, a.target, a.request_id, a.change
     from unnest($1::bigint[]) as i(at)
     join audit_log a on a.at >= i.at - $2 and a.at <= i.at + $2
    where a.target = any ($3) and a.status < 300 and a.change is not null
    order by a.audit_id limit $4`,
);
/** A page of a day's chain, at positions $2 < nth <= $3. Index: audit_log_chain. */
export const listChain = statement<AuditRow & { nth: number; hash: Buffer }>(
  "audit.list_chain",
  `select audit_id, at, actor, role, operation, target, status, request_id, change, nth, hash
     from audit_log where day = $1 and nth > $2 and nth <= $3 order by nth limit $4`,
);
/** The first row of a day with an `nth` above the day's row count. Such a row was not added by `append`. Index: audit_log_chain. */
export const findUncounted = statement<{ audit_id: number; nth: number }>(
  "audit.find_uncounted",
  `select l.audit_id, l.nth from audit_log l
    where l.day = $1 and l.nth > coalesce((select d.rows from audit_days d where d.day = $1), 0) order by l.nth limit 1`,
);
