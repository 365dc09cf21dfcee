import { expect } from "vitest";
import { pathOf } from "../../wares.ts";
import { brokenInvariants } from "../invariants.ts";
import { stateOf, type Model, type ModelOrder } from "./model.ts";
import type { Real } from "./world.ts";

/** At the end of a sequence: everything that can be read is what the model says, and every invariant of the database holds. */
export async function agree(model: Model, real: Real): Promise<void> {
  for (const [sku, { physical, reserved }] of model.products) {
    const { json } = await real.seller.get(pathOf(sku, "stocks"));
    expect(json, sku).toMatchObject({ available: physical, physical, reserved, availableForSale: physical - reserved });
  }
  for (const order of model.orders) await orderAgrees(order, real);
  expect(await brokenInvariants(real.marketplace.database.query)).toEqual([]);
}

async function orderAgrees(order: ModelOrder, { seller }: Real): Promise<void> {
  const path = `/api/v1/orders/${order.orderNumber}`;
  const { json } = await seller.get(`${path}?expand=shippings,items`);
  const shown = json.shippings as readonly { readonly shippingCode: number; readonly status: string }[];
  expect([json.orderStatus, shown.map(({ shippingCode, status }) => [shippingCode, status])], order.orderNumber).toEqual([
    stateOf(order),
    order.shippings.map(({ shippingCode, state }) => [shippingCode, state]),
  ]);
  const netCents = order.shippings.flatMap(({ items }) => items).reduce((sum, item) => sum + item.netCents * item.quantity, 0);
  expect(Math.round(json.totalNet * 100), order.orderNumber).toBe(netCents);
  const { items } = (await seller.get(`${path}/timeline`)).json as {
    items: readonly { readonly move: string; readonly version: number }[];
  };
  expect(
    items.map(({ move, version }) => [version, move]),
    order.orderNumber,
  ).toEqual(order.causes.map((cause, i) => [i + 1, cause]));
}
