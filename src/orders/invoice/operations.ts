import {
  compileSchemaCheck,
  type Endpoint,
  endpoint,
  type Failure,
  hasPersonalData,
  maskFailure,
  object,
  Refusal,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { inflateEntry } from "../../platform/archive/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import { blockedBy } from "../actions.ts";
import type { OrderStore } from "../change.ts";
import { InvoicingBody, type InvoicingRequest } from "./body.ts";
import * as contract from "./contract.ts";
import { createAccessKeyLookup } from "./access-key-lookup.ts";
import { getDocument } from "./queries.ts";
import { documentSealContext, readInvoicing, type InvoicingFacts } from "./read-request.ts";
import { moveErrors } from "../move-errors.ts";
import { refuseUnknownShipping } from "../move.ts";
import { invoiceDryRunView } from "./dry-run-view.ts";

export interface InvoicesContext extends Omit<InvoicingFacts, "at"> {
  readonly db: Pick<Database, "run">;
  readonly orders: OrderStore;
}

/** Endpoints for invoices that are not moves: the stored document, and the dry run of an invoicing. */
export function invoiceEndpoints(context: InvoicesContext): readonly Endpoint[] {
  const { db, orders, keys, environment } = context;
  const findKeyUse = createAccessKeyLookup(db);

  /** Finds the order and the shipping of a call. Refuses an unknown order number or shipping code. */
  const find = async ({ who, path }: Pick<SellerCall<typeof contract.getInvoiceDocument>, "who" | "path">) => {
    const order = await orders.read({ sellerId: who.sellerId, orderNumber: path.orderNumber });
    if (order instanceof Refusal) return order;
    const shipping = order.shippings.find(({ shippingCode }) => shippingCode === path.shippingCode);
    return shipping ? { order, shipping } : refuseUnknownShipping(order, path.shippingCode);
  };

  return [
    endpoint(contract.getInvoiceDocument, async (call: SellerCall<typeof contract.getInvoiceDocument>) => {
      const found = await find(call);
      if (found instanceof Refusal) return found;
      const { sellerId } = call.who;
      const { orderNumber } = found.order;
      const { shippingCode } = found.shipping;
      const [row] = await db.run([sellerId], getDocument, [sellerId, orderNumber, shippingCode]);
      if (!row) return moveErrors.refuse("invoice_document_unknown", { pointer: "path.shippingCode", received: shippingCode });
      const deflated = keys.open(row.document, documentSealContext(sellerId, orderNumber, shippingCode));
      const xml = await inflateEntry({ deflated, crc32: row.crc32, size: row.size_bytes });
      const headers = { "content-disposition": `attachment; filename="${row.access_key}-procNFe.xml"` };
      return { status: 200, headers, stream: singleChunk(xml) };
    }),
    endpoint(
      contract.validateInvoice,
      async (call: SellerCall<typeof contract.validateInvoice>) => {
        const found = await find(call);
        if (found instanceof Refusal) return found;
        const { order, shipping } = found;
        const blocked = blockedBy("invoice", order, shipping, { mover: "seller", environment });
        // If the body failed its schema, only its readable parts are present.
        const body: InvoicingRequest = call.body ?? {};
        const bodyFailures = [...missingIssueDate(body, call.bodyFailures), ...call.bodyFailures];
        const parsed = readInvoicing(body, order, shipping, { ...context, at: call.at });
        const taken = await findKeyUse(parsed.key, { sellerId: call.who.sellerId, orderNumber: order.orderNumber });
        const failures: readonly Failure[] = [...(blocked ? [blocked] : []), ...bodyFailures, ...parsed.failures, ...taken];
        const view = (shown: readonly Failure[]) => invoiceDryRunView(shown, parsed, call.lang);
        const kept = failures.some(hasPersonalData) ? { kept: JSON.stringify(view(failures.map(maskFailure))) } : {};
        return { status: 200, body: view(failures), ...kept };
      },
      { bodyFailures: "handler's" },
    ),
  ];
}

/** Failure of an invoicing without an issue date. The dry run of a file needs no issue date. */
const ISSUE_DATE_MISSING = compileSchemaCheck(object({ issueDate: InvoicingBody.properties.issueDate }))({}).failures;

/** JSON pointers of fields. If one of these fields has a failure, a missing issue date is not reported in addition. */
const COVERS_ISSUE_DATE: readonly string[] = ["", "/issueDate", "/danfeFile"];
const missingIssueDate = ({ issueDate, danfeFile }: InvoicingRequest, bodyFailures: readonly Failure[]): readonly Failure[] =>
  issueDate !== undefined || danfeFile !== undefined || bodyFailures.some(({ pointer }) => COVERS_ISSUE_DATE.includes(pointer))
    ? []
    : ISSUE_DATE_MISSING;

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
