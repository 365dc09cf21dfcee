import {
  anything,
  decimal,
  extended,
  flag,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  shape,
  text,
} from "../platform/contract/schema.ts";
import { Customer } from "./customer-fields.ts";
import { CHECK_IN, SELLER_MOVES } from "./actions.ts";
import { STATES } from "./status.ts";

/** What orders look like on the wire (seed 2.4, 2.5, decisions 5). */
const EPOCH_MAX = 8_640_000_000_000_000;
const epoch = (description = "Epoch ms") => integer({ minimum: -EPOCH_MAX, maximum: EPOCH_MAX, description });
const money = () => decimal({ scale: 2 });
const linked = { expands: list(text()), links };
/** The words of orders and shippings. */
export const status = named("OrderStatus", oneOfWords(STATES.map((state) => state.status)));
/** What the sentence of a refusal calls current. */
const current = optional(anything({ description: "O que está registrado, quando a recusa trata disso" }));
/** What is in a move's way. */
export const blockedBy = shape("Blocker", { code: text(), message: text(), current });
const action = shape("OrderAction", {
  rel: oneOfWords([...Object.values(SELLER_MOVES), CHECK_IN]),
  href: optional(text({ description: "Para onde pedir; ausente quando não dá agora" })),
  blockedBy: optional(blockedBy),
});

/** An item of a shipping. */
export const Item = shape("OrderItem", {
  itemId: integer(),
  sku: text(),
  manufacturerCode: optional(text()),
  ean: optional(text()),
  brand: text(),
  name: text(),
  quantity: integer(),
  departmentName: text(),
  departmentCode: integer(),
  color: optional(text()),
  flavor: optional(text()),
  size: text(),
  status,
  grossUnitValue: money(),
  discountUnitValue: money(),
  netUnitValue: money(),
  totalGross: money(),
  totalCommission: money(),
  totalDiscount: money(),
  totalFreight: money(),
  totalNet: money(),
  ...linked,
});

/** How a shipping travels. */
export const Transport = shape("Transport", {
  trackingNumber: optional(text()),
  trackingLink: optional(text()),
  deliveryService: optional(text()),
  deliveryId: optional(text()),
  carrier: optional(text()),
  carrierId: optional(text()),
  shipDate: optional(epoch()),
  deliveryDate: optional(epoch()),
  ...linked,
});

/** Something found about an invoice. */
const finding = {
  code: text(),
  pointer: text(),
  message: text(),
  received: optional(anything()),
  allowed: optional(anything()),
  suggestions: optional(list(text())),
};
/** What is said of an invoice that was taken. */
export const Finding = shape("InvoiceFinding", finding);
/** What would refuse a call that is rehearsed. */
export const Obstacle = extended("InvoiceObstacle", Finding, { current });
const Invoice = shape("Invoice", {
  accessKey: optional(text()),
  number: optional(text()),
  line: optional(text()),
  date: optional(epoch("Emissão, epoch ms; ausente antes do faturamento")),
  shipDate: optional(epoch()),
  volume: optional(integer()),
  errors: list(Finding),
  validationErrors: list(Finding),
  ...linked,
});

/** The moves of what is shown. */
const actions = list(action);
/** A shipping but for what may be asked of it now. */
const ShippingBase = shape("ShippingBase", {
  shippingCode: integer(),
  status,
  shippingEstimate: epoch(),
  deliveryTime: integer({ description: "Dias" }),
  freightAmount: money(),
  country: text(),
  platformId: text(),
  serviceId: text(),
  serviceName: text(),
  transport: Transport,
  invoice: Invoice,
  customer: Customer,
  sender: shape("Sender", { supplierCnpj: optional(text()), sellerCode: integer(), sellerName: text(), supplierName: text() }),
  items: list(Item),
  cancellationReason: optional(text({ description: "Por que foi cancelada, como em cancellation.description" })),
  cancellation: optional(
    shape("Cancellation", {
      code: optional(integer()),
      description: text(),
      canBePenalty: flag(),
      remark: optional(text({ personal: true })),
      canceledBy: optional(text({ personal: true })),
      date: epoch(),
    }),
  ),
  exchangeOrders: list(text()),
  ...linked,
});
/** A shipping, whole. */
export const Shipping = extended("Shipping", ShippingBase, { actions });

const DevolutionItem = shape("DevolutionItem", {
  itemId: integer(),
  sku: text(),
  name: text(),
  quantity: integer(),
  exchangeProcessCode: text(),
  checkInData: optional(epoch()),
  devolutionData: epoch(),
  devolutionExchangeStatus: text(),
  totalGross: money(),
  ...linked,
});

/** An order but for its shippings and what may be asked of it now. */
export const OrderBase = shape("OrderBase", {
  expands: list(text(), { description: "O que ficou de fora e pode ser pedido com expand" }),
  orderNumber: text(),
  originNumber: optional(text()),
  orderType: oneOfWords(["Sale", "Exchange"]),
  orderStatus: status,
  orderDate: epoch(),
  paymentDate: optional(epoch()),
  agreedDate: optional(epoch()),
  originSite: text(),
  businessUnit: text(),
  totalQuantity: integer(),
  totalGross: money(),
  totalCommission: money(),
  totalDiscount: money(),
  totalFreight: money(),
  totalNet: money(),
  paymentGatewayInfos: optional(
    list(shape("PaymentGatewayInfo", { paymentGatewayRegistrationNumber: text(), totalValue: money() }), { maxItems: 2 }),
  ),
  devolutionRequested: flag(),
  exchangeRequested: flag(),
  devolutionItems: optional(list(DevolutionItem)),
  links,
});
/** One order: whole, unless less was asked for. */
export const Order = extended("Order", OrderBase, { shippings: optional(list(Shipping)), actions });

const onlyAsked = optional(list(action, { description: "Só com expand=actions" }));
/** An order of a list: what was asked for beside its summary. */
export const ListedOrder = extended("ListedOrder", OrderBase, {
  shippings: optional(list(extended("ListedShipping", ShippingBase, { actions: onlyAsked }))),
  actions: onlyAsked,
});
