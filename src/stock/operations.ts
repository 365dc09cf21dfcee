import { type Batcher, createStatementBatcher, type Database, skuKey, type Transaction } from "../platform/database/index.ts";
import { type Answer, type Endpoint, endpoint, etagOf, type Refusal } from "../platform/contract/index.ts";
import { submitIdempotently } from "../platform/idempotency/index.ts";
import { ACCEPTED_STATUS_JSON } from "../pricing/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import { stockPath, stockJson } from "./stock-view.ts";
import * as contract from "./contract.ts";
import { doubleCountWarning, isPossibleDoubleCount, POSSIBLE_DOUBLE_COUNT, type StockReplacement } from "./double-count.ts";
import { stockErrors } from "./errors.ts";
import { ledgerEndpoints } from "./ledger-operations.ts";
import type { CountStocks } from "./lists/counts.ts";
import { stockListEndpoint } from "./lists/operations.ts";
import { ifMatchVersions } from "./precondition.ts";
import { changeStock, changeStocks, getStocks, openReservations, putStocks, type StockReadRow, type WrittenRow } from "./queries.ts";
import { STOCK_COLUMNS, stockRefusal, type StockWrite } from "./stock-writes.ts";

export interface StockContext {
  readonly db: Database;
  readonly countStocks: CountStocks;
  /** Called after a change that made the product's family due for validation. */
  readonly onValidationDue: () => void;
}

interface StockRead {
  readonly sellerId: number;
  readonly sku: string;
}

type StockCall = SellerCall<typeof contract.putStock>;
type Reads = Pick<Transaction, "run">;

/** Maximum number of stock changes that are searched for the orders that a warning names. */
const MAX_CHANGES = 10_000;
/** Maximum number of orders that a warning names. */
const MAX_ORDERS = 100;

/** Stock of products (seed 4.1). POST and PUT both set the physical quantity; concurrent writes are batched, and so are reads. */
export function stockEndpoints({ db, countStocks, onValidationDue }: StockContext): readonly Endpoint[] {
  const writes = batchWrites(db);
  const reads = batchReads(db);

  const write = async (call: StockCall): Promise<Answer | Refusal> => {
    const { sku } = call.path;
    const { sellerId, actor } = call.who;
    const versions = ifMatchVersions(call.headers["If-Match"]);
    const item = { sellerId, sku, physical: call.body.available, at: call.at, actor, requestId: call.requestId, versions };
    let woken = false;
    const answer = await submitIdempotently({ writes, db, idempotencyKey: call.idempotencyKey }, item, (row, read) => {
      woken = row?.woken === true;
      return answerOf(call, row, read);
    });
    if (woken) onValidationDue();
    return answer;
  };

  return [
    endpoint(contract.postStock, write),
    endpoint(contract.putStock, write),
    endpoint(contract.getStock, (call: SellerCall<typeof contract.getStock>) => getStock(reads, call)),
    stockListEndpoint(db, countStocks),
    ...ledgerEndpoints({ db }),
  ];
}

const batchWrites = (db: Database): Batcher<StockWrite, WrittenRow | undefined> =>
  createStatementBatcher<StockWrite, WrittenRow>(db, {
    name: "stock writes",
    query: putStocks,
    policy: "write",
    fastPath: { several: changeStocks, one: changeStock },
    sharesKeys: true,
    keyOf: skuKey,
    columns: STOCK_COLUMNS,
  });

const batchReads = (db: Database): Batcher<StockRead, StockReadRow | undefined> =>
  createStatementBatcher<StockRead, StockReadRow>(db, {
    name: "stock reads",
    query: getStocks,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku],
  });

/** Builds the answer to a write from the row that the statement returned. */
function answerOf(call: StockCall, row: WrittenRow | undefined, read: Reads): Answer | Refusal | Promise<Answer> {
  const { sku } = call.path;
  const { available: physical } = call.body;
  const refusal = stockRefusal(row, sku, call.headers["If-Match"]);
  if (refusal) return refusal;
  const { reserved, version } = row!;
  const accepted = (more = ACCEPTED_STATUS_JSON): Answer => ({
    status: 202,
    headers: { location: stockPath(sku) },
    text: stockJson(sku, { physical, reserved, version }, more),
  });
  const replacement: StockReplacement = { sent: physical, was: row!.was, reserved };
  if (!isPossibleDoubleCount(replacement) || call.query.acknowledge?.includes(POSSIBLE_DOUBLE_COUNT)) return accepted();
  return warn(call, replacement, version, read).then((warning) =>
    accepted(`${ACCEPTED_STATUS_JSON},"warnings":${JSON.stringify([warning])}`),
  );
}

/** Looks up the orders that hold the reservations, and builds the warning that names them. */
async function warn({ path: { sku }, who: { sellerId }, lang }: StockCall, replacement: StockReplacement, version: number, read: Reads) {
  const orders = await read.run(openReservations, [sellerId, sku, version, MAX_CHANGES, MAX_ORDERS]);
  return doubleCountWarning(
    replacement,
    orders.map(({ order_number }) => order_number),
    lang,
  );
}

async function getStock(
  reads: Batcher<StockRead, StockReadRow | undefined>,
  call: SellerCall<typeof contract.getStock>,
): Promise<Answer | Refusal> {
  const { sku } = call.path;
  const row = await reads.submit({ sellerId: call.who.sellerId, sku });
  if (!row) return stockErrors.refuse("stock_product_unknown", { pointer: "path.sku", received: sku });
  const { physical, reserved, version } = row;
  if (physical === null || reserved === null || version === null)
    return stockErrors.refuse("stock_unknown", { pointer: "path.sku", received: sku });
  return { status: 200, headers: { etag: etagOf(version) }, text: stockJson(sku, { physical, reserved, version }) };
}
