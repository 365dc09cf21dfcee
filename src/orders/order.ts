import type { OrderMoveName, OrderStatus } from "./status.ts";

/** A normal purchase, or what replaces goods that came back (seed 2.4). */
export const ORDER_TYPES = ["Sale", "Exchange"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** One line of a shipping as it was bought. All amounts are whole cents; totals are of the whole quantity. */
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
  /** What is paid for the line: gross - discount + freight. */
  readonly totalNetCents: number;
  /** The marketplace's share of gross - discount. */
  readonly totalCommissionCents: number;
  /** Of an exchange order: id of the item of the original that it goes out for. */
  readonly replaces?: number;
}

/** How a shipping travels (seed 2.5); dates are epoch ms. */
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

/** The invoice on record; dates are epoch ms. `errors` and `validationErrors` are findings that did not refuse it. */
export interface OrderInvoice {
  readonly accessKey?: string;
  readonly number?: string;
  readonly line?: string;
  readonly date: number;
  readonly shipDate?: number;
  /** Packages. */
  readonly volume?: number;
  readonly errors: readonly InvoiceFinding[];
  readonly validationErrors: readonly InvoiceFinding[];
}
/** What is odd about an accepted invoice; its sentence is told in the reader's language. */
export interface InvoiceFinding {
  readonly code: string;
  readonly pointer: string;
  readonly received?: unknown;
  readonly allowed?: unknown;
  readonly suggestions?: readonly string[];
  /** Facts that its sentence names. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Why a shipping was canceled, by whom, when (epoch ms). */
export interface Cancellation {
  /** Of cancellation-reasons.ts when its seller canceled it; otherwise what happened: it expired, was refused, or its customer canceled. */
  readonly cause: { readonly reason: number } | { readonly happened: "expired" | "refused" | "customer" };
  /** Whether it counts against the seller; what follows is agreed outside the interface (seed 3.2). */
  readonly canBePenalty: boolean;
  /** What was said beside the reason, and by whom: free text, forgotten with the customer. */
  readonly remark?: string;
  readonly canceledBy?: string;
  readonly at: number;
}

/** An item that comes back (decisions 5); dates are epoch ms. */
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

/** What was paid through one means (seed 2.4). */
export interface Payment {
  /** 14 positions. */
  readonly registrationNumber: string;
  readonly cents: number;
}

/** When something happens by itself: the move, and the marketplace's time in epoch ms. */
export interface Due {
  readonly move: OrderMoveName;
  readonly at: number;
}

/** One shipping of an order as it is stored. */
export interface ShippingRecord {
  readonly shippingCode: number;
  readonly status: OrderStatus;
  /** Since when, epoch ms. */
  readonly statusAt: number;
  readonly platformId: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly country: string;
  readonly freightCents: number;
  readonly deliveryDays: number;
  /** When it should arrive, epoch ms. */
  readonly estimateAt: number;
  /** Invoiced, shipped and delivered by the fulfilment operator. */
  readonly fulfillment: boolean;
  readonly transport: Transport;
  readonly invoice: OrderInvoice | undefined;
  readonly cancellation: Cancellation | undefined;
  readonly items: readonly OrderItem[];
  /** Ids of the items count from here on. */
  readonly firstItemId: number;
  /** Numbers of the exchange orders that replace something of it. */
  readonly exchangeOrders: readonly string[];
  readonly due: Due | undefined;
}

/** Whoever invoices: the seller as a legal entity (seed 2.5 sender). */
export interface Supplier {
  readonly sellerId: number;
  readonly name: string;
  readonly cnpj: string | undefined;
  readonly legalName: string | undefined;
}

/** What is said of an order wherever it is shown. Amounts are whole cents, dates epoch ms. */
export interface OrderSummary {
  readonly orderNumber: string;
  readonly orderType: OrderType;
  readonly originNumber: string | undefined;
  /** That of its least advanced shipping not canceled. */
  readonly status: OrderStatus;
  /** Code of the store, and its name. */
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

/** An order with its shippings as they are stored. */
export interface OrderRecord extends OrderSummary {
  readonly supplier: Supplier;
  /** Its place in the seller's list, by creation. */
  readonly ordinal: number;
  readonly statusAt: number;
  /** Sealed; undefined once it is forgotten, and where it was not asked for. */
  readonly customer: Buffer | undefined;
  readonly forgetCustomerAt: number | undefined;
  readonly devolutions: readonly DevolutionItem[];
  /** Counts its changes from 1; the event of each carries it. */
  readonly version: number;
  readonly due: Due | undefined;
  /** By shipping code; empty where they were not asked for. */
  readonly shippings: readonly ShippingRecord[];
}

/** Which order of which seller. */
export interface OrderKey {
  readonly sellerId: number;
  readonly orderNumber: string;
}
