import { DAY_MS, toCents } from "../../platform/basics/index.ts";
import { type Failure, Refusal } from "../../platform/contract/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { carrierKind } from "../carriers.ts";
import type { Customer } from "../customer.ts";
import type { DueMove, OrderItem, OrderType, Payment, ShippingRecord } from "../order.ts";
import { FULFILLMENT_CARRIER, PLATFORMS, type OrderStatus } from "../status.ts";
import { percentOf, splitCents } from "./cents.ts";
import type { OrderRequest } from "./body.ts";
import { resolveBuyer } from "./buyer.ts";
import { findContradictions } from "./contradictions.ts";
import { purchaseErrors } from "./errors.ts";
import { paymentsOf } from "./payments.ts";
import { type RequestedShipping, requestedShippings } from "./requested-shippings.ts";
import { itemFailure, type SellableProduct } from "./sellable-product.ts";
import { departmentCodeOf, findStore, unknownStoreFailure } from "./business-unit.ts";
import { amountFailure, type UnitPrices, unitPrices } from "./unit-prices.ts";

/** A shipping that is about to be created. */
export interface DraftShipping extends Pick<
  ShippingRecord,
  | "platformId"
  | "serviceId"
  | "serviceName"
  | "country"
  | "freightCents"
  | "deliveryDays"
  | "estimateAt"
  | "fulfillment"
  | "transport"
  | "items"
> {
  readonly due?: DueMove | undefined;
}

/** Names of the item fields that are added up for the whole order. */
export type ItemAmount = "quantity" | `total${"Gross" | "Commission" | "Discount" | "Freight" | "Net"}Cents`;

/** An order that is about to be created, without the numbers that the database assigns. Amounts in cents, dates in epoch ms. */
export interface OrderDraft {
  readonly orderType: OrderType;
  readonly originNumber: string | undefined;
  readonly status: OrderStatus;
  readonly businessUnit: string;
  readonly originSite: string;
  readonly orderDate: number;
  readonly paymentDate: number | undefined;
  readonly agreedDate: number | undefined;
  readonly customer: Customer;
  readonly payments: readonly Payment[];
  readonly shippings: readonly DraftShipping[];
  readonly due?: DueMove | undefined;
}

/** Data for a draft, in addition to the body. */
export interface DraftFacts {
  /** Products by sku. Products that the seller does not have are missing. */
  readonly products: ReadonlyMap<string, SellableProduct>;
  readonly reference: ReferenceSnapshot;
  /** Marketplace time, epoch ms. */
  readonly at: number;
  /** The marketplace's commission by department code, in percent with at most 2 decimals. */
  readonly commissionPercent: (departmentCode: number) => number;
  /** Customer to use if the body has none; undefined if the body must have one. */
  readonly customer: Customer | undefined;
}

/** Drafts the order of a purchase, or refuses with all reasons, at most one per item (decisions 5). Pure. */
export function draftPurchase(body: OrderRequest, facts: DraftFacts): OrderDraft | Refusal {
  const failures: Failure[] = [];
  const requested = requestedShippings(body, facts.products);
  if (requested.length === 0) failures.push(purchaseErrors.failure("items_missing", { pointer: "/items" }));
  const buyer = resolveBuyer(body, facts.customer);
  if ("failures" in buyer) failures.push(...buyer.failures);
  failures.push(...findContradictions(body));
  const available = new Map([...facts.products].map(([sku, { physical, reserved }]) => [sku, physical - reserved]));
  const shippings = requested.map((shipping) => draftShipping(shipping, facts, available, failures));
  const store = findStore(body, shippings[0]?.items[0], facts.reference);
  if (store === undefined) failures.push(unknownStoreFailure(body, facts.reference));
  const netCents = sumOf(shippings, "totalNetCents");
  if (Math.max(netCents, sumOf(shippings, "totalGrossCents")) > MAX_CENTS) failures.push(amountTooHigh(netCents));
  if (failures.length > 0 || store === undefined || "failures" in buyer) return new Refusal(failures);
  const isPaid = body.paid === true || body.orderStatus === "approved";
  return {
    orderType: "Sale",
    originNumber: undefined,
    status: isPaid ? "approved" : "Created",
    businessUnit: store.code,
    originSite: body.originSite ?? store.name,
    orderDate: body.orderDate ?? facts.at,
    paymentDate: body.paymentDate ?? (isPaid ? facts.at : undefined),
    agreedDate: body.agreedDate ?? Math.max(...shippings.map(({ estimateAt }) => estimateAt)),
    customer: buyer.customer,
    payments: paymentsOf(body.paymentGatewayInfos, netCents),
    shippings,
  };
}

const sumOf = (shippings: readonly DraftShipping[], amount: "totalGrossCents" | "totalNetCents"): number =>
  shippings.flatMap(({ items }) => items).reduce((sum, item) => sum + item[amount], 0);

/** Maximum amount in cents. The amounts in the API, which are decimals, stay below a thousand million. */
const MAX_CENTS = 99_999_999_900;
const amountTooHigh = (cents: number) =>
  purchaseErrors.failure("order_amount_above_maximum", { received: cents / 100, allowed: MAX_CENTS / 100 });

const DEFAULT_DAYS = 7;

/** Drafts one shipping. Adds the failures of its items to `failures`, and subtracts the units that it sells from `available`. */
function draftShipping(
  { shipping, items, pointer }: RequestedShipping,
  facts: DraftFacts,
  available: Map<string, number>,
  failures: Failure[],
): DraftShipping {
  if (items.length === 0) failures.push(purchaseErrors.failure("items_missing", { pointer }));
  const lines = items.flatMap(({ item, pointer: at }): readonly PricedLine[] => {
    const product = facts.products.get(item.sku);
    const failure = itemFailure(item, product, available, at) ?? amountFailure(item, product!, at);
    if (failure) failures.push(failure);
    return failure ? [] : [{ product: product!, replaces: item.replaces, ...unitPrices(item, product!) }];
  });
  const freightCents = toCents(shipping.freightAmount ?? 0);
  const freights = splitCents(
    freightCents,
    lines.map(({ net, quantity }) => net * quantity),
  );
  const fulfillment = shipping.platformId === PLATFORMS.fulfillment || carrierKind(shipping.transport ?? {}) === "fulfillment";
  const deliveryDays = shipping.deliveryTime ?? DEFAULT_DAYS;
  return {
    platformId: shipping.platformId ?? (fulfillment ? PLATFORMS.fulfillment : PLATFORMS.seller),
    serviceId: shipping.serviceId ?? "NORMAL",
    serviceName: shipping.serviceName ?? "Entrega normal",
    country: shipping.country ?? "BR",
    freightCents,
    deliveryDays,
    estimateAt: shipping.shippingEstimate ?? facts.at + deliveryDays * DAY_MS,
    fulfillment,
    transport: { ...shipping.transport, ...(fulfillment ? FULFILLMENT_CARRIER : {}) },
    items: lines.map((line, i) => itemOf(line, freights[i]!, facts)),
  };
}

/** A line of a shipping: the product, its quantity and its unit prices. In an exchange, also the id of the item that it replaces. */
interface PricedLine extends UnitPrices {
  readonly product: SellableProduct;
  readonly replaces: number | undefined;
}

function itemOf(
  { product: { core }, replaces, quantity, gross, discount, net }: PricedLine,
  freightCents: number,
  facts: DraftFacts,
): OrderItem {
  const departmentCode = departmentCodeOf(facts.reference, core.department);
  const { manufacturerCode, eanIsbn, color, flavor } = core;
  return {
    sku: core.sku,
    ...(manufacturerCode === undefined ? {} : { manufacturerCode }),
    ...(eanIsbn === undefined ? {} : { ean: eanIsbn }),
    brand: core.brand,
    name: core.name,
    quantity,
    departmentName: core.department,
    departmentCode,
    ...(color === undefined ? {} : { color }),
    ...(flavor === undefined ? {} : { flavor }),
    size: core.size,
    grossUnitCents: gross,
    discountUnitCents: discount,
    netUnitCents: net,
    totalGrossCents: gross * quantity,
    totalDiscountCents: discount * quantity,
    totalFreightCents: freightCents,
    totalNetCents: net * quantity + freightCents,
    totalCommissionCents: percentOf(net * quantity, facts.commissionPercent(departmentCode)),
    ...(replaces === undefined ? {} : { replaces }),
  };
}
