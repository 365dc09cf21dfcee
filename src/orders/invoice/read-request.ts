import { crc32, deflateRawSync } from "node:zlib";
import type { Environment } from "../../platform/contract/operation.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";
import { openCustomer } from "../customer.ts";
import type { InvoicingRequest } from "./body.ts";
import { checkInvoice, type InvoiceVerdict } from "./check.ts";
import { encodedAsDeclared } from "./encodings.ts";
import { invoiceErrors } from "./errors.ts";
import type { MoveInput } from "../move-inputs.ts";
import type { InvoiceRegistration, InvoiceKey, SealedDocument } from "../move.ts";
import type { OrderInvoice, OrderRecord, ShippingRecord } from "../order.ts";
import { readVolume } from "../volume.ts";

/** What an invoicing request is judged with. */
export interface InvoicingFacts {
  readonly environment: Environment;
  readonly keys: KeyRing;
  readonly marketplaceCnpj: string | undefined;
  /** What is sent is nothing but a document, and the issue date is read there. */
  readonly isDatedByDocument?: boolean;
  /** Marketplace time, epoch ms. */
  readonly at: number;
}

/** Where a document belongs: it opens there only. */
export const documentSealContext = (sellerId: number, orderNumber: string, shippingCode: number) =>
  ["invoice_documents.document", sellerId, orderNumber, shippingCode] as const;

/** What an invoicing request says of a shipping, and what is noted on its invoice, whether or not it is refused. */
export interface InvoicingReading extends MoveInput, Pick<InvoiceVerdict, "errors" | "validationErrors" | "file"> {}

/** An invoice for a shipping (seed 2.6, 4.3 rules 1 and 4): everything wrong with it, or the invoice, its key and its document. */
export function readInvoicing(
  request: InvoicingRequest,
  order: OrderRecord,
  shipping: ShippingRecord,
  facts: InvoicingFacts,
): InvoicingReading {
  const { supplier, orderNumber, customer } = order;
  const verdict = checkInvoice(request, {
    environment: facts.environment,
    sellerCnpj: supplier.cnpj,
    totalCents: shipping.items.reduce((total, { totalNetCents }) => total + totalNetCents, 0),
    // Only a document says who the customer is.
    customerDocument:
      !customer || (request.danfeXml ?? request.danfeFile) === undefined
        ? undefined
        : openCustomer(facts.keys, supplier.sellerId, orderNumber, customer).document,
    marketplaceCnpj: facts.marketplaceCnpj,
    now: facts.at,
    ...(facts.isDatedByDocument && { isDatedByDocument: true }),
  });
  const read = readVolume(request.volume, { ...shipping.transport, platformId: shipping.platformId });
  const failures = [...verdict.failures, ...("failure" in read ? [read.failure] : [])];
  const { accessKey, document, errors, validationErrors, file } = verdict;
  const key = accessKey === undefined ? undefined : keyOf(accessKey, request);
  const found = { failures, errors, validationErrors, ...(file && { file }), ...(key && { key }) };
  const { issueDate = facts.isDatedByDocument ? document?.issuedAtMs : undefined } = request;
  if (failures.length > 0 || issueDate === undefined || "failure" in read) return { ...found, patch: {} };
  const { number = document?.written.number, line = document?.written.series } = request;
  const invoice: OrderInvoice = {
    ...(accessKey === undefined ? {} : { accessKey }),
    ...(number === undefined ? {} : { number }),
    ...(line === undefined ? {} : { line }),
    date: issueDate,
    ...(read.volume === undefined ? {} : { volume: read.volume }),
    errors,
    validationErrors,
  };
  return { ...found, patch: { invoice }, ...(key && { registration: registrationOf(key, request, order, shipping, facts) }) };
}

/** Issues the invoice of a fulfilment shipping, or says why it cannot, at a marketplace time in epoch ms. Asked again it issues another. */
export type IssueInvoice = (order: OrderRecord, shipping: ShippingRecord, at: number) => MoveInput;

/** An invoice of which there is nothing but its document: everything else is read there. */
export const readInvoiceFromDocument = (danfeXml: string, order: OrderRecord, shipping: ShippingRecord, facts: InvoicingFacts): MoveInput =>
  readInvoicing({ danfeXml }, order, shipping, { ...facts, isDatedByDocument: true });

const keyOf = (accessKey: string, { key }: InvoicingRequest): InvoiceKey => ({
  accessKey,
  takenRefusal: new Refusal([
    invoiceErrors.failure("access_key_used", { pointer: key === undefined ? "/danfeXml" : "/key", received: accessKey }),
  ]),
});

function registrationOf(
  key: InvoiceKey,
  { danfeXml }: InvoicingRequest,
  { supplier, orderNumber }: OrderRecord,
  { shippingCode }: ShippingRecord,
  { keys }: InvoicingFacts,
): InvoiceRegistration {
  const document =
    danfeXml === undefined ? undefined : sealed(danfeXml, keys, documentSealContext(supplier.sellerId, orderNumber, shippingCode));
  return { shippingCode, ...key, ...(document ? { document } : {}) };
}

/** A document as archives take it: deflated once, now (performance 9). */
function sealed(xml: string, keys: KeyRing, place: ReturnType<typeof documentSealContext>): SealedDocument {
  const bytes = encodedAsDeclared(xml);
  return { document: keys.seal(deflateRawSync(bytes), place), crc32: crc32(bytes), sizeBytes: bytes.length };
}
