import type { Database } from "../platform/database/index.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { evaluateChecklist, type ChecklistResult, type RecordedCall } from "./checklist-evaluation.ts";
import { findProducts, findRunOfCall, findValidation, listCalls, type CallRow, type ValidationRow } from "./queries.ts";

/** Data about a call that is stored as JSON because it has no columns in the database. */
export interface CallFacts {
  readonly code?: string;
  readonly lines?: number;
}

/** A run and its evaluated checklist. */
export interface EvaluatedRun {
  readonly row: ValidationRow;
  readonly result: ChecklistResult;
}

/** The seller of a run, read from the run's id. Undefined when the id is malformed. */
export function sellerOfRun(validationId: string): number | undefined {
  const digits = /^tvl_(\d{1,15})_[0-9A-Za-z]{20}$/.exec(validationId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

type Queries = Pick<Database, "run">;

/** Identifies a run of a seller. */
export interface RunKey {
  readonly sellerId: number;
  readonly validationId: string;
  /** Application that must own the run; absent = any application. */
  readonly clientId?: string;
}

/** Loads a run and evaluates its checklist. Undefined when the run does not exist. */
export async function loadRun(db: Queries, { sellerId, validationId, clientId }: RunKey): Promise<EvaluatedRun | undefined> {
  const [row] = await db.run([sellerId], findValidation, [sellerId, validationId, clientId ?? null]);
  return row && { row, result: await loadChecklistResult(db, row) };
}

/** The seller and credential of a run; "no such run" when it does not exist. Undefined when it has no call with the id `requestId`. */
export async function findRunCredential(
  db: Queries,
  validationId: string,
  requestId: string,
): Promise<Pick<SellerIdentity, "sellerId" | "credentialId"> | "no such run" | undefined> {
  const sellerId = sellerOfRun(validationId);
  const [row] = sellerId === undefined ? [] : await db.run([sellerId], findRunOfCall, [sellerId, validationId, requestId]);
  if (row === undefined) return "no such run";
  return row.saw ? { sellerId: sellerId!, credentialId: row.credential_id } : undefined;
}

/** Loads the recorded calls of a run and evaluates them. */
export async function loadChecklistResult(db: Queries, { seller_id, validation_id }: ValidationRow): Promise<ChecklistResult> {
  const calls = (await db.run([seller_id], listCalls, [seller_id, validation_id])).map(recordedCall);
  const skus = [...new Set(calls.flatMap(({ operation, subject }) => (operation === "postProduct" && subject ? [subject] : [])))];
  const products = skus.length === 0 ? [] : await db.run([seller_id], findProducts, [seller_id, skus]);
  return evaluateChecklist(calls, new Map(products.map(({ sku, product_group, cataloged }) => [sku, { group: product_group, cataloged }])));
}

const recordedCall = ({ request_id, at, operation, status, subject, facts }: CallRow): RecordedCall => ({
  requestId: request_id,
  at,
  operation,
  status,
  subject: subject ?? undefined,
  ...(JSON.parse(facts) as CallFacts),
});
