import { DAY_MS } from "../../platform/basics/clock.ts";
import { toCents } from "../../platform/basics/decimal.ts";
import { Refusal, type Failure } from "../../platform/contract/errors.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import { carrierKind } from "../carriers.ts";
import type { Customer } from "../customer.ts";
import type { DueMove, OrderItem, OrderType, Payment, ShippingRecord } from "../order.ts";
import { FULFILLMENT_CARRIER, PLATFORMS, type OrderStatus } from "../status.ts";
import { percentOf, splitCents } from "./cents.ts";
import type { OrderRequest, ItemRequest, ShippingRequest } from "./body.ts";
import { resolveBuyer } from "./buyer.ts";
import { contradictions } from "./contradictions.ts";
import { purchaseErrors } from "./errors.ts";
import { paymentsOf } from "./payments.ts";
import { itemFailure, type SellableProduct } from "./sellable-product.ts";

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

/** What is summed up over an order's items. */
export type ItemAmount = "quantity" | `total${"Gross" | "Commission" | "Discount" | "Freight" | "Net"}Cents`;

/** An order that is about to be created: everything but the numbers that the database gives. Amounts in cents, dates in epoch ms. */
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

/** What a draft is made of beside the body. */
export interface DraftFacts {
  /** By sku; a sku that the seller does not have is not there. */
  readonly products: ReadonlyMap<string, SellableProduct>;
  readonly reference: ReferenceSnapshot;
  /** Marketplace time, epoch ms. */
  readonly at: number;
  /** The marketplace's share of what is sold, in percent with at most 2 decimals, by the department's code. */
  readonly commissionPercent: (departmentCode: number) => number;
  /** Who buys when the body does not say; undefined where it must. */
  readonly customer: Customer | undefined;
}

const DEFAULT_DAYS = 7;

/** The order that a purchase asks for, or every reason why it cannot be: one per item (decisions 5). Pure. */
export function draftOf(body: OrderRequest, facts: DraftFacts): OrderDraft | Refusal {
  const places = placesOf(body).flatMap((place) => byKeeper(place, facts.products));
  const failures: Failure[] = [];
  if (places.length === 0) failures.push(purchaseErrors.failure("items_missing", { pointer: "/items" }));
  const buyer = resolveBuyer(body, facts.customer);
  if ("failures" in buyer) failures.push(...buyer.failures);
  failures.push(...contradictions(body));
  const left = new Map([...facts.products].map(([sku, { physical, reserved }]) => [sku, physical - reserved]));
  const shippings = places.map((place) => draftShipping(place, facts, left, failures));
  const store = storeOf(body, shippings, facts.reference);
  if (store === undefined) failures.push(storeUnknown(body, facts.reference));
  const total = (cents: "totalGrossCents" | "totalNetCents") =>
    shippings.flatMap(({ items }) => items).reduce((sum, item) => sum + item[cents], 0);
  const netCents = total("totalNetCents");
  if (Math.max(netCents, total("totalGrossCents")) > MAX_CENTS) failures.push(tooMuch(netCents));
  if (failures.length > 0 || store === undefined || "failures" in buyer) return new Refusal(failures);
  const paid = body.paid === true || body.orderStatus === "approved";
  return {
    orderType: "Sale",
    originNumber: undefined,
    status: paid ? "approved" : "Created",
    businessUnit: store.code,
    originSite: body.originSite ?? store.name,
    orderDate: body.orderDate ?? facts.at,
    paymentDate: body.paymentDate ?? (paid ? facts.at : undefined),
    agreedDate: body.agreedDate ?? Math.max(...shippings.map(({ estimateAt }) => estimateAt)),
    customer: buyer.customer,
    payments: paymentsOf(body.paymentGatewayInfos, netCents),
    shippings,
  };
}

/** Amounts on the wire stay below a thousand million. */
const MAX_CENTS = 99_999_999_900;
const tooMuch = (cents: number) =>
  purchaseErrors.failure("order_amount_above_maximum", { received: cents / 100, allowed: MAX_CENTS / 100 });

/** A shipping that was asked for, its items, and where they stand in the body. */
interface Place {
  readonly shipping: ShippingRequest;
  readonly items: readonly PlacedItem[];
  readonly pointer: string;
}
interface PlacedItem {
  readonly item: ItemRequest;
  readonly at: string;
}
const placeOf = (shipping: ShippingRequest, items: readonly ItemRequest[], pointer: string): Place => ({
  shipping,
  items: items.map((item, i) => ({ item, at: `${pointer}/${i}` })),
  pointer,
});

/** The shippings of a body; the shorthand is one. Items of the body itself are the only shipping's that has none. */
function placesOf({ items, shippings }: OrderRequest): readonly Place[] {
  if (shippings === undefined) return items ? [placeOf({}, items, "/items")] : [];
  return shippings.map((shipping, i): Place => {
    if (shipping.items) return placeOf(shipping, shipping.items, `/shippings/${i}/items`);
    if (items && shippings.length === 1) return placeOf(shipping, items, "/items");
    return placeOf(shipping, [], `/shippings/${i}/items`);
  });
}

/**
 * A shipping by who keeps its goods: what the fulfilment operator keeps travels apart. Whoever names a delivery means it for
 * everything in it. Of two shippings the seller's carries the freight.
 */
function byKeeper(place: Place, products: DraftFacts["products"]): readonly Place[] {
  const { shipping, items } = place;
  if (shipping.platformId !== undefined || shipping.transport !== undefined) return [place];
  const isEnrolled = ({ item }: PlacedItem) => products.get(item.sku)?.enrolled === true;
  const enrolled = items.filter(isEnrolled);
  if (enrolled.length === 0) return [place];
  const operated = { ...shipping, platformId: PLATFORMS.fulfillment };
  if (enrolled.length === items.length) return [{ ...place, shipping: operated }];
  const own = { ...place, items: items.filter((item) => !isEnrolled(item)) };
  return [own, { ...place, shipping: { ...operated, freightAmount: 0 }, items: enrolled }];
}

/** Every sku that a body names. */
export const skusOf = (body: OrderRequest): readonly string[] => [
  ...new Set(placesOf(body).flatMap(({ items }) => items.map(({ item }) => item.sku))),
];

function draftShipping(place: Place, facts: DraftFacts, left: Map<string, number>, failures: Failure[]): DraftShipping {
  const { shipping, items, pointer } = place;
  if (items.length === 0) failures.push(purchaseErrors.failure("items_missing", { pointer }));
  const priced = items.flatMap(({ item, at }) => {
    const refused = itemFailure(item, facts.products.get(item.sku), left, at) ?? amountFailure(item, facts.products.get(item.sku)!, at);
    if (refused) failures.push(refused);
    return refused ? [] : [{ item, ware: facts.products.get(item.sku)! }];
  });
  const freightCents = toCents(shipping.freightAmount ?? 0);
  const lines = priced.map(({ item, ware }) => ({ ware, replaces: item.replaces, ...unitsOf(item, ware) }));
  const freights = splitCents(
    freightCents,
    lines.map(({ net, quantity }) => net * quantity),
  );
  const fulfillment = shipping.platformId === PLATFORMS.fulfillment || carrierKind(shipping.transport ?? {}) === "fulfillment";
  const platformId = shipping.platformId ?? (fulfillment ? PLATFORMS.fulfillment : PLATFORMS.seller);
  const deliveryDays = shipping.deliveryTime ?? DEFAULT_DAYS;
  return {
    platformId,
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

/** What one unit costs, in cents: as sent, otherwise as in the catalogue. */
interface Units {
  readonly quantity: number;
  readonly gross: number;
  readonly discount: number;
  readonly net: number;
}

function unitsOf({ quantity = 1, grossUnitValue, discountUnitValue, netUnitValue }: ItemRequest, ware: SellableProduct): Units {
  const gross = grossUnitValue === undefined ? Math.max(ware.listCents!, toCents(netUnitValue ?? 0)) : toCents(grossUnitValue);
  const net = netUnitValue === undefined ? undefined : toCents(netUnitValue);
  const catalogued = grossUnitValue === undefined ? ware.listCents! - ware.saleCents! : 0;
  const discount = discountUnitValue === undefined ? (net === undefined ? catalogued : gross - net) : toCents(discountUnitValue);
  return { quantity, gross, discount, net: gross - discount };
}

function amountFailure(item: ItemRequest, ware: SellableProduct, pointer: string): Failure | undefined {
  const { gross, discount, net } = unitsOf(item, ware);
  if (discount < 0 || net < 0)
    return purchaseErrors.failure("item_discount_above_gross", {
      pointer: `${pointer}/discountUnitValue`,
      received: discount / 100,
      allowed: gross / 100,
    });
  if (item.netUnitValue !== undefined && toCents(item.netUnitValue) !== net)
    return purchaseErrors.failure("item_amounts_disagree", {
      pointer: `${pointer}/netUnitValue`,
      received: item.netUnitValue,
      allowed: net / 100,
    });
  return undefined;
}

/** One line of a shipping: what, how many for how much, and in an exchange for which item of the original. */
interface PricedLine extends Units {
  readonly ware: SellableProduct;
  readonly replaces: number | undefined;
}

function itemOf({ ware, replaces, quantity, gross, discount, net }: PricedLine, freight: number, facts: DraftFacts): OrderItem {
  const { product } = ware;
  const departmentCode = departmentOf(facts.reference, product.department)?.code ?? NO_DEPARTMENT;
  const { manufacturerCode, eanIsbn, color, flavor } = product;
  return {
    sku: product.sku,
    ...(manufacturerCode === undefined ? {} : { manufacturerCode }),
    ...(eanIsbn === undefined ? {} : { ean: eanIsbn }),
    brand: product.brand,
    name: product.name,
    quantity,
    departmentName: product.department,
    departmentCode,
    ...(color === undefined ? {} : { color }),
    ...(flavor === undefined ? {} : { flavor }),
    size: product.size,
    grossUnitCents: gross,
    discountUnitCents: discount,
    netUnitCents: net,
    totalGrossCents: gross * quantity,
    totalDiscountCents: discount * quantity,
    totalFreightCents: freight,
    totalNetCents: net * quantity + freight,
    totalCommissionCents: percentOf(net * quantity, facts.commissionPercent(departmentCode)),
    ...(replaces === undefined ? {} : { replaces }),
  };
}

/** Of a department that was taken out of the reference data since the product was approved. */
const NO_DEPARTMENT = 0;
const departmentOf = ({ data }: ReferenceSnapshot, name: string) => data.departments.find((department) => department.name === name);

/** The store bought in: the one named, otherwise the first that shows the first item's department. */
function storeOf({ businessUnit }: OrderRequest, shippings: readonly DraftShipping[], reference: ReferenceSnapshot) {
  const { stores } = reference.data;
  if (businessUnit !== undefined) {
    const named = businessUnit.trim().toLowerCase();
    return stores.find(({ code, name }) => code.toLowerCase() === named || name.toLowerCase() === named);
  }
  const first = shippings[0]?.items[0];
  const shown = first && departmentOf(reference, first.departmentName)?.stores[0];
  return stores.find(({ code }) => code === shown) ?? stores[0];
}

const storeUnknown = ({ businessUnit }: OrderRequest, { data }: ReferenceSnapshot) =>
  purchaseErrors.failure("store_unknown", {
    pointer: "/businessUnit",
    received: businessUnit,
    allowed: data.stores.map(({ code }) => code),
  });
