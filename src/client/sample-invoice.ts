import { SETTINGS } from "../config.ts";
import { isoDateTime, randomDigits } from "../platform/basics/index.ts";
import { fakeCnpj, invoiceKey, generateInvoiceXml, type InvoiceXmlInput } from "../orders/index.ts";

/** The fields of a created order that an invoice needs. */
export interface CreatedOrder {
  readonly orderNumber: string;
  /** Epoch ms of the marketplace's clock. */
  readonly orderDate: number;
  readonly shippings: readonly CreatedShipping[];
}
interface CreatedShipping {
  readonly shippingCode: number;
  readonly freightAmount: number;
  readonly items: readonly CreatedItem[];
  readonly customer: { readonly document: string; readonly customerName: string };
  readonly sender: { readonly supplierCnpj?: string; readonly sellerCode: number; readonly supplierName: string };
}
interface CreatedItem {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly grossUnitValue: number;
  readonly discountUnitValue: number;
}

const cents = (amount: number) => Math.round(amount * 100);

/** IBGE code of São Paulo. */
const STATE_CODE = "35";
const SERIES = 1;

/** A body of PUT .../status/invoiced for the first shipping of an order. Its XML passes every check of the sandbox. */
export function sampleInvoicing({ orderDate, shippings: [shipping] }: CreatedOrder, number: number): object {
  const { items, customer, sender, freightAmount } = shipping!;
  const invoice: InvoiceXmlInput = {
    environment: "sandbox",
    stateCode: STATE_CODE,
    // The invoice of a seller without a CNPJ may have any CNPJ.
    issuer: { cnpj: sender.supplierCnpj ?? fakeCnpj(randomDigits(6)), name: sender.supplierName },
    series: SERIES,
    number,
    numericCode: randomDigits(8),
    issuedAtMs: orderDate,
    authorizedAtMs: orderDate,
    protocolNumber: randomDigits(15),
    recipient: { document: customer.document, name: customer.customerName },
    marketplace: { cnpj: SETTINGS.marketplaceCnpj.fallback("sandbox"), sellerId: String(sender.sellerCode) },
    lines: items.map(({ sku, name, quantity, grossUnitValue, discountUnitValue }) => ({
      sku,
      name,
      quantity,
      unitCents: cents(grossUnitValue),
      discountCents: cents(discountUnitValue) * quantity,
    })),
    freightCents: cents(freightAmount),
    packages: 1,
  };
  return {
    issueDate: isoDateTime(invoice.issuedAtMs),
    key: invoiceKey(invoice),
    line: String(SERIES),
    number: String(number),
    danfeXml: generateInvoiceXml(invoice),
  };
}
