import { DAY_MS } from "../../platform/basics/index.ts";
import type { Environment } from "../../platform/contract/index.ts";
import type { ShippingRecord } from "../order.ts";
import type { OrderStatus } from "../status.ts";

/** Statuses in which the seller needs the customer for invoicing and shipping. */
const NEEDED: ReadonlySet<OrderStatus> = new Set(["approved", "Invoiced", "shipped", "delivered"]);

/** Facts that decide whether the customer is shown. */
export interface PrivacyContext {
  readonly environment: Environment;
  /** Number of days after delivery in which goods may be exchanged, the exchange window. */
  readonly customerShownDays: number;
  /** Marketplace time, epoch ms. */
  readonly now: number;
}

/**
 * Whether a seller needs to know the customer: from approval until the end of the exchange window after delivery. In the sandbox, sellers
 * also see the customer before approval, because they invent the customers of test orders themselves.
 */
export function needsCustomer({ status, statusAt }: Pick<ShippingRecord, "status" | "statusAt">, facts: PrivacyContext): boolean {
  if (status === "Created") return facts.environment === "sandbox";
  if (!NEEDED.has(status)) return false;
  return status !== "delivered" || facts.now < statusAt + facts.customerShownDays * DAY_MS;
}
