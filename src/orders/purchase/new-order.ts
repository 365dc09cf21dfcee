import type { OrderKey, OrderRecord, OrderSummary } from "../order.ts";
import type { DraftShipping, ItemAmount, OrderDraft } from "./draft.ts";
import type { CreatedRow } from "./queries.ts";

/** A new order, with all data that the database statement needs. */
export interface OrderToInsert extends OrderKey {
  readonly draft: OrderDraft;
  readonly summary: OrderSummary;
  /** The encrypted customer. */
  readonly customer: Buffer;
  /** Marketplace time, epoch ms. */
  readonly at: number;
}

/** A shipping with its position in the order and the position of its first item among all items, both from 1. */
export interface PositionedShipping extends DraftShipping {
  readonly position: number;
  readonly firstItem: number;
}
/** The shippings of a draft with their positions. */
export const withPositions = ({ draft }: Pick<OrderToInsert, "draft">): readonly PositionedShipping[] => {
  let firstItem = 1;
  return draft.shippings.map((shipping, i) => {
    const positioned = { ...shipping, position: i + 1, firstItem };
    firstItem += shipping.items.length;
    return positioned;
  });
};

/** All items of a draft. */
export const itemsOf = ({ draft }: Pick<OrderToInsert, "draft">) => draft.shippings.flatMap(({ items }) => items);

/** Builds the summary that the order will have. */
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

/** Builds the created order without reading it from the database. Undefined if the row shows that nothing was written. */
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
    shippings: withPositions(order).map(({ position, firstItem: nth, ...shipping }) => ({
      ...shipping,
      shippingCode: firstCode + position - 1,
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
