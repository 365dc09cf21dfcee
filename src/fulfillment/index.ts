import type { Endpoint, Environment } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { randomDigits } from "../platform/basics/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import { readInvoiceFromDocument, type IssueInvoice, type OrdersSlice } from "../orders/index.ts";
import { downloadEndpoints } from "./download-operations.ts";
import { enrolmentEndpoints } from "./product-enrolment-operations.ts";
import { createInvoiceIssuer } from "./issue-invoice.ts";
import { fulfillmentShippingEndpoints } from "./shipping-operations.ts";

export interface FulfillmentContext {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly environment: Environment;
  /** The marketplace's CNPJ, which invoices must contain; empty = invoices are not checked for it. */
  readonly marketplaceCnpj: string;
  readonly orders: OrdersSlice;
  readonly issueInvoice: IssueInvoice;
}

/**
 * Endpoints of fulfilment (seed 1, 3.2, 4.3). Operators enrol products and report invoices, shipments and deliveries; sellers download the
 * operator's invoices.
 */
export function openFulfillment({ db, keys, environment, marketplaceCnpj, orders, issueInvoice }: FulfillmentContext): {
  readonly endpoints: readonly Endpoint[];
} {
  return {
    endpoints: [
      ...enrolmentEndpoints(db),
      ...fulfillmentShippingEndpoints({
        orders,
        issueInvoice,
        readInvoiceFromDocument: (danfeXml, order, shipping, at) =>
          readInvoiceFromDocument(danfeXml, order, shipping, { environment, keys, marketplaceCnpj: marketplaceCnpj || undefined, at }),
      }),
      ...downloadEndpoints({ db, keys, orders: orders.orders }),
    ],
  };
}

/** Creates the function that issues the invoice of a fulfilment shipping when the operator has not sent one. */
export const openInvoiceIssuer = ({
  keys,
  environment,
  marketplaceCnpj,
}: Pick<FulfillmentContext, "keys" | "environment" | "marketplaceCnpj">): IssueInvoice =>
  createInvoiceIssuer({ keys, environment, marketplaceCnpj: marketplaceCnpj || undefined, digits: randomDigits });

export * as fulfillmentContract from "./contract.ts";
export { fulfillmentErrors } from "./errors.ts";
