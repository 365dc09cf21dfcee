import type { Answer } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { seenWith } from "../platform/idempotency/record-answer.ts";
import type { Once } from "../platform/idempotency/keyed-call.ts";
import type { SigningKey } from "../platform/crypto/signing-key.ts";
import { validationErrors } from "./errors.ts";
import { judgementOf, sellerOf, type JudgedRun } from "./load.ts";
import { decideValidation, lockValidation, scheduleValidation, type ValidationRow } from "./queries.ts";
import { reportOf } from "./report.ts";
import { isUnderWay } from "./states.ts";

export interface DecisionContext {
  readonly db: Database;
  readonly key: SigningKey;
  readonly reportDays: number;
}

/** How a run ends, and who says so. */
export interface Decision {
  readonly decision: "approved" | "refused";
  readonly by: string;
  readonly reason?: string | undefined;
  /** Epoch ms. */
  readonly at: number;
}

/** What is noted under the call's Idempotency-Key, and how the changed run is answered. */
export interface Noting {
  readonly once: Once | undefined;
  readonly answer: (run: JudgedRun) => Answer;
}

/** Nobody has such a run. */
export const validationUnknown = (validationId: string): Refusal =>
  validationErrors.refuse("validation_unknown", { pointer: "path.validationId", received: validationId });

interface Change {
  readonly change: (run: JudgedRun, write: Write) => Promise<JudgedRun | Refusal>;
  /** Whether the change was made already: then it is answered as it stands (decisions 9). */
  readonly isMade?: (row: ValidationRow) => boolean;
}
/** Changes a run that is under way, in one transaction with the note of its answer. */
async function changed(db: Database, validationId: string, { change, isMade }: Change, noting?: Noting): Promise<JudgedRun | Refusal> {
  const sellerId = sellerOf(validationId);
  if (sellerId === undefined) return validationUnknown(validationId);
  return db.transaction(seenWith([sellerId], noting?.once), async (transaction) => {
    const [row] = await transaction.run(lockValidation, [sellerId, validationId]);
    if (row === undefined) return validationUnknown(validationId);
    const isAgain = isMade?.(row) === true;
    if (!isUnderWay(row.status) && !isAgain)
      return validationErrors.refuse("validation_decided", { current: row.status, params: { current: row.status } });
    const write: Write = async (query, values) => void (await transaction.run(query, [sellerId, validationId, ...values]));
    const judgement = await judgementOf({ run: (_scope, query, values) => transaction.run(query, values) }, row);
    const outcome = isAgain ? { row, judgement } : await change({ row, judgement }, write);
    if (!(outcome instanceof Refusal)) await noting?.once?.note(transaction, noting.answer(outcome));
    return outcome;
  });
}
type Write = (query: typeof decideValidation, values: readonly unknown[]) => Promise<void>;

/** Says when a run will be watched. */
export const scheduleRun = (db: Database, validationId: string, at: number, noting?: Noting): Promise<JudgedRun | Refusal> =>
  changed(
    db,
    validationId,
    {
      change: async ({ row, judgement }, write) => {
        await write(scheduleValidation, [at]);
        return { row: { ...row, status: "scheduled", scheduled_at: at }, judgement };
      },
    },
    noting,
  );

/** Ends a run with its signed report; what is incomplete is not approved. The same decision with the same reason again changes nothing. */
export const decideRun = (
  { db, key, reportDays }: DecisionContext,
  validationId: string,
  { decision, by, reason, at }: Decision,
  noting?: Noting,
): Promise<JudgedRun | Refusal> =>
  changed(
    db,
    validationId,
    {
      isMade: (row) => row.status === decision && (row.reason ?? undefined) === reason,
      change: async ({ row, judgement }, write) => {
        const missing = judgement.items.flatMap(({ done, requirement }) => (done ? [] : [requirement.code]));
        if (decision === "approved" && missing.length > 0)
          return validationErrors.refuse("validation_incomplete", { pointer: "/decision", allowed: missing, params: { missing } });
        const decided: ValidationRow = { ...row, status: decision, decided_at: at, decided_by: by, reason: reason ?? null };
        const report = key.sign(reportOf({ row: decided, judgement }, { instance: key.jwk.kid, at, reportDays }));
        await write(decideValidation, [decision, at, by, reason ?? null, report]);
        return { row: { ...decided, report }, judgement };
      },
    },
    noting,
  );
