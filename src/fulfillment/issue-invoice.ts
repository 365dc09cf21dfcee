import { isoDateTime } from "../platform/basics/clock.ts";
import type { Environment } from "../platform/contract/operation.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
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
  /** Undefined when nobody said; then it is not compared. */
  readonly marketplaceCnpj: string | undefined;
  /** So many random decimal digits. */
  readonly digits: (count: number) => string;
}

/**
 * Issues invoices of fulfilment shippings as the operator would: a valid procNFe, checked by the ladder like any other, its key
 * claimed and its document sealed. Only the sandbox makes documents up; in production the operator brings the authorised one.
 */
export const createIssuer =
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
 * Made up, of a marketplace whose CNPJ nobody said. No range of numbers is kept free of companies, those that begin with 9 neither:
 * somebody may have it, so only the sandbox, where nothing is authorised, puts it on invoices.
 */
const SOME_MARKETPLACE = withCnpjDigits("900030010001");
/** Of a seller that has none: made before the sandbox gave everyone one. */
const cnpjOf = (sellerId: number) => fakeCnpj(String(sellerId % 1_000_000).padStart(6, "0"));
/** What SEFAZ's test environment has for a recipient nobody knows. */
const TEST_RECIPIENT = "99999999000191";
/** São Paulo. */
const STATE_CODE = "35";
/** Apart from the series that sellers count for themselves. */
const SERIES = 500;
const MOST_NUMBER = 999_999_999;
const SECOND_MS = 1_000;

/** Its last two digits, as protocol numbers tell it. */
const yearOf = (ms: number) => isoDateTime(ms).slice(2, 4);

function invoiceOf(order: OrderRecord, shipping: ShippingRecord, at: number, context: IssuerContext): InvoiceXmlInput {
  const { environment, keys, marketplaceCnpj, digits } = context;
  const { supplier, orderNumber } = order;
  const customer = order.customer && openCustomer(keys, supplier.sellerId, orderNumber, order.customer);
  const document = normalizeTaxId(customer?.document ?? "");
  // An NF-e tells whole seconds.
  const issuedAtMs = Math.floor(at / SECOND_MS) * SECOND_MS;
  const withCode = (numericCode: string): InvoiceXmlInput => ({
    environment,
    stateCode: STATE_CODE,
    issuer: { cnpj: supplier.cnpj ?? cnpjOf(supplier.sellerId), name: supplier.legalName ?? supplier.name },
    series: SERIES,
    number: 1 + ((shipping.shippingCode - 1) % MOST_NUMBER),
    numericCode,
    issuedAtMs,
    authorizedAtMs: issuedAtMs,
    protocolNumber: `1${STATE_CODE}${yearOf(issuedAtMs)}${digits(10)}`,
    recipient: {
      document: isCpf(document) || isCnpj(document) ? document : TEST_RECIPIENT,
      name: customer?.customerName ?? customer?.tradeName ?? "Consumidor",
    },
    marketplace: { cnpj: marketplaceCnpj ?? SOME_MARKETPLACE, sellerId: String(supplier.sellerId) },
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
    // SEFAZ refuses numeric codes that anybody would guess; chance makes one now and then.
    if (readAccessKey(invoiceKey(invoice)).findings.length === 0) return invoice;
  }
}
