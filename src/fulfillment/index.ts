import type { Endpoint, Environment } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { randomDigits } from "../platform/basics/random.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import { readInvoiceFromDocument, type IssueInvoice, type OrdersSlice } from "../orders/index.ts";
import { downloadEndpoints } from "./download-operations.ts";
import { enrolmentEndpoints } from "./product-enrolment-operations.ts";
import { createIssuer } from "./issue-invoice.ts";
import { operatedMoveEndpoints } from "./shipping-operations.ts";

export interface FulfillmentContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly environment: Environment;
  /** The marketplace as invoices name it; empty = it is not compared. */
  readonly marketplaceCnpj: string;
  readonly orders: OrdersSlice;
  readonly issueInvoice: IssueInvoice;
}

/** What the fulfilment operator does: keeps products, invoices, ships and delivers, and hands out its invoices (seed 1, 3.2, 4.3). */
export function openFulfillment({ db, keys, environment, marketplaceCnpj, orders, issueInvoice }: FulfillmentContext): {
  readonly endpoints: readonly Endpoint[];
} {
  return {
    endpoints: [
      ...enrolmentEndpoints(db),
      ...operatedMoveEndpoints({
        orders,
        issueInvoice,
        readInvoiceFromDocument: (danfeXml, order, shipping, at) =>
          readInvoiceFromDocument(danfeXml, order, shipping, { environment, keys, marketplaceCnpj: marketplaceCnpj || undefined, at }),
      }),
      ...downloadEndpoints({ db, keys, orders: orders.orders }),
    ],
  };
}

/** The operator's hand that issues invoices, for whoever moves fulfilment shippings. */
export const openIssuer = ({
  keys,
  environment,
  marketplaceCnpj,
}: Pick<FulfillmentContext, "keys" | "environment" | "marketplaceCnpj">): IssueInvoice =>
  createIssuer({ keys, environment, marketplaceCnpj: marketplaceCnpj || undefined, digits: randomDigits });

export * as fulfillmentContract from "./contract.ts";
export { fulfillmentErrors } from "./errors.ts";
