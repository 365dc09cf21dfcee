import type { Database } from "../platform/database/database.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { judge, type Judgement, type SeenCall } from "./judge.ts";
import { findProducts, findRunOfCall, findValidation, listCalls, type CallRow, type ValidationRow } from "./queries.ts";

/** What is kept of a call beside its columns. */
export interface CallFacts {
  readonly code?: string;
  readonly lines?: number;
}

/** A run with what its calls come to. */
export interface JudgedRun {
  readonly row: ValidationRow;
  readonly judgement: Judgement;
}

/** Which seller a run belongs to; undefined when the id is none. */
export function sellerOf(validationId: string): number | undefined {
  const digits = /^tvl_(\d{1,15})_[0-9A-Za-z]{20}$/.exec(validationId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

type Runs = Pick<Database, "run">;

/** A run of a seller. */
export interface RunKey {
  readonly sellerId: number;
  readonly validationId: string;
  /** Whose it must be; absent = anybody's. */
  readonly clientId?: string;
}

/** A run and what its calls come to now; undefined when there is no such run. */
export async function loadRun(db: Runs, { sellerId, validationId, clientId }: RunKey): Promise<JudgedRun | undefined> {
  const [row] = await db.run([sellerId], findValidation, [sellerId, validationId, clientId ?? null]);
  return row && { row, judgement: await judgementOf(db, row) };
}

/** The credential that a run is about; undefined when the run saw no call of that request id. */
export async function runOfCall(
  db: Runs,
  validationId: string,
  requestId: string,
): Promise<Pick<SellerIdentity, "sellerId" | "credentialId"> | "no such run" | undefined> {
  const sellerId = sellerOf(validationId);
  const [row] = sellerId === undefined ? [] : await db.run([sellerId], findRunOfCall, [sellerId, validationId, requestId]);
  if (row === undefined) return "no such run";
  return row.saw ? { sellerId: sellerId!, credentialId: row.credential_id } : undefined;
}

/** What the calls of a run come to now. */
export async function judgementOf(db: Runs, { seller_id, validation_id }: ValidationRow): Promise<Judgement> {
  const calls = (await db.run([seller_id], listCalls, [seller_id, validation_id])).map(seenCall);
  const skus = [...new Set(calls.flatMap(({ operation, subject }) => (operation === "postProduct" && subject ? [subject] : [])))];
  const products = skus.length === 0 ? [] : await db.run([seller_id], findProducts, [seller_id, skus]);
  return judge(calls, new Map(products.map(({ sku, product_group, cataloged }) => [sku, { group: product_group, cataloged }])));
}

const seenCall = ({ request_id, at, operation, status, subject, facts }: CallRow): SeenCall => ({
  requestId: request_id,
  at,
  operation,
  status,
  subject: subject ?? undefined,
  ...(JSON.parse(facts) as CallFacts),
});
