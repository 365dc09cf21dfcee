import type { OrderKey, OrderRecord, OrderSummary } from "../order.ts";
import type { DraftShipping, ItemAmount, OrderDraft } from "./draft.ts";
import type { CreatedRow } from "./queries.ts";

/** An order as it is written. */
export interface OrderToInsert extends OrderKey {
  readonly draft: OrderDraft;
  readonly summary: OrderSummary;
  /** Sealed. */
  readonly customer: Buffer;
  /** Marketplace time, epoch ms. */
  readonly at: number;
}

/** A shipping with its place in its order, from 1, and how many items stand before its own, plus one. */
export interface PlacedShipping extends DraftShipping {
  readonly place: number;
  readonly firstItem: number;
}
/** The shippings of a draft in their places. */
export const withPositions = ({ draft }: Pick<OrderToInsert, "draft">): readonly PlacedShipping[] => {
  let firstItem = 1;
  return draft.shippings.map((shipping, i) => {
    const own = { ...shipping, place: i + 1, firstItem };
    firstItem += shipping.items.length;
    return own;
  });
};

/** Every item of a draft. */
export const itemsOf = ({ draft }: Pick<OrderToInsert, "draft">) => draft.shippings.flatMap(({ items }) => items);

/** What will be said of an order wherever it is shown. */
export function summaryOf({ draft, orderNumber }: Pick<OrderToInsert, "draft" | "orderNumber">): OrderSummary {
  const items = itemsOf({ draft });
  const sumOf = (field: ItemAmount) => items.reduce((total, item) => total + item[field], 0);
  return {
    orderNumber,
    orderType: draft.orderType,
    originNumber: draft.originNumber,
    status: draft.status,
    businessUnit: draft.businessUnit,
    originSite: draft.originSite,
    orderDate: draft.orderDate,
    paymentDate: draft.paymentDate,
    agreedDate: draft.agreedDate,
    totalQuantity: sumOf("quantity"),
    grossCents: sumOf("totalGrossCents"),
    commissionCents: sumOf("totalCommissionCents"),
    discountCents: sumOf("totalDiscountCents"),
    freightCents: sumOf("totalFreightCents"),
    netCents: sumOf("totalNetCents"),
    payments: draft.payments,
    devolutionRequested: false,
    exchangeRequested: false,
  };
}

/** The order as it is on record now, without reading it back; undefined when the row says that nothing was written. */
export function createdOrder(order: OrderToInsert, row: CreatedRow): OrderRecord | undefined {
  const { draft, sellerId, summary, customer, at } = order;
  const { ordinal, first_code: firstCode, first_item: firstItem } = row;
  if (ordinal === null || firstCode === null || firstItem === null) return undefined;
  return {
    ...summary,
    supplier: { sellerId, name: row.seller_name, cnpj: row.cnpj ?? undefined, legalName: row.legal_name ?? undefined },
    ordinal,
    statusAt: at,
    customer,
    forgetCustomerAt: undefined,
    devolutions: [],
    version: 1,
    due: draft.due,
    shippings: withPositions(order).map(({ place, firstItem: nth, ...shipping }) => ({
      ...shipping,
      shippingCode: firstCode + place - 1,
      status: draft.status,
      statusAt: at,
      invoice: undefined,
      cancellation: undefined,
      firstItemId: firstItem + nth - 1,
      exchangeOrders: [],
      due: shipping.due,
    })),
  };
}
