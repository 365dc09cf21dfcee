import type { OrdersSlice } from "../orders/index.ts";
import { toCents } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, type Failure, type Lang, Refusal } from "../platform/contract/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import { putProducts, type SubmittedBody } from "../catalog/index.ts";
import { findProductsToPrice, priceFailures, pricingErrors, revertPrices, type RevertOutcome, setPrices } from "../pricing/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { ifMatchVersions, revertStocks, setStocks, stockRefusal } from "../stock/index.ts";
import { bulkErrors } from "./errors.ts";
import { failed, type RowOutcome, UNCHANGED } from "./row-outcome.ts";
import type { GoodRow } from "./row.ts";
import { ROW_OPS, type RowOpName } from "./row-ops.ts";

/** A good row with its place in the chunk and the request id that its effects carry. */
export interface PlacedRow extends GoodRow {
  readonly place: number;
  readonly requestId: string;
}

/** Who sends the rows, and when they are carried out. */
export interface RowSender {
  readonly who: SellerIdentity;
  readonly lang: Lang;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
  /** Whether rows of closed products ask for changes, whatever the sender's credential says. */
  readonly prefersChanges: boolean;
}

export interface RunRowsContext {
  readonly reference: () => ReferenceSnapshot;
  readonly movesIn: OrdersSlice["movesIn"];
}

/** Takes the outcome of each row by its place. */
type Outcomes = (RowOutcome | undefined)[];

type RunOp = (
  transaction: Transaction,
  rows: readonly PlacedRow[],
  sender: RowSender,
  context: RunRowsContext,
) => Promise<readonly RowOutcome[]>;

/** How the rows of each operation are carried out together, by statements that single calls share too. */
const RUN_OPS: Readonly<Record<RowOpName, RunOp>> = {
  product: runProducts,
  price: runPrices,
  stock: runStocks,
  "order.approved": runMoves,
  "order.invoiced": runMoves,
  "order.shipped": runMoves,
  "order.delivered": runMoves,
  "order.canceled": runMoves,
};

/**
 * Carries out rows in an open transaction. Rows of the same product or order run one after another, in their order; all others together, one
 * statement per operation. `outcomes` gets an entry per row, at its place.
 */
export async function runRows(
  transaction: Transaction,
  rows: readonly PlacedRow[],
  sender: RowSender,
  context: RunRowsContext,
  outcomes: Outcomes,
): Promise<void> {
  for (const wave of wavesOf(rows))
    for (const [op, group] of Map.groupBy(wave, ({ op: name }) => name)) {
      // Sorted, so that every process locks rows in the same order. Products keep theirs, because they are numbered.
      const sorted = op === "product" ? group : group.toSorted((one, other) => (one.key < other.key ? -1 : 1));
      const found = await RUN_OPS[op](transaction, sorted, sender, context);
      for (const [i, { place }] of sorted.entries()) outcomes[place] = found[i]!;
    }
}

/** Splits rows so that no part has two rows with the same key. A row follows all earlier rows of its key. */
function wavesOf(rows: readonly PlacedRow[]): readonly (readonly PlacedRow[])[] {
  const waves: PlacedRow[][] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const nth = seen.get(row.key) ?? 0;
    seen.set(row.key, nth + 1);
    (waves[nth] ??= []).push(row);
  }
  return waves;
}

async function runStocks(transaction: Transaction, rows: readonly PlacedRow[], sender: RowSender): Promise<readonly RowOutcome[]> {
  const { who, at } = sender;
  const { sellerId, actor } = who;
  if (rows[0]!.revert !== undefined) {
    const reverts = rows.map(({ sku, requestId, revert }) => ({ sellerId, sku: sku!, at, actor, requestId, ...revert! }));
    return outcomesOfReverts(rows, await revertStocks(transaction, reverts));
  }
  const writes = rows.map(({ sku, body, ifMatch, requestId }) => ({
    sellerId,
    sku: sku!,
    physical: (body as { readonly available: number }).available,
    at,
    actor,
    requestId,
    versions: ifMatchVersions(ifMatch),
  }));
  const written = await setStocks(transaction, writes);
  return written.map((row, i) => {
    const refusal = stockRefusal(row, rows[i]!.sku!, rows[i]!.ifMatch);
    if (refusal) return failed(refusal);
    return row!.was === writes[i]!.physical ? UNCHANGED : { kind: "accepted", version: row!.version };
  });
}

async function runPrices(transaction: Transaction, rows: readonly PlacedRow[], sender: RowSender): Promise<readonly RowOutcome[]> {
  const { who, at } = sender;
  const { sellerId, actor } = who;
  if (rows[0]!.revert !== undefined) {
    const reverts = rows.map(({ sku, revert }) => ({ sellerId, sku: sku!, at, actor, ...revert! }));
    return outcomesOfReverts(rows, await revertPrices(transaction, sellerId, reverts));
  }
  const judged = rows.map(({ sent, bodyFailures }): readonly Failure[] => [...bodyFailures, ...priceFailures(sent)]);
  // A failure of the price rule alone is reported only when the product exists, as the single call does.
  const ruled = rows.flatMap(({ sku, bodyFailures }, i) => (bodyFailures.length === 0 && judged[i]!.length > 0 ? [sku!] : []));
  const known = ruled.length === 0 ? new Set<string>() : await findProductsToPrice(transaction, sellerId, ruled);
  const good = rows.filter((_, i) => judged[i]!.length === 0);
  const writes = good.map(({ sku, body }) => {
    const { listPrice, salePrice } = body as { readonly listPrice: number; readonly salePrice: number };
    return { sellerId, sku: sku!, listCents: toCents(listPrice), saleCents: toCents(salePrice), at, actor };
  });
  const written = writes.length === 0 ? [] : await setPrices(transaction, writes);
  let next = 0;
  return rows.map(({ sku, bodyFailures }, i) => {
    const unknown = () => failed(pricingErrors.refuse("price_product_unknown", { pointer: "path.sku", received: sku }));
    if (judged[i]!.length > 0) return bodyFailures.length > 0 || known.has(sku!) ? failed(new Refusal(judged[i]!)) : unknown();
    const row = written[next++];
    if (!row) return unknown();
    return row.changed ? { kind: "accepted", version: row.version } : UNCHANGED;
  });
}

const REVERT_FAILURES = { "changed since": "changed_since", "no former value": "no_former_value" } as const;

const outcomesOfReverts = (rows: readonly PlacedRow[], reverted: readonly RevertOutcome[]): readonly RowOutcome[] =>
  reverted.map((outcome, i) =>
    outcome === "reverted"
      ? { kind: "accepted" }
      : failed(bulkErrors.refuse(REVERT_FAILURES[outcome], { pointer: "/sku", received: rows[i]!.sku })),
  );

async function runProducts(
  transaction: Transaction,
  rows: readonly PlacedRow[],
  { who, at, prefersChanges }: RowSender,
  { reference }: RunRowsContext,
): Promise<readonly RowOutcome[]> {
  const bodies = rows.map(({ sent, body, bodyFailures, requestId }) => ({ who, at, requestId, sent, body, bodyFailures }) as SubmittedBody);
  const effects = await putProducts(transaction, { rules: reference().data.rules, prefersChanges }, bodies);
  return effects.map((effect) => {
    if (effect instanceof Refusal) return failed(effect);
    if (effect === "unchanged") return UNCHANGED;
    return typeof effect === "string" ? { kind: "accepted", effect } : { kind: "accepted", ...effect };
  });
}

/** Carries out moves by the handlers of the single calls. Their statements join the batches of this event-loop tick, in the open transaction. */
async function runMoves(
  transaction: Transaction,
  rows: readonly PlacedRow[],
  { who, lang, at }: RowSender,
  { movesIn }: RunRowsContext,
): Promise<readonly RowOutcome[]> {
  const inTransaction = databaseOf(transaction);
  const moves = new Map(movesIn(inTransaction.db).map((endpoint) => [endpoint.operation.id, endpoint]));
  const answers = await Promise.allSettled(
    rows.map(({ op, orderNumber, shippingCode, sent, body, bodyFailures, requestId }) => {
      const call = { who, path: { orderNumber, shippingCode }, query: {}, headers: {}, sent, body, bodyFailures, lang, requestId, at };
      return moves.get(ROW_OPS[op].operation.id)!.handle(call as unknown as Parameters<Endpoint["handle"]>[0]);
    }),
  );
  // The first error undid the transaction; the others only follow from it.
  const broken = inTransaction.firstError() ?? answers.find(({ status }) => status === "rejected");
  if (broken !== undefined) throw broken instanceof Error ? broken : (broken as PromiseRejectedResult).reason;
  return answers.map((answer) => {
    const { value } = answer as PromiseFulfilledResult<Answer | Refusal>;
    return value instanceof Refusal ? failed(value) : { kind: "accepted" };
  });
}

/** A database whose statements run in the open transaction, and the first error of any of them. */
function databaseOf(transaction: Transaction): {
  readonly db: Pick<Database, "run" | "transaction">;
  readonly firstError: () => Error | undefined;
} {
  let first: Error | undefined;
  const watched: Transaction["run"] = (query, values) =>
    transaction.run(query, values).catch((error: Error) => {
      first ??= error;
      throw error;
    });
  const inside: Transaction = { run: watched, runAndCommit: watched };
  return {
    db: { run: (_scope, query, values) => watched(query, values), transaction: (_scope, work) => work(inside) },
    firstError: () => first,
  };
}
