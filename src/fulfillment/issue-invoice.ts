import { isoDateTime } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import {
  fakeCnpj,
  invoiceKey,
  generateInvoiceXml,
  isCnpj,
  isCpf,
  type InvoiceXmlInput,
  type IssueInvoice,
  openCustomer,
  type OrderRecord,
  normalizeTaxId,
  readAccessKey,
  readInvoicing,
  type ShippingRecord,
  withCnpjDigits,
} from "../orders/index.ts";
import { fulfillmentErrors } from "./errors.ts";

export interface IssuerContext {
  readonly environment: Environment;
  readonly keys: KeyRing;
  /** The marketplace's CNPJ; undefined = not configured, so invoices are not checked for it. */
  readonly marketplaceCnpj: string | undefined;
  /** Returns `count` random decimal digits. */
  readonly digits: (count: number) => string;
}

/**
 * Creates the function that issues invoices for fulfilment shippings, as the operator would. Each invoice is a procNFe with a placeholder
 * signature, and passes every invoice check of this marketplace. The function returns it with its access key and its encrypted document,
 * which the caller writes. Only the sandbox invents invoices. In production the operator must send the authorised document, so the function
 * returns a failure.
 */
export const createInvoiceIssuer =
  (context: IssuerContext): IssueInvoice =>
  (order, shipping, at) => {
    const { environment, keys, marketplaceCnpj } = context;
    if (environment === "production") return { failures: [fulfillmentErrors.failure("invoice_document_missing")], patch: {} };
    const invoice = invoiceOf(order, shipping, at, context);
    const request = {
      issueDate: invoice.issuedAtMs,
      key: invoiceKey(invoice),
      line: String(invoice.series),
      number: String(invoice.number),
      danfeXml: generateInvoiceXml(invoice),
    };
    return readInvoicing(request, order, shipping, { environment, keys, marketplaceCnpj, at });
  };

/**
 * An invented CNPJ, used when no marketplace CNPJ is configured. No range of CNPJs is reserved for tests, so a real company may have this
 * CNPJ. Only the sandbox writes it on invoices, and no invoice of the sandbox is authorised.
 */
const INVENTED_MARKETPLACE_CNPJ = withCnpjDigits("900030010001");
/** An invented CNPJ for a seller without one. Early versions of the sandbox created sellers without a CNPJ. */
const inventedSellerCnpj = (sellerId: number) => fakeCnpj(String(sellerId % 1_000_000).padStart(6, "0"));
/** The CNPJ that SEFAZ's test environment uses for an unknown recipient. */
const TEST_RECIPIENT = "99999999000191";
/** The state code of São Paulo. */
const STATE_CODE = "35";
/** The series of the operator's invoices. It is separate from the series that sellers use, so invoice numbers do not collide. */
const SERIES = 500;
const MAX_INVOICE_NUMBER = 999_999_999;
const SECOND_MS = 1_000;

/** The last two digits of the year, used in protocol numbers. */
const twoDigitYear = (ms: number) => isoDateTime(ms).slice(2, 4);

function invoiceOf(order: OrderRecord, shipping: ShippingRecord, at: number, context: IssuerContext): InvoiceXmlInput {
  const { environment, keys, marketplaceCnpj, digits } = context;
  const { supplier, orderNumber } = order;
  const customer = order.customer && openCustomer(keys, supplier.sellerId, orderNumber, order.customer);
  const document = normalizeTaxId(customer?.document ?? "");
  // The times of an NF-e are in whole seconds.
  const issuedAtMs = Math.floor(at / SECOND_MS) * SECOND_MS;
  const withCode = (numericCode: string): InvoiceXmlInput => ({
    environment,
    stateCode: STATE_CODE,
    issuer: { cnpj: supplier.cnpj ?? inventedSellerCnpj(supplier.sellerId), name: supplier.legalName ?? supplier.name },
    series: SERIES,
    number: 1 + ((shipping.shippingCode - 1) % MAX_INVOICE_NUMBER),
    numericCode,
    issuedAtMs,
    authorizedAtMs: issuedAtMs,
    protocolNumber: `1${STATE_CODE}${twoDigitYear(issuedAtMs)}${digits(10)}`,
    recipient: {
      document: isCpf(document) || isCnpj(document) ? document : TEST_RECIPIENT,
      name: customer?.customerName ?? customer?.tradeName ?? "Consumidor",
    },
    marketplace: { cnpj: marketplaceCnpj ?? INVENTED_MARKETPLACE_CNPJ, sellerId: String(supplier.sellerId) },
    lines: shipping.items.map((item) => ({
      sku: item.sku,
      name: item.name,
      quantity: item.quantity,
      unitCents: item.grossUnitCents,
      discountCents: item.totalDiscountCents,
    })),
    freightCents: shipping.items.reduce((sum, { totalFreightCents }) => sum + totalFreightCents, 0),
    packages: 1,
  });
  for (;;) {
    const invoice = withCode(digits(8));
    // SEFAZ refuses easily guessed numeric codes, and random digits sometimes form one.
    if (readAccessKey(invoiceKey(invoice)).findings.length === 0) return invoice;
  }
}
