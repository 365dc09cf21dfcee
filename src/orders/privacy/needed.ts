import { DAY_MS } from "../../platform/basics/clock.ts";
import type { Environment } from "../../platform/contract/operation.ts";
import type { ShippingRecord } from "../order.ts";
import type { OrderStatus } from "../status.ts";

/** The states in which a seller invoices and sends to whoever bought. */
const NEEDED: ReadonlySet<OrderStatus> = new Set(["approved", "Invoiced", "shipped", "delivered"]);

/** Where and when a need is judged. */
export interface PrivacyContext {
  readonly environment: Environment;
  /** How long after delivery goods may be exchanged. */
  readonly customerShownDays: number;
  /** Marketplace time, epoch ms. */
  readonly now: number;
}

/**
 * Whether a seller needs to know who bought (domain 8): from approval until the exchange window after delivery has passed.
 * In the sandbox the test orders' customers are shown before approval too, to whoever made them up.
 */
export function needsCustomer({ status, statusAt }: Pick<ShippingRecord, "status" | "statusAt">, facts: PrivacyContext): boolean {
  if (status === "Created") return facts.environment === "sandbox";
  if (!NEEDED.has(status)) return false;
  return status !== "delivered" || facts.now < statusAt + facts.customerShownDays * DAY_MS;
}
