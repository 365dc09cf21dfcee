import { crc32, deflateRawSync } from "node:zlib";
import { type Environment, Refusal } from "../../platform/contract/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import { openCustomer } from "../customer.ts";
import type { InvoicingRequest } from "./body.ts";
import { checkInvoice, type InvoiceVerdict } from "./check.ts";
import { encodeAsDeclared } from "./encodings.ts";
import { invoiceErrors } from "./errors.ts";
import type { MoveInput } from "../move-inputs.ts";
import type { InvoiceRegistration, InvoiceKey, SealedDocument } from "../move.ts";
import type { OrderInvoice, OrderRecord, ShippingRecord } from "../order.ts";
import { readVolume } from "../volume.ts";

/** Data to check an invoicing request against. */
export interface InvoicingFacts {
  readonly environment: Environment;
  readonly keys: KeyRing;
  readonly marketplaceCnpj: string | undefined;
  /** Set if only the document was sent. The issue date in the document is then used. */
  readonly isDatedByDocument?: boolean;
  /** Marketplace time, epoch ms. */
  readonly at: number;
}

/** The associated data of a document's encryption. The document can be decrypted only for the same shipping. */
export const documentSealContext = (sellerId: number, orderNumber: string, shippingCode: number) =>
  ["invoice_documents.document", sellerId, orderNumber, shippingCode] as const;

/** Input of the invoicing move, and the findings to note on the invoice. The findings are present even if the request is refused. */
export interface InvoicingInput extends MoveInput, Pick<InvoiceVerdict, "errors" | "validationErrors" | "file"> {}

/** Reads an invoicing request (seed 2.6, 4.3 rules 1 and 4). Returns all failures, or the invoice with its key and document. */
export function readInvoicing(
  request: InvoicingRequest,
  order: OrderRecord,
  shipping: ShippingRecord,
  facts: InvoicingFacts,
): InvoicingInput {
  const { supplier, orderNumber, customer } = order;
  const verdict = checkInvoice(request, {
    environment: facts.environment,
    sellerCnpj: supplier.cnpj,
    totalCents: shipping.items.reduce((total, { totalNetCents }) => total + totalNetCents, 0),
    // The customer is decrypted only if there is an invoice document to compare it with.
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

/** Issues an invoice for a fulfilment shipping, or reports why that is not possible; `at` is epoch ms. Each call issues a new invoice. */
export type IssueInvoice = (order: OrderRecord, shipping: ShippingRecord, at: number) => MoveInput;

/** Reads an invoice of which only the document was sent. Number, series and issue date come from the document. */
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

/** Compresses a document in the form that archives need, so that it is compressed only once. Then encrypts it. */
function sealed(xml: string, keys: KeyRing, place: ReturnType<typeof documentSealContext>): SealedDocument {
  const bytes = encodeAsDeclared(xml);
  return { document: keys.seal(deflateRawSync(bytes), place), crc32: crc32(bytes), sizeBytes: bytes.length };
}
