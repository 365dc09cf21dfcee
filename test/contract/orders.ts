import type { Operation } from "../../src/platform/contract.ts";
import type { Client, Reply, Seller } from "../harness.ts";
import { boughtIn, type Bought } from "../orders/goods.ts";
import { bodyOf, INVOICE } from "../orders/invoices.ts";

/** Who makes orders, and of what. */
export interface Trade {
  readonly seller: Seller;
  readonly admin: Client;
  /** A sku on sale, without end. */
  readonly sku: string;
}

/** What has happened to an order that an operation has something to succeed with. */
type Stage =
  | "created"
  | "approved"
  | "invoiced"
  | "shipped"
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

let invoices = 0;
/** An invoice with a document, for any order: what it gets wrong of the order is noted, not refused. */
const invoice = () => bodyOf({ ...INVOICE, number: 70_000 + (invoices += 1) });
const shipment = { carrier: "Correios", trackingNumber: "AA123456785BR" };
const reason = { reason: "Conferência" };

const must = (reply: Reply) => {
  if (reply.status >= 300) throw new Error(`the stage is not set: ${reply.status} ${reply.text}`);
  return reply;
};

/** An order for an operation: fresh, so that nobody used it up. */
export async function orderFor({ seller, admin, sku }: Trade, { id }: Pick<Operation, "id">): Promise<Bought> {
  const stage = STAGES[id] ?? "approved";
  const operated = stage.startsWith("operated");
  const shippings = [{ items: [{ sku }], ...(operated ? { platformId: "PARTNER_ENTREGAS" } : {}) }];
  const { sellerId } = seller;
  const order = boughtIn(await admin.post("/operator/v1/orders", { sellerId, shippings, paid: stage !== "created" }));
  const desk = `/operator/v1/sellers/${sellerId}/orders/${order.orderNumber}`;
  const shipping = `${desk}/shippings/${order.shippingCodes[0]}`;
  const put = async (word: string, body: object) => must(await seller.put(order.path(`status/${word}`), body));
  const post = async (path: string, body: object = {}) => must(await admin.post(path, body));
  const steps: Readonly<Record<Stage, readonly (() => Promise<unknown>)[]>> = {
    created: [],
    approved: [],
    invoiced: [() => put("invoiced", invoice())],
    shipped: [() => put("invoiced", invoice()), () => put("shipped", shipment)],
    frozen: [() => post(`${desk}/freeze`, reason)],
    exchanged: [() => put("invoiced", invoice()), () => put("shipped", shipment), () => post(`${desk}/exchange`)],
    operated: [],
    "operated invoiced": [() => post(`${shipping}/invoice`)],
    "operated shipped": [() => post(`${shipping}/invoice`), () => post(`${shipping}/ship`, { trackingNumber: "PE-1" })],
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
