import type { Seller, TestDatabase } from "../harness.ts";

/** A change of a stock that an order makes. */
export interface OrderChange {
  readonly sku: string;
  readonly order: string;
  readonly cause: "order_reserved" | "order_invoiced" | "order_canceled";
  readonly physical?: number;
  readonly reserved: number;
  readonly at?: number;
}

/** Writes what an order does to a stock, with its ledger, as a superuser. */
export async function orderChange(
  { query }: TestDatabase,
  { sellerId }: Pick<Seller, "sellerId">,
  { sku, order, cause, physical = 0, reserved, at = 0 }: OrderChange,
): Promise<void> {
  const changed = await query(
    `with changed as (
       update stocks set physical = physical + $3::integer, reserved = reserved + $4::integer, version = version + 1
        where seller_id = $1 and sku = $2 returning seller_id, sku, version, physical, reserved
     )
     insert into stock_ledger (seller_id, sku, version, at, cause, order_number, actor, request_id, physical_delta, reserved_delta, physical, reserved)
     select seller_id, sku, version, $7, $5, $6, 'operator:opk_test', 'req-' || $6, $3, $4, physical, reserved from changed returning version`,
    [sellerId, sku, physical, reserved, cause, order, at],
  );
  if (changed.length !== 1) throw new Error(`${sku} has no stock to change`);
}
