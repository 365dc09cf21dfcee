import { statement } from "../../../platform/database/index.ts";

/** How many items of a kind wait. `age_band` and `risk_band` are places in the lists of bounds that were sent. */
export interface WaitingRow {
  readonly department: string;
  readonly age_band: number;
  readonly risk_band: number;
  readonly waiting: number;
  readonly late: number;
  readonly held: number;
  readonly oldest: number;
  readonly next_due: number;
}
/** What waits, by department, waiting time and risk. Index: review_claims_due. */
export const countWaiting = statement<WaitingRow>(
  "review-summary.count_waiting",
  `/* fanout */
   select c.department, width_bucket($1 - c.queued_at, $2::bigint[]) as age_band, width_bucket(c.risk, $3::integer[]) as risk_band,
          count(*) as waiting, count(*) filter (where c.due_at < $1) as late, count(*) filter (where c.lease_until > now()) as held,
          min(c.queued_at) as oldest, min(c.due_at) as next_due
     from review_claims c where c.due_at >= $4
    group by 1, 2, 3`,
);

export interface DecidedRow {
  readonly decided: number;
  readonly p50: number | null;
  readonly p95: number | null;
}
/** The decisions since an instant, and how long products had waited, in milliseconds. Index: review_decisions_by_time. */
export const countDecided = statement<DecidedRow>(
  "review-summary.count_decided",
  `/* fanout */
   select count(*) as decided, (percentile_disc(0.5) within group (order by d.wait_ms))::bigint as p50,
          (percentile_disc(0.95) within group (order by d.wait_ms))::bigint as p95
     from review_decisions d where d.at >= $1 and d.undone_at is null`,
);

export interface ReviewerRow {
  readonly reviewer: string;
  readonly decided: number;
  readonly approved: number;
  readonly undone: number;
}
/** The decisions since an instant, by reviewer. Index: review_decisions_by_time. */
export const countByReviewer = statement<ReviewerRow>(
  "review-summary.count_by_reviewer",
  `/* fanout */
   select d.reviewer, count(*) filter (where d.undone_at is null) as decided,
          count(*) filter (where d.undone_at is null and d.decision = 'approve') as approved, count(d.undone_at) as undone
     from review_decisions d where d.at >= $1
    group by d.reviewer order by 2 desc, d.reviewer limit $2`,
);

/** The blind samples of rules since an instant, by reviewer. Index: review_decisions_of_people. */
export const countDoubleReads = statement<{ reviewer: string; samples: number; agreed: number }>(
  "review-summary.count_double_reads",
  `/* fanout */
   select d.reviewer, count(*) as samples, count(*) filter (where d.decision = 'approve') as agreed
     from review_decisions d
    where d.at >= $1 and d.rule is null and d.undone_at is null and d.sample_of is not null
    group by d.reviewer`,
);

/** When the oldest item began to wait, and when the first one is due. Index: review_claims_due. */
export const firstDue = statement<{ queued_at: number; due_at: number }>(
  "review-summary.first_due",
  `/* fanout */ select c.queued_at, c.due_at from review_claims c where c.due_at >= $1 order by c.due_at limit 1`,
);
