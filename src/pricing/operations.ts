import { coalesced, skuKey } from "../platform/coalesce.ts";
import { endpoint, type Answer, type Endpoint } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import { fromCents, toCents } from "../platform/decimal.ts";
import { Refusal } from "../platform/errors.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { priceFailures, pricingErrors } from "./errors.ts";
import { getPrices, putPrices, type PriceRow } from "./queries.ts";

export interface PricingContext {
  readonly db: Database;
  /** Called when a change may have woken a validation. */
  readonly onWoken: () => void;
}

interface PriceRead {
  readonly sellerId: number;
  readonly sku: string;
}
interface PriceWrite extends PriceRead {
  readonly listCents: number;
  readonly saleCents: number;
  readonly at: number;
  readonly actor: string;
}

/** Prices of products (seed 4.1): POST and PUT are upserts, both coalesced. */
export function pricingEndpoints({ db, onWoken }: PricingContext): readonly Endpoint[] {
  const writes = coalesced<PriceWrite, PriceRow>(db, {
    name: "price writes",
    query: putPrices,
    keyOf: skuKey,
    columns: [(i) => i.sellerId, (i) => i.sku, (i) => i.listCents, (i) => i.saleCents, (i) => i.at, (i) => i.actor],
  });
  const reads = coalesced<PriceRead, PriceRow>(db, { name: "price reads", query: getPrices, columns: [(i) => i.sellerId, (i) => i.sku] });

  const write = async (call: SellerCall<typeof contract.putPrice>): Promise<Answer | Refusal> => {
    const failures = [...call.bodyFailures, ...priceFailures(call.body)];
    if (failures.length > 0) return new Refusal(failures);
    const { sku } = call.path;
    const { sellerId, actor } = call.who;
    const { listPrice, salePrice } = call.body;
    const row = await writes.submit({ sellerId, sku, listCents: toCents(listPrice), saleCents: toCents(salePrice), at: call.at, actor });
    if (!row) return pricingErrors.refuse("price_product_unknown", { pointer: "path.sku", received: sku });
    if (row.woken) onWoken();
    const view = priceView(sku, row);
    return { status: 202, headers: { location: view._links.self.href }, body: { ...view, status: "Aceito" } };
  };

  return [
    endpoint(contract.postPrice, write, { bodyFailures: "handler's" }),
    endpoint(contract.putPrice, write, { bodyFailures: "handler's" }),
    endpoint(contract.getPrice, async (call: SellerCall<typeof contract.getPrice>) => {
      const { sku } = call.path;
      const row = await reads.submit({ sellerId: call.who.sellerId, sku });
      if (!row) return pricingErrors.refuse("price_unknown", { pointer: "path.sku", received: sku });
      return { status: 200, body: priceView(sku, row) };
    }),
  ];
}

function priceView(sku: string, row: PriceRow) {
  const product = `/api/v2/products/${encodeURIComponent(sku)}`;
  return {
    sku,
    listPrice: fromCents(row.list_cents),
    salePrice: fromCents(row.sale_cents),
    version: row.version,
    _links: { self: { href: `${product}/prices` }, product: { href: product } },
  };
}
