import type { OrderMoveName, OrderStatus } from "./status.ts";

/** `Sale` is a normal purchase; `Exchange` replaces goods that were returned (seed 2.4). */
export const ORDER_TYPES = ["Sale", "Exchange"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** One line of a shipping as it was bought. Amounts are whole cents; totals cover the whole quantity. */
export interface OrderItem {
  readonly sku: string;
  readonly manufacturerCode?: string;
  readonly ean?: string;
  readonly brand: string;
  readonly name: string;
  readonly quantity: number;
  readonly departmentName: string;
  readonly departmentCode: number;
  readonly color?: string;
  readonly flavor?: string;
  readonly size: string;
  readonly grossUnitCents: number;
  readonly discountUnitCents: number;
  readonly netUnitCents: number;
  readonly totalGrossCents: number;
  readonly totalDiscountCents: number;
  readonly totalFreightCents: number;
  /** Amount that the customer pays for the line: gross - discount + freight. */
  readonly totalNetCents: number;
  /** The marketplace's share of gross - discount. */
  readonly totalCommissionCents: number;
  /** In an exchange order: id of the original order's item that this one replaces. */
  readonly replaces?: number;
}

/** Carrier and tracking of a shipping (seed 2.5); dates are epoch ms. */
export interface Transport {
  readonly trackingNumber?: string;
  readonly trackingLink?: string;
  readonly deliveryService?: string;
  readonly deliveryId?: string;
  readonly carrier?: string;
  readonly carrierId?: string;
  readonly shipDate?: number;
  readonly deliveryDate?: number;
}

/** The registered invoice; dates are epoch ms. `errors` and `validationErrors` are findings that did not cause a refusal. */
export interface OrderInvoice {
  readonly accessKey?: string;
  readonly number?: string;
  readonly line?: string;
  readonly date: number;
  readonly shipDate?: number;
  /** Number of packages. */
  readonly volume?: number;
  readonly errors: readonly InvoiceFinding[];
  readonly validationErrors: readonly InvoiceFinding[];
}
/** A finding about an accepted invoice. Its message is written when the finding is shown, in the language of the call. */
export interface InvoiceFinding {
  readonly code: string;
  readonly pointer: string;
  readonly received?: unknown;
  readonly allowed?: unknown;
  readonly suggestions?: readonly string[];
  /** Values that fill in the message. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Cancellation of a shipping: its cause, its author and its time (epoch ms). */
export interface Cancellation {
  /** A code of cancellation-reasons.ts if the seller canceled. Otherwise the event: expired, refused, or canceled by the customer. */
  readonly cause: { readonly reason: number } | { readonly happened: "expired" | "refused" | "customer" };
  /** Whether the cancellation may count against the seller; the consequences are agreed outside the API (seed 3.2). */
  readonly canBePenalty: boolean;
  /** `remark` and `canceledBy` are free text; they are erased together with the customer. */
  readonly remark?: string;
  readonly canceledBy?: string;
  readonly at: number;
}

/** A returned item (decisions 5); dates are epoch ms. */
export interface DevolutionItem {
  readonly itemId: number;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly exchangeProcessCode: string;
  readonly devolutionData: number;
  readonly checkInData?: number;
  readonly devolutionExchangeStatus: string;
  readonly totalGrossCents: number;
}

/** The amount paid through one payment institution (seed 2.4). */
export interface Payment {
  /** CNPJ of the institution, 14 positions. */
  readonly registrationNumber: string;
  readonly cents: number;
}

/** A move that happens automatically at a marketplace time in epoch ms. */
export interface DueMove {
  readonly move: OrderMoveName;
  readonly at: number;
}

/** A stored shipping of an order. */
export interface ShippingRecord {
  readonly shippingCode: number;
  readonly status: OrderStatus;
  /** Time when the shipping reached this status, epoch ms. */
  readonly statusAt: number;
  readonly platformId: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly country: string;
  readonly freightCents: number;
  readonly deliveryDays: number;
  /** Estimated delivery, epoch ms. */
  readonly estimateAt: number;
  /** Whether the fulfilment operator invoices, ships and delivers the shipping. */
  readonly fulfillment: boolean;
  readonly transport: Transport;
  readonly invoice: OrderInvoice | undefined;
  readonly cancellation: Cancellation | undefined;
  readonly items: readonly OrderItem[];
  /** Id of the shipping's first item. The ids of its other items count up from this id. */
  readonly firstItemId: number;
  /** Numbers of the exchange orders that replace items of this shipping. */
  readonly exchangeOrders: readonly string[];
  readonly due: DueMove | undefined;
}

/** The seller as the legal entity that invoices (seed 2.5 sender). */
export interface Supplier {
  readonly sellerId: number;
  readonly name: string;
  readonly cnpj: string | undefined;
  readonly legalName: string | undefined;
}

/** The part of an order that every view shows, lists included. Amounts are whole cents, dates epoch ms. */
export interface OrderSummary {
  readonly orderNumber: string;
  readonly orderType: OrderType;
  readonly originNumber: string | undefined;
  /** The status of the order's least advanced shipping that is not canceled; `canceled` if all are. */
  readonly status: OrderStatus;
  /** `businessUnit` is the store's code, `originSite` its name. */
  readonly businessUnit: string;
  readonly originSite: string;
  readonly orderDate: number;
  readonly paymentDate: number | undefined;
  readonly agreedDate: number | undefined;
  readonly totalQuantity: number;
  readonly grossCents: number;
  readonly commissionCents: number;
  readonly discountCents: number;
  readonly freightCents: number;
  readonly netCents: number;
  readonly payments: readonly Payment[];
  readonly devolutionRequested: boolean;
  readonly exchangeRequested: boolean;
}

/** A stored order with its shippings. */
export interface OrderRecord extends OrderSummary {
  readonly supplier: Supplier;
  /** Position among the seller's orders by creation, from 0. */
  readonly ordinal: number;
  readonly statusAt: number;
  /** The encrypted customer; undefined if it was erased or not loaded. */
  readonly customer: Buffer | undefined;
  readonly forgetCustomerAt: number | undefined;
  readonly devolutions: readonly DevolutionItem[];
  /** Number of the order's version, counted from 1. Each change increases it, and the event of the change contains it. */
  readonly version: number;
  readonly due: DueMove | undefined;
  /** Ordered by shipping code; empty when they were not loaded. */
  readonly shippings: readonly ShippingRecord[];
}

/** Identifies an order. */
export interface OrderKey {
  readonly sellerId: number;
  readonly orderNumber: string;
}
