import type pg from "pg";
import { sealCustomer } from "../../src/orders/customer.ts";
import { summaryJson } from "../../src/orders/order-view.ts";
import { fakeCustomer } from "../../src/orders/purchase/fake-customer.ts";
import { RING } from "../ring.ts";
import * as queries from "./queries.ts";

const ORDERS_PER_STEP = 10_000;

const ITEM = JSON.stringify({
  sku: "{sku}",
  manufacturerCode: "AGR-10482",
  ean: "7891000315507",
  brand: "Aguarriba",
  name: "Camiseta Esportiva Aguarriba Vento Leve Masculina",
  quantity: 1,
  departmentName: "Corrida",
  departmentCode: 1,
  color: "Preto",
  size: "M",
  grossUnitCents: 19_990,
  discountUnitCents: 5_000,
  netUnitCents: 14_990,
  totalGrossCents: 19_990,
  totalDiscountCents: 5_000,
  totalFreightCents: 0,
  totalNetCents: 14_990,
  totalCommissionCents: 2_398,
}).split("{sku}");
const PAYMENTS = JSON.stringify([{ registrationNumber: "90001001000140", cents: 14_990 }]);
/** What the summaries of an order with so many items say; its number and its dates stand for those of each order. */
const AS_IF = { orderNumber: "100000000000000", at: 1_111_111_111_111, agreedDate: 2_222_222_222_222 };
const summaryOf = (items: number): string =>
  summaryJson({
    orderNumber: AS_IF.orderNumber,
    orderType: "Sale",
    originNumber: undefined,
    status: "approved",
    businessUnit: "VE",
    originSite: "Vitrine Esportes",
    orderDate: AS_IF.at,
    paymentDate: AS_IF.at,
    agreedDate: AS_IF.agreedDate,
    totalQuantity: items,
    grossCents: 19_990 * items,
    commissionCents: 2_398 * items,
    discountCents: 5_000 * items,
    freightCents: 0,
    netCents: 14_990 * items,
    payments: [{ registrationNumber: "90001001000140", cents: 14_990 * items }],
    devolutionRequested: false,
    exchangeRequested: false,
  });
const TRANSPORT = JSON.stringify({ carrier: "Rota Sul Transportes", carrierId: "77" });
/** Chance that never changes: every customer is as long as any other. */
const CUSTOMER = fakeCustomer(() => 0.5);

/** What pgbench's scripts put into an order, by its place in them. */
export const ORDER_PIECES: Readonly<Record<string, string>> = {
  item1: ITEM[0]!,
  item2: ITEM[1]!,
  payments: PAYMENTS,
  transport: TRANSPORT,
  summary: summaryOf(1),
  customer: `\\x${sealCustomer(RING, 1, "100000000000000", CUSTOMER).toString("hex")}`,
};

/** Fills a catalogue's marketplace with one order for each sku, spread over the 30 days before `at`, epoch ms. */
export async function fillBook(
  client: pg.Client,
  { orders, state, at }: { readonly orders: number; readonly state: queries.BookState; readonly at: number },
): Promise<void> {
  const half = orders / 2;
  for (let from = 0; from < orders; from += ORDERS_PER_STEP) {
    const to = Math.min(orders, from + ORDERS_PER_STEP);
    const customers = Array.from({ length: to - from }, (_, i) => {
      const g = from + i;
      return sealCustomer(RING, g < half ? 1 : 2 + ((g - half) % 99), String(100_000_000_000_000 + g), CUSTOMER);
    });
    await client.query("begin");
    await client.query(queries.placeOrders, [from, to, orders, at]);
    await client.query(queries.fillBook(state), [
      PAYMENTS,
      ...ITEM,
      TRANSPORT,
      customers,
      from,
      [1, 2].map(summaryOf),
      ...Object.values(AS_IF).map(String),
    ]);
    await client.query("commit");
  }
  await client.query(queries.countBook);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}
