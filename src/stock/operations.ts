import { createStatementBatcher, skuKey } from "../platform/database/batching/statement-batcher.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import { submitIdempotently } from "../platform/idempotency/record-answer.ts";
import { ACCEPTED_STATUS_JSON } from "../pricing/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import { balanceView, stockPath, stockJson } from "./stock-view.ts";
import * as contract from "./contract.ts";
import { doubleCountWarning, isPossibleDoubleCount, POSSIBLE_DOUBLE_COUNT, type StockReplacement } from "./double-count.ts";
import { stockErrors } from "./errors.ts";
import { ledgerEndpoints } from "./ledger-operations.ts";
import { etagOf, ifMatchVersions } from "./precondition.ts";
import { changeStock, changeStocks, getStocks, openReservations, putStocks, type StockReadRow, type WrittenRow } from "./queries.ts";

export interface StockContext {
  readonly db: Database;
  /** Called when a change may have woken a validation. */
  readonly onValidationDue: () => void;
}

interface StockRead {
  readonly sellerId: number;
  readonly sku: string;
}
interface StockWrite extends StockRead {
  readonly physical: number;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string;
  readonly versions: string | null;
}

type Written = SellerCall<typeof contract.putStock>;
type Reads = Pick<Transaction, "run">;

/** How far back a warning looks for open reservations, and how many orders it names. */
const MOST_CHANGES = 10_000;
const MOST_ORDERS = 100;

/** Stock of products (seed 4.1): POST and PUT are upserts of the physical quantity, both coalesced. */
export function stockEndpoints({ db, onValidationDue }: StockContext): readonly Endpoint[] {
  const writes = createStatementBatcher<StockWrite, WrittenRow>(db, {
    name: "stock writes",
    query: putStocks,
    policy: "write",
    fastPath: { several: changeStocks, one: changeStock },
    sharesKeys: true,
    keyOf: skuKey,
    columns: [(i) => i.sellerId, (i) => i.sku, (i) => i.physical, (i) => i.at, (i) => i.actor, (i) => i.requestId, (i) => i.versions],
  });
  const reads = createStatementBatcher<StockRead, StockReadRow>(db, {
    name: "stock reads",
    query: getStocks,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku],
  });

  const write = async (call: Written): Promise<Answer | Refusal> => {
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

  const answerOf = (call: Written, row: WrittenRow | undefined, read: Reads): Answer | Refusal | Promise<Answer> => {
    const { sku } = call.path;
    const { available: physical } = call.body;
    if (!row) return stockErrors.refuse("stock_product_unknown", { pointer: "path.sku", received: sku });
    if (!row.met) return refusedFor(row, call.headers["If-Match"]);
    const { reserved, version } = row;
    const accepted = (more = ACCEPTED_STATUS_JSON): Answer => ({
      status: 202,
      headers: { location: stockPath(sku) },
      text: stockJson(sku, { physical, reserved, version }, more),
    });
    const replaced: StockReplacement = { sent: physical, was: row.was, reserved };
    // Which orders hold the reservations is asked only here, so that other changes do not pay for it.
    const doubted = isPossibleDoubleCount(replaced) && !call.query.acknowledge?.includes(POSSIBLE_DOUBLE_COUNT);
    return doubted
      ? warning(call, replaced, version, read).then((one) => accepted(`${ACCEPTED_STATUS_JSON},"warnings":${JSON.stringify([one])}`))
      : accepted();
  };

  const warning = async ({ path: { sku }, who: { sellerId }, lang }: Written, replaced: StockReplacement, version: number, read: Reads) => {
    const orders = await read.run(openReservations, [sellerId, sku, version, MOST_CHANGES, MOST_ORDERS]);
    return doubleCountWarning(
      replaced,
      orders.map(({ order_number }) => order_number),
      lang,
    );
  };

  return [
    endpoint(contract.postStock, write),
    endpoint(contract.putStock, write),
    endpoint(contract.getStock, async (call: SellerCall<typeof contract.getStock>) => {
      const { sku } = call.path;
      const row = await reads.submit({ sellerId: call.who.sellerId, sku });
      if (!row) return stockErrors.refuse("stock_product_unknown", { pointer: "path.sku", received: sku });
      const { physical, reserved, version } = row;
      if (physical === null || reserved === null || version === null)
        return stockErrors.refuse("stock_unknown", { pointer: "path.sku", received: sku });
      return { status: 200, headers: { etag: etagOf(version) }, text: stockJson(sku, { physical, reserved, version }) };
    }),
    ...ledgerEndpoints({ db }),
  ];
}

/** A change whose `If-Match` does not hold, with the stock that stands in its way. */
function refusedFor({ was, reserved, version }: WrittenRow, received: string | undefined): Refusal {
  const pointer = "header.If-Match";
  if (was === null) return stockErrors.refuse("stock_awaited", { pointer, received });
  const current = balanceView({ physical: was, reserved, version });
  return stockErrors.refuse("stock_version_differs", {
    pointer,
    received,
    allowed: etagOf(version),
    current,
    params: { physical: was, reserved },
  });
}
