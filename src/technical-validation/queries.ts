import { statement } from "../platform/database/index.ts";
import type { ValidationStatus } from "./states.ts";

export interface ValidationRow {
  readonly seller_id: number;
  readonly validation_id: string;
  readonly client_id: string;
  readonly credential_id: string;
  readonly application: string;
  readonly status: ValidationStatus;
  readonly started_at: number;
  readonly scheduled_at: number | null;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly reason: string | null;
  readonly report: string | null;
}
const COLUMNS = `v.seller_id, v.validation_id, v.client_id, v.credential_id, v.application, v.status, v.started_at,
          v.scheduled_at, v.decided_at, v.decided_by, v.reason, v.report`;

/** The active run of a credential. Index: validations_under_way. */
export const findActiveRun = statement<{ validation_id: string }>(
  "validation.find_under_way",
  `select validation_id from validations where seller_id = $1 and credential_id = $2 and status in ('open', 'scheduled')`,
);
/**
 * Inserts a run with its application's name. A second active run of a credential violates the unique index validations_under_way. Index:
 * applications_pkey.
 */
export const insertValidation = statement<ValidationRow>(
  "validation.insert",
  `insert into validations as v (seller_id, validation_id, client_id, credential_id, application, started_at)
   select $1::bigint, $2, a.client_id, $4, a.name, $5::bigint from applications a where a.client_id = $3
   returning ${COLUMNS}`,
);
/** One run of application $3 or, if null, of any application. Index: validations_pkey. */
export const findValidation = statement<ValidationRow>(
  "validation.find",
  `select ${COLUMNS} from validations v where v.seller_id = $1 and v.validation_id = $2 and ($3::text is null or v.client_id = $3)`,
);
/** One run, locked until the transaction ends. Index: validations_pkey. */
export const lockValidation = statement<ValidationRow>(
  "validation.lock",
  `select ${COLUMNS} from validations v where v.seller_id = $1 and v.validation_id = $2 for update`,
);
/** The newest runs of an application for a seller. A seller has few runs. Index: validations_pkey. */
export const listValidations = statement<ValidationRow>(
  "validation.list",
  `select ${COLUMNS} from validations v where v.seller_id = $1 and v.client_id = $2 and v.status = any($3::text[])
    order by v.started_at desc, v.validation_id limit 100`,
);
/** The newest runs of all sellers with the given statuses. Index: validations_by_status. */
export const listEveryValidation = statement<ValidationRow>(
  "validation.list_every",
  `/* fanout */
   select ${COLUMNS} from validations v where v.status = any($1::text[])
    order by v.started_at desc, v.validation_id limit 100`,
);
/** The number of active runs of all sellers, and when the first one began. Index: validations_by_status. */
export const countActiveRuns = statement<{ runs: number; first: number | null }>(
  "validation.count_under_way",
  `/* fanout */
   select count(*) as runs, min(v.started_at) as first from validations v where v.status in ('open', 'scheduled')`,
);
/** Active runs. They tell each process which calls to record. Index: validations_by_status. */
export const listActiveRuns = statement<Pick<ValidationRow, "seller_id" | "validation_id" | "credential_id">>(
  "validation.list_under_way",
  `/* fanout */
   select seller_id, validation_id, credential_id from validations where status in ('open', 'scheduled')
    order by started_at, seller_id limit 10000`,
);
/** Active runs whose start and scheduled date are both before an instant. Index: validations_by_status. */
export const listStaleRuns = statement<Pick<ValidationRow, "seller_id" | "validation_id">>(
  "validation.list_forgotten",
  `/* fanout */
   select seller_id, validation_id from validations
    where status in ('open', 'scheduled') and greatest(started_at, coalesce(scheduled_at, 0)) < $1
    order by started_at, seller_id limit 1000`,
);
/** Marks undecided runs as expired. Index: validations_pkey. */
export const expireValidations = statement<never>(
  "validation.expire",
  `update validations v set status = 'expired'
     from unnest($1::bigint[], $2::text[]) as i(seller_id, validation_id)
    where v.seller_id = i.seller_id and v.validation_id = i.validation_id and v.status not in ('approved', 'refused')`,
);
/** Stores the time when the marketplace will watch a run. Index: validations_pkey. */
export const scheduleValidation = statement<never>(
  "validation.schedule",
  `update validations set status = 'scheduled', scheduled_at = $3 where seller_id = $1 and validation_id = $2`,
);
/** Ends a run with a decision and its report. Index: validations_pkey. */
export const decideValidation = statement<never>(
  "validation.decide",
  `update validations set status = $3, decided_at = $4, decided_by = $5, reason = $6, report = $7
    where seller_id = $1 and validation_id = $2`,
);

/**
 * Adds calls to active runs. For each operation, a run keeps at most $9 successful and $9 refused calls. At most
 * $10 of either may be about the same product or order, so that calls in a loop do not crowd out other calls. Indexes: validations_pkey,
 * validation_calls_pkey.
 */
export const insertCalls = statement<never>(
  "validation.insert_calls",
  `insert into validation_calls (seller_id, validation_id, at, request_id, operation, status, subject, facts)
   select i.seller_id, i.validation_id, i.at, i.request_id, i.operation, i.status, i.subject, i.facts
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[])
          as i(seller_id, validation_id, at, request_id, operation, status, subject, facts)
     join validations v on v.seller_id = i.seller_id and v.validation_id = i.validation_id and v.status not in ('approved', 'refused', 'expired')
    where (select count(*) < $9 and count(*) filter (where c.subject is not distinct from i.subject) < $10
             from validation_calls c
            where c.seller_id = i.seller_id and c.validation_id = i.validation_id and c.operation = i.operation
              and (c.status < 300) = (i.status < 300))
   on conflict (seller_id, validation_id, at, request_id) do nothing`,
);
export interface CallRow {
  readonly at: number;
  readonly request_id: string;
  readonly operation: string;
  readonly status: number;
  readonly subject: string | null;
  readonly facts: string;
}
/** The calls of a run, oldest first. Index: validation_calls_pkey. */
export const listCalls = statement<CallRow>(
  "validation.list_calls",
  `select at, request_id, operation, status, subject, facts from validation_calls
    where seller_id = $1 and validation_id = $2 order by at, request_id`,
);
/** The credential of a run, and whether the run has a call with request id $3. Indexes: validations_pkey, validation_calls_pkey. */
export const findRunOfCall = statement<{ credential_id: string; saw: boolean }>(
  "validation.find_run_of_call",
  `select v.credential_id,
          exists (select from validation_calls c where c.seller_id = $1 and c.validation_id = $2 and c.request_id = $3) as saw
     from validations v where v.seller_id = $1 and v.validation_id = $2`,
);
/** Families and catalogue state of products. Index: products_pkey. */
export const findProducts = statement<{ sku: string; product_group: string; cataloged: boolean }>(
  "validation.find_products",
  `select sku, product_group, status in ('CATALOGING', 'APPROVED') as cataloged from products where seller_id = $1 and sku = any($2::text[])`,
);

/** Stores many first uses of operations. Index: coverage_pkey. */
export const insertCoverage = statement<never>(
  "validation.insert_coverage",
  `insert into coverage (seller_id, client_id, operation, first_at)
   select i.seller_id, i.client_id, i.operation, i.first_at
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as i(seller_id, client_id, operation, first_at)
   on conflict (seller_id, client_id, operation) do nothing`,
);
/** Operations that an application has used for a seller. Index: coverage_pkey. */
export const listCoverage = statement<{ operation: string; first_at: number }>(
  "validation.list_coverage",
  `select operation, first_at from coverage where seller_id = $1 and client_id = $2 order by first_at, operation`,
);

/** An application and the report that admitted it. Index: applications_pkey. */
export const findApplication = statement<{ client_id: string; admitted_by: string | null }>(
  "validation.find_application",
  `select client_id, admitted_by from applications where client_id = $1`,
);
/** Locks an application until the transaction ends, so that it has only one first seller. Index: applications_pkey. */
export const lockApplication = statement<{ admitted_by: string | null }>(
  "validation.lock_application",
  `select admitted_by from applications where client_id = $1 for update`,
);
/** Marks an application as admitted by a report. Index: applications_pkey. */
export const markAdmitted = statement<never>("validation.mark_admitted", `update applications set admitted_by = $2 where client_id = $1`);
/** Marks a report as used. Returns no row if it was already used. Index: admissions_pkey. */
export const insertAdmission = statement<{ report_id: string }>(
  "validation.insert_admission",
  `insert into admissions (report_id, seller_id, client_id, admitted_at, report) values ($1, $2, $3, $4, $5)
   on conflict (report_id) do nothing returning report_id`,
);
/** The seller for which a report admitted its application. Index: admissions_pkey. */
export const findAdmission = statement<{ seller_id: number }>(
  "validation.find_admission",
  `select seller_id from admissions where report_id = $1`,
);
