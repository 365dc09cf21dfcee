import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import type { Environment, Operation } from "../../src/platform/contract/operation.ts";
import type { Client, Reply, Seller } from "../harness.ts";
import { boughtIn, type Bought } from "../orders/goods.ts";
import { bodyOf, INVOICE } from "../orders/invoices.ts";

/** Who makes orders, and of what. */
export interface Trade {
  readonly seller: Seller;
  readonly admin: Client;
  /** A sku on sale, without end. */
  readonly sku: string;
  readonly environment: Environment;
  /** When invoices are issued, epoch ms; absent = when those of the tests are. */
  readonly issuedAtMs?: number;
}

/** What has happened to an order that an operation has something to succeed with. */
export type Stage =
  | "created"
  | "approved"
  | "invoiced"
  | "shipped"
  | "delivered"
  | "canceled"
  | "frozen"
  | "exchanged"
  | "operated"
  | "operated invoiced"
  | "operated shipped"
  | "seen";

/** Where each operation finds its order; all others find it approved. */
const STAGES: Readonly<Record<string, Stage>> = {
  putApproved: "created",
  approvePayment: "created",
  putShipped: "invoiced",
  putDelivered: "shipped",
  getInvoiceDocument: "invoiced",
  releaseOrder: "frozen",
  refuseOrder: "frozen",
  exchangeOrder: "shipped",
  checkInOrder: "exchanged",
  postCheckIn: "exchanged",
  invoiceShipping: "operated",
  shipShipping: "operated invoiced",
  deliverShipping: "operated shipped",
  downloadOrderInvoices: "operated invoiced",
  listAccesses: "seen",
};

/** Who buys; in the sandbox nobody need be named. */
export const CUSTOMER = { customerName: "Ana Souza", document: "52998224725" };
/** What a unit on sale costs. */
const UNIT_CENTS = 14_990;

let invoices = 0;
/** An invoice of an order for one unit, which either environment takes. */
const invoiceOf = ({ sku, environment, issuedAtMs = INVOICE.issuedAtMs }: Trade) => ({
  ...INVOICE,
  environment,
  issuedAtMs,
  authorizedAtMs: issuedAtMs + 5_000,
  number: 70_000 + (invoices += 1),
  recipient: { document: CUSTOMER.document, name: CUSTOMER.customerName },
  lines: [{ sku, name: "Viseira", quantity: 1, unitCents: UNIT_CENTS }],
  freightCents: 0,
});
/** The authorised document of such an invoice. */
export const documentOf = (trade: Trade): string => generateInvoiceXml(invoiceOf(trade));

const shipment = { carrier: "Correios", trackingNumber: "AA123456785BR" };
const reason = { reason: "Conferência" };

const must = (reply: Reply) => {
  if (reply.status >= 300) throw new Error(`the stage is not set: ${reply.status} ${reply.text}`);
  return reply;
};

/** An order for an operation: fresh, so that nobody used it up. */
export const orderFor = (trade: Trade, { id }: Pick<Operation, "id">): Promise<Bought> => orderAt(trade, STAGES[id] ?? "approved");

/** A fresh order to which so much has happened. */
export async function orderAt(trade: Trade, stage: Stage): Promise<Bought> {
  const { seller, admin, sku } = trade;
  const isOperated = stage.startsWith("operated");
  const shippings = [{ items: [{ sku }], ...(isOperated ? { platformId: "PARTNER_ENTREGAS" } : {}) }];
  const { sellerId } = seller;
  const order = boughtIn(await admin.post("/operator/v1/orders", { sellerId, shippings, customer: CUSTOMER, paid: stage !== "created" }));
  const desk = `/operator/v1/sellers/${sellerId}/orders/${order.orderNumber}`;
  const shipping = `${desk}/shippings/${order.shippingCodes[0]}`;
  const put = async (word: string, body: object) => must(await seller.put(order.path(`status/${word}`), body));
  const post = async (path: string, body: object = {}) => must(await admin.post(path, body));
  const invoice = () => put("invoiced", bodyOf(invoiceOf(trade)));
  const ship = () => put("shipped", shipment);
  const operated = () => post(`${shipping}/invoice`, { danfeXml: documentOf(trade) });
  const steps: Readonly<Record<Stage, readonly (() => Promise<unknown>)[]>> = {
    created: [],
    approved: [],
    invoiced: [invoice],
    shipped: [invoice, ship],
    delivered: [invoice, ship, () => put("delivered", {})],
    canceled: [() => put("canceled", { reasonCancellationCode: 5 })],
    frozen: [() => post(`${desk}/freeze`, reason)],
    exchanged: [invoice, ship, () => post(`${desk}/exchange`)],
    operated: [],
    "operated invoiced": [operated],
    "operated shipped": [operated, () => post(`${shipping}/ship`, { trackingNumber: "PE-1" })],
    seen: [() => post(`${desk}/reveal`, reason)],
  };
  for (const step of steps[stage]) await step();
  return stage === "exchanged" ? { ...order, orderNumber: `${order.orderNumber}T` } : order;
}

/** Queries without which an operation refuses; and those that find nothing. */
export const PERIOD = {
  query: "?from=2026-11-01T00:00:00&until=2026-11-30T00:00:00",
  nothing: "?from=2020-01-01T00:00:00&until=2020-01-02T00:00:00",
};
