import { crc32, deflateRawSync } from "node:zlib";
import type { Environment } from "../platform/contract.ts";
import { Refusal } from "../platform/errors.ts";
import type { KeyRing } from "../platform/key-ring.ts";
import { openCustomer } from "./customer.ts";
import type { InvoicingRequest } from "./invoice/body.ts";
import { checkInvoice } from "./invoice/check.ts";
import { invoiceErrors } from "./invoice/errors.ts";
import { readInvoiceDocument } from "./invoice-document.ts";
import type { MoveReading } from "./move-readings.ts";
import type { InvoiceClaim, SealedDocument } from "./move.ts";
import type { OrderInvoice, OrderRecord, ShippingRecord } from "./order.ts";
import { readVolume } from "./volume.ts";

/** What an invoicing request is judged with. */
export interface InvoicingFacts {
  readonly environment: Environment;
  readonly keys: KeyRing;
  readonly marketplaceCnpj: string | undefined;
  /** Marketplace time, epoch ms. */
  readonly at: number;
}

/** Where a document belongs: it opens there only. */
export const documentPlace = (sellerId: number, orderNumber: string, shippingCode: number) =>
  ["invoice_documents.document", sellerId, orderNumber, shippingCode] as const;

/** An invoice for a shipping (seed 2.6, 4.3 rules 1 and 4): everything wrong with it, or the invoice, its key and its document. */
export function readInvoicing(request: InvoicingRequest, order: OrderRecord, shipping: ShippingRecord, facts: InvoicingFacts): MoveReading {
  const { supplier, orderNumber, customer } = order;
  const verdict = checkInvoice(request, {
    environment: facts.environment,
    sellerCnpj: supplier.cnpj,
    totalCents: shipping.items.reduce((total, { totalNetCents }) => total + totalNetCents, 0),
    // Only a document says who the customer is.
    customerDocument:
      request.danfeXml === undefined || !customer ? undefined : openCustomer(facts.keys, supplier.sellerId, orderNumber, customer).document,
    marketplaceCnpj: facts.marketplaceCnpj,
    now: facts.at,
  });
  const read = readVolume(request.volume, { ...shipping.transport, platformId: shipping.platformId });
  const failures = [...verdict.failures, ...("failure" in read ? [read.failure] : [])];
  const { accessKey, document, errors, validationErrors } = verdict;
  const { issueDate, number = document?.written.number, line = document?.written.series } = request;
  if (failures.length > 0 || issueDate === undefined || "failure" in read) return { failures, patch: {} };
  const invoice: OrderInvoice = {
    ...(accessKey === undefined ? {} : { accessKey }),
    ...(number === undefined ? {} : { number }),
    ...(line === undefined ? {} : { line }),
    date: issueDate,
    ...(read.volume === undefined ? {} : { volume: read.volume }),
    errors,
    validationErrors,
  };
  return {
    failures: [],
    patch: { invoice },
    ...(accessKey === undefined ? {} : { claim: claimOf(accessKey, request, order, shipping, facts) }),
  };
}

/** Issues the invoice of a fulfilment shipping, or says why it cannot, at a marketplace time in epoch ms. Asked again it issues another. */
export type IssueInvoice = (order: OrderRecord, shipping: ShippingRecord, at: number) => MoveReading;

/** An invoice of which there is nothing but its document: everything else is read there. */
export function readDocument(danfeXml: string, order: OrderRecord, shipping: ShippingRecord, facts: InvoicingFacts): MoveReading {
  const { document } = readInvoiceDocument(danfeXml);
  const issueDate = document?.issuedAtMs ?? facts.at;
  return readInvoicing({ issueDate, danfeXml }, order, shipping, facts);
}

function claimOf(
  accessKey: string,
  { key, danfeXml }: InvoicingRequest,
  { supplier, orderNumber }: OrderRecord,
  { shippingCode }: ShippingRecord,
  { keys }: InvoicingFacts,
): InvoiceClaim {
  const taken = new Refusal([
    invoiceErrors.failure("access_key_used", { pointer: key === undefined ? "/danfeXml" : "/key", received: accessKey }),
  ]);
  const document = danfeXml === undefined ? undefined : sealed(danfeXml, keys, documentPlace(supplier.sellerId, orderNumber, shippingCode));
  return { shippingCode, accessKey, taken, ...(document ? { document } : {}) };
}

/** A document as archives take it: deflated once, now (performance 9). */
function sealed(xml: string, keys: KeyRing, place: ReturnType<typeof documentPlace>): SealedDocument {
  const bytes = Buffer.from(xml, "utf8");
  return { document: keys.seal(deflateRawSync(bytes), place), crc32: crc32(bytes), sizeBytes: bytes.length };
}
