import { type Clock, HOUR_MS, isoDateTime, random } from "../../platform/basics/index.ts";
import type { Endpoint } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { createWakeUpSignal, type HealthSections, type Job } from "../../platform/jobs/index.ts";
import type { Log, Metrics } from "../../platform/observability/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { claimEndpoints } from "./claim-operations.ts";
import { createReviewDecider, type DecideProduct } from "./decide.ts";
import { decisionEndpoints } from "./operations.ts";
import { type CountReviews, createReviewCounts, queueEndpoint } from "./queue-operations.ts";
import { reasonEndpoints } from "./reasons/operations.ts";
import { ruleEndpoints } from "./rules/operations.ts";
import { applyRules, type AuditRule, hasUnjudged } from "./rules/worker.ts";
import { summaryEndpoint } from "./summary/operations.ts";
import { firstDue } from "./summary/queries.ts";
import { undoEndpoint } from "./undo-operations.ts";
import { createChangeUpkeep } from "./upkeep/change-worker.ts";
import { createUpkeep } from "./upkeep/worker.ts";

export interface ReviewSliceContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "counter" | "gauge">;
  readonly reference: () => ReferenceSnapshot;
  readonly reviewSlaHours: number;
  /** Records in the audit log what rules do by themselves. */
  readonly auditRule: AuditRule;
}

/** The review of the catalogue: operations, background work, and the function that executes decisions. */
export interface Review {
  readonly decide: DecideProduct;
  /** Counts what waits, and says since when the first of it waits: epoch ms of the marketplace's clock. */
  readonly countWaiting: (
    filter: { readonly late?: true },
    at: number,
  ) => Promise<{ readonly count: number; readonly first: number | undefined }>;
  readonly endpoints: readonly Endpoint[];
  readonly jobs: readonly Job[];
  readonly health: HealthSections;
}

const RULES_POLL_MS = 1_000;
const UPKEEP_POLL_MS = 1_000;
const DELAY_POLL_MS = 10_000;
/** Number of possible seeds of a rule. */
const SEED_COUNT = 2 ** 31;

/** Opens the review queue (seed 3.1, decisions 8). */
export function openReview(context: ReviewSliceContext): Review {
  const { db, metrics } = context;
  const decide = createReviewDecider(db);
  const rulesDue = createWakeUpSignal();
  const onApproved = metrics.counter("vitrine_reviews_approved_by_rule_total", "Products that a rule approved by itself.");
  const onSwitchedOff = metrics.counter(
    "vitrine_review_rules_switched_off_total",
    "Approval rules that were switched off by their samples.",
  );
  const countReviews = createReviewCounts(db);
  return {
    decide,
    countWaiting: (filter, at) => countWaiting(db, countReviews, filter, at),
    endpoints: [
      queueEndpoint(db, countReviews),
      ...claimEndpoints(context),
      ...decisionEndpoints({ db, decide }),
      undoEndpoint(db),
      summaryEndpoint(db),
      ...reasonEndpoints(db),
      ...ruleEndpoints({ db, newSeed: () => Math.floor(random() * SEED_COUNT), onEnabled: rulesDue.send }),
    ],
    jobs: [
      {
        name: "review rules",
        role: "worker",
        pollMs: RULES_POLL_MS,
        run: () => applyRules({ ...context, decide, audit: context.auditRule, onApproved, onSwitchedOff }),
        nextDueAt: async () => ((await hasUnjudged(db)) ? 0 : undefined),
        wakeUp: rulesDue,
      },
      { name: "review queue", role: "worker", pollMs: UPKEEP_POLL_MS, run: createUpkeep(context) },
      { name: "queued changes", role: "worker", pollMs: UPKEEP_POLL_MS, run: createChangeUpkeep(context) },
      delayJob(context),
    ],
    health: { reviews: () => reviewHealth(context) },
  };
}

const BEGINNING = Number.MIN_SAFE_INTEGER;

async function countWaiting(db: Database, countReviews: CountReviews, filter: { readonly late?: true }, at: number) {
  const [count, [first]] = await Promise.all([countReviews(filter, at), db.run("every seller", firstDue, [BEGINNING])]);
  return { count, first: count === 0 ? undefined : first?.queued_at };
}

/** Measures how long reviews are overdue, for the metrics. */
function delayJob({ db, clock, metrics }: ReviewSliceContext): Job {
  let dueAt: number | undefined;
  metrics.gauge("vitrine_review_overdue_seconds", "How long the review that was due first is overdue; 0 = none is.", () =>
    dueAt === undefined ? 0 : Math.max(0, (clock.now() - dueAt) / 1_000),
  );
  return {
    name: "review delay",
    role: "worker",
    pollMs: DELAY_POLL_MS,
    async run() {
      dueAt = (await db.wide.run("every seller", firstDue, [BEGINNING]))[0]?.due_at;
      return 0;
    },
  };
}

async function reviewHealth({ db, clock }: ReviewSliceContext): Promise<object> {
  const [first] = await db.wide.run("every seller", firstDue, [BEGINNING]);
  if (first === undefined) return { overdueHours: 0 };
  return { firstDueAt: isoDateTime(first.due_at), overdueHours: Math.max(0, Math.floor((clock.now() - first.due_at) / HOUR_MS)) };
}
