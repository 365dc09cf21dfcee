import type { DevolutionItem, DueMove, OrderRecord, OrderSummary, Payment, ShippingRecord } from "./order.ts";
import type { OrderRow, StoredShipping } from "./queries.ts";
import type { OrderMoveName } from "./status.ts";

const summaryFromRow = (row: OrderRow): OrderSummary => ({
  orderNumber: row.order_number,
  orderType: row.order_type,
  originNumber: row.origin_number ?? undefined,
  status: row.status,
  businessUnit: row.business_unit,
  originSite: row.origin_site,
  orderDate: row.order_date,
  paymentDate: row.payment_date ?? undefined,
  agreedDate: row.agreed_date ?? undefined,
  totalQuantity: row.total_quantity,
  grossCents: row.gross_cents,
  commissionCents: row.commission_cents,
  discountCents: row.discount_cents,
  freightCents: row.freight_cents,
  netCents: row.net_cents,
  payments: JSON.parse(row.payments) as Payment[],
  devolutionRequested: row.devolution_requested,
  exchangeRequested: row.exchange_requested,
});

/** Maps a database row to an order. */
export const toOrderRecord = (row: OrderRow): OrderRecord => ({
  ...summaryFromRow(row),
  supplier: { sellerId: row.seller_id, name: row.seller_name, cnpj: row.cnpj ?? undefined, legalName: row.legal_name ?? undefined },
  ordinal: row.ordinal,
  statusAt: row.status_at,
  customer: row.customer ?? undefined,
  forgetCustomerAt: row.forget_customer_at ?? undefined,
  devolutions: JSON.parse(row.devolutions) as DevolutionItem[],
  version: row.version,
  due: dueFromRow(row),
  shippings: row.shippings === null ? [] : (JSON.parse(row.shippings) as StoredShipping[]).map(shippingFromRow),
});

const shippingFromRow = (row: StoredShipping): ShippingRecord => ({
  shippingCode: row.shipping_code,
  status: row.status,
  statusAt: row.status_at,
  platformId: row.platform_id,
  serviceId: row.service_id,
  serviceName: row.service_name,
  country: row.country,
  freightCents: row.freight_cents,
  deliveryDays: row.delivery_days,
  estimateAt: row.estimate_at,
  fulfillment: row.fulfillment,
  transport: row.transport,
  invoice: row.invoice ?? undefined,
  cancellation: row.cancellation ?? undefined,
  items: row.items,
  firstItemId: row.first_item_id,
  exchangeOrders: row.exchange_orders,
  due: dueFromRow(row),
});

const dueFromRow = ({ due_at, due_move }: { readonly due_at: number | null; readonly due_move: string | null }): DueMove | undefined =>
  due_at === null || due_move === null ? undefined : { at: due_at, move: due_move as OrderMoveName };
