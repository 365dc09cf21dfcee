import type { schemas } from "../../api/generated/index.ts";
import type { Shipping } from "./queries.ts";

/** What both ways of invoicing get. */
export interface InvoiceFormProps {
  readonly orderNumber: string;
  readonly shipping: Shipping;
  /** Where the drafts are kept. */
  readonly draft: string;
  /** Invoices, or throws the refusal. */
  readonly invoice: (body: schemas["v1"]["InvoicingBody"]) => Promise<void>;
}
