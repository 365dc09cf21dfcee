import { type Answer, Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { type IdempotencyKey, scopeWithKey } from "../platform/idempotency/index.ts";
import type { SigningKey } from "../platform/crypto/index.ts";
import { validationErrors } from "./errors.ts";
import { loadChecklistResult, sellerOfRun, type EvaluatedRun } from "./load.ts";
import { decideValidation, lockValidation, scheduleValidation, type ValidationRow } from "./queries.ts";
import { createReport } from "./report.ts";
import { isActive } from "./states.ts";

export interface RunDecisionContext {
  readonly db: Database;
  readonly key: SigningKey;
  readonly reportDays: number;
}

/** A decision that ends a run, and who made it. */
export interface RunDecision {
  readonly decision: "approved" | "refused";
  readonly by: string;
  readonly reason?: string | undefined;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}

/** Builds the answer that shows the changed run. If the call has an Idempotency-Key, the answer is recorded under it. */
export interface RunChangeResponse {
  readonly idempotencyKey: IdempotencyKey | undefined;
  readonly answer: (run: EvaluatedRun) => Answer;
}

/** The refusal when a run does not exist. */
export const validationUnknown = (validationId: string): Refusal =>
  validationErrors.refuse("validation_unknown", { pointer: "path.validationId", received: validationId });

interface Change {
  readonly change: (run: EvaluatedRun, write: Write) => Promise<EvaluatedRun | Refusal>;
  /** Whether the run already has the requested change. If so, nothing is written, and the answer shows the run (decisions 9). */
  readonly isDone?: (row: ValidationRow) => boolean;
}
/** Changes an active run and records the answer in the same transaction. */
async function changeRun(
  db: Database,
  validationId: string,
  { change, isDone }: Change,
  response?: RunChangeResponse,
): Promise<EvaluatedRun | Refusal> {
  const sellerId = sellerOfRun(validationId);
  if (sellerId === undefined) return validationUnknown(validationId);
  return db.transaction(scopeWithKey([sellerId], response?.idempotencyKey), async (transaction) => {
    const [row] = await transaction.run(lockValidation, [sellerId, validationId]);
    if (row === undefined) return validationUnknown(validationId);
    const isRepeated = isDone?.(row) === true;
    if (!isActive(row.status) && !isRepeated)
      return validationErrors.refuse("validation_decided", { current: row.status, params: { current: row.status } });
    const write: Write = async (query, values) => void (await transaction.run(query, [sellerId, validationId, ...values]));
    const result = await loadChecklistResult({ run: (_scope, query, values) => transaction.run(query, values) }, row);
    const outcome = isRepeated ? { row, result } : await change({ row, result }, write);
    if (!(outcome instanceof Refusal)) await response?.idempotencyKey?.record(transaction, response.answer(outcome));
    return outcome;
  });
}
type Write = (query: typeof decideValidation, values: readonly unknown[]) => Promise<void>;

/** Schedules the time when the marketplace will watch a run. `at` is epoch ms of the marketplace's clock. */
export const scheduleRun = (
  db: Database,
  validationId: string,
  at: number,
  response?: RunChangeResponse,
): Promise<EvaluatedRun | Refusal> =>
  changeRun(
    db,
    validationId,
    {
      change: async ({ row, result }, write) => {
        await write(scheduleValidation, [at]);
        return { row: { ...row, status: "scheduled", scheduled_at: at }, result };
      },
    },
    response,
  );

/**
 * Ends a run with a decision and signs its report. Refuses to approve an incomplete run. Repeating the same decision with the same reason
 * changes nothing.
 */
export const decideRun = (
  { db, key, reportDays }: RunDecisionContext,
  validationId: string,
  { decision, by, reason, at }: RunDecision,
  response?: RunChangeResponse,
): Promise<EvaluatedRun | Refusal> =>
  changeRun(
    db,
    validationId,
    {
      isDone: (row) => row.status === decision && (row.reason ?? undefined) === reason,
      change: async ({ row, result }, write) => {
        const missing = result.items.flatMap(({ done, requirement }) => (done ? [] : [requirement.code]));
        if (decision === "approved" && missing.length > 0)
          return validationErrors.refuse("validation_incomplete", { pointer: "/decision", allowed: missing, params: { missing } });
        const decided: ValidationRow = { ...row, status: decision, decided_at: at, decided_by: by, reason: reason ?? null };
        const report = key.sign(createReport({ row: decided, result }, { instance: key.jwk.kid, at, reportDays }));
        await write(decideValidation, [decision, at, by, reason ?? null, report]);
        return { row: { ...decided, report }, result };
      },
    },
    response,
  );
