import { appendMembers, fromCents } from "../platform/basics/index.ts";
import { type Failure, failureMessage, type Lang } from "../platform/contract/index.ts";
import { productPath } from "../pricing/index.ts";
import { shippingActionsJson } from "./actions-view.ts";
import { orderPath, shippingPath } from "./actions.ts";
import { cancellationReason } from "./cancellation-reasons.ts";
import { withAddress, type Customer } from "./customer.ts";
import { invoiceErrors } from "./invoice/errors.ts";
import type { Cancellation, InvoiceFinding, OrderInvoice, OrderItem, OrderRecord, ShippingRecord, Supplier } from "./order.ts";
import { maskCustomer } from "./privacy/mask.ts";
import { warningView, type RenderingOptions } from "./rendering-options.ts";

/** Warnings to add to a rendered shipping, and parts to leave out of it. */
interface ShippingViewExtras {
  /** Warnings about the move that was just made. */
  readonly warnings?: readonly Failure[];
  readonly leftOut?: readonly "actions"[];
}

/** Renders a shipping as JSON, without the parts that `leftOut` names. */
export const shippingJson = (
  order: OrderRecord,
  shipping: ShippingRecord,
  customer: Customer | undefined,
  options: RenderingOptions,
  { warnings = [], leftOut = [] }: ShippingViewExtras = {},
): string =>
  appendMembers(JSON.stringify(view(order, shipping, { customer, expands: leftOut }, options)), {
    actions: leftOut.includes("actions") ? undefined : shippingActionsJson(order, shipping, options),
    warnings: warnings.length > 0 ? JSON.stringify(warnings.map((warning) => warningView(warning, options.lang))) : undefined,
  });

interface ViewOptions {
  readonly customer: Customer | undefined;
  readonly expands: readonly string[];
}
/**
 * Builds the members of a shipping, without its actions (seed 2.5, decisions 5): amounts are decimals, dates epoch ms. Undefined members
 * are not sent.
 */
function view(order: OrderRecord, shipping: ShippingRecord, { customer, expands }: ViewOptions, options: RenderingOptions) {
  const { shippingCode, invoice, cancellation } = shipping;
  const self = shippingPath(order.orderNumber, shippingCode);
  const links = [
    { rel: "self", href: self },
    { rel: "order", href: orderPath(order.orderNumber) },
  ];
  return {
    expands,
    shippingCode,
    status: shipping.status,
    shippingEstimate: shipping.estimateAt,
    deliveryTime: shipping.deliveryDays,
    freightAmount: fromCents(shipping.freightCents),
    country: shipping.country,
    platformId: shipping.platformId,
    serviceId: shipping.serviceId,
    serviceName: shipping.serviceName,
    transport: { ...shipping.transport, expands: [], links: [{ rel: "shipping", href: self }] },
    invoice: invoice ? { ...invoiceView(invoice, options.lang), expands: [], links: [{ rel: "shipping", href: self }] } : NO_INVOICE,
    customer: customer ? withAddress(options.showsCustomer(shipping) ? customer : maskCustomer(customer)) : NO_CUSTOMER,
    sender: senderView(order.supplier),
    items: shipping.items.map((item, i) => itemView(item, shipping.firstItemId + i, shipping)),
    cancellationReason: cancellation && reasonOf(cancellation, options.lang),
    cancellation: cancellation && cancellationView(cancellation, options.lang),
    exchangeOrders: shipping.exchangeOrders,
    links,
  };
}

/** The objects of seed 2.5 are sent even if they are empty (decisions 9). */
const NO_INVOICE = { errors: [], validationErrors: [], expands: [], links: [] };
const NO_CUSTOMER = withAddress({});

const itemView = (item: OrderItem, itemId: number, { status }: ShippingRecord) => ({
  itemId,
  sku: item.sku,
  manufacturerCode: item.manufacturerCode,
  ean: item.ean,
  brand: item.brand,
  name: item.name,
  quantity: item.quantity,
  departmentName: item.departmentName,
  departmentCode: item.departmentCode,
  color: item.color,
  flavor: item.flavor,
  size: item.size,
  status,
  grossUnitValue: fromCents(item.grossUnitCents),
  discountUnitValue: fromCents(item.discountUnitCents),
  netUnitValue: fromCents(item.netUnitCents),
  totalGross: fromCents(item.totalGrossCents),
  totalCommission: fromCents(item.totalCommissionCents),
  totalDiscount: fromCents(item.totalDiscountCents),
  totalFreight: fromCents(item.totalFreightCents),
  totalNet: fromCents(item.totalNetCents),
  expands: [],
  links: [{ rel: "product", href: productPath(item.sku) }],
});

const invoiceView = ({ errors, validationErrors, ...invoice }: OrderInvoice, lang: Lang) => ({
  ...invoice,
  errors: errors.map((finding) => findingView(finding, lang)),
  validationErrors: validationErrors.map((finding) => findingView(finding, lang)),
});

/** Renders a stored finding with its message in `lang`. If its code no longer exists, the code is the message. */
export const findingView = ({ params, ...finding }: InvoiceFinding, lang: Lang) => {
  const code = invoiceErrors.codes.find((one) => one === finding.code);
  const message = code ? failureMessage(invoiceErrors.failure(code, { ...finding, params: params ?? {} }), lang) : finding.code;
  return { ...finding, message };
};

const senderView = ({ sellerId, name, cnpj, legalName }: Supplier) => ({
  supplierCnpj: cnpj,
  sellerCode: sellerId,
  sellerName: name,
  supplierName: legalName ?? name,
});

/** Descriptions of cancellations by timers and operators, which have no reason from cancellation-reasons.ts. */
const CAUSE_TEXTS = {
  expired: { "pt-BR": "Pagamento não realizado no prazo", en: "Not paid in time" },
  refused: { "pt-BR": "Recusado pela análise de risco", en: "Refused by the risk analysis" },
  customer: { "pt-BR": "Cancelado pelo cliente ou pelo marketplace", en: "Canceled by the customer or the marketplace" },
} as const;

const reasonOf = ({ cause }: Cancellation, lang: Lang): string =>
  "reason" in cause ? cancellationReason(cause.reason).description[lang] : CAUSE_TEXTS[cause.happened][lang];

const cancellationView = (cancellation: Cancellation, lang: Lang) => ({
  code: "reason" in cancellation.cause ? cancellation.cause.reason : undefined,
  description: reasonOf(cancellation, lang),
  canBePenalty: cancellation.canBePenalty,
  remark: cancellation.remark,
  canceledBy: cancellation.canceledBy,
  date: cancellation.at,
});
