import { createStatementBatcher, type Database, skuKey } from "../platform/database/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import { toCents } from "../platform/basics/index.ts";
import { submitIdempotently } from "../platform/idempotency/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { priceFailures, pricingErrors } from "./errors.ts";
import { ACCEPTED_STATUS_JSON, pricePath, priceJson } from "./price-view.ts";
import { PRICE_COLUMNS, type PriceWrite } from "./price-writes.ts";
import { changePrice, changePrices, getPrices, putPrices, type PriceReadRow, type PriceRow } from "./queries.ts";

export interface PricingContext {
  readonly db: Database;
  /** Called after a change that made the product's family due for validation. */
  readonly onValidationDue: () => void;
}

interface PriceRead {
  readonly sellerId: number;
  readonly sku: string;
}

/** Prices of products (seed 4.1). POST and PUT both set the price; concurrent writes are batched, and so are reads. */
export function pricingEndpoints({ db, onValidationDue }: PricingContext): readonly Endpoint[] {
  const writes = createStatementBatcher<PriceWrite, PriceRow>(db, {
    name: "price writes",
    query: putPrices,
    policy: "write",
    fastPath: { several: changePrices, one: changePrice },
    keyOf: skuKey,
    columns: PRICE_COLUMNS,
  });
  const reads = createStatementBatcher<PriceRead, PriceReadRow>(db, {
    name: "price reads",
    query: getPrices,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.sku],
  });

  const write = async (call: SellerCall<typeof contract.putPrice>): Promise<Answer | Refusal> => {
    const { sku } = call.path;
    const { sellerId, actor } = call.who;
    const failures = [...call.bodyFailures, ...priceFailures(call.sent)];
    // If the sale price above the list price is the only failure, and the product does not exist, the answer is that the product is
    // unknown.
    if (failures.length > 0 && call.bodyFailures.length === 0 && !(await reads.submit({ sellerId, sku }))) return unknown(sku);
    if (failures.length > 0) return new Refusal(failures);
    const { listPrice, salePrice } = call.body;
    const item = { sellerId, sku, listCents: toCents(listPrice), saleCents: toCents(salePrice), at: call.at, actor };
    let woken = false;
    const answer = await submitIdempotently({ writes, db, idempotencyKey: call.idempotencyKey }, item, (row) => {
      if (!row) return unknown(sku);
      woken = row.woken === true;
      return { status: 202, headers: { location: pricePath(sku) }, text: priceJson(sku, row, ACCEPTED_STATUS_JSON) };
    });
    if (woken) onValidationDue();
    return answer;
  };

  return [
    endpoint(contract.postPrice, write, { bodyFailures: "handler's" }),
    endpoint(contract.putPrice, write, { bodyFailures: "handler's" }),
    endpoint(contract.getPrice, async (call: SellerCall<typeof contract.getPrice>) => {
      const { sku } = call.path;
      const row = await reads.submit({ sellerId: call.who.sellerId, sku });
      if (!row) return unknown(sku);
      const { list_cents, sale_cents, version } = row;
      if (list_cents === null || sale_cents === null || version === null)
        return pricingErrors.refuse("price_unknown", { pointer: "path.sku", received: sku });
      return { status: 200, text: priceJson(sku, { list_cents, sale_cents, version }) };
    }),
  ];
}

const unknown = (sku: string): Refusal => pricingErrors.refuse("price_product_unknown", { pointer: "path.sku", received: sku });
