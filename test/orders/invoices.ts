import { createHash } from "node:crypto";
import { accessKeyCheckDigit } from "../../src/orders/access-key.ts";
import { InvoicingBody, InvoiceDryRunBody } from "../../src/orders/invoice/body.ts";
import { checkInvoice } from "../../src/orders/invoice/check.ts";
import type { InvoiceContext } from "../../src/orders/invoice/facts.ts";
import { invoiceKey, generateInvoiceXml, type InvoiceXmlInput } from "../../src/orders/invoice/generate-xml.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";

export const ISSUED_AT = Date.UTC(2026, 10, 20, 12, 52, 48);
export const SELLER = "12ABC34501DE35";
export const MARKETPLACE = "11222333000181";

/** An invoice that no rule finds anything wrong with. */
export const INVOICE: InvoiceXmlInput = {
  environment: "sandbox",
  stateCode: "35",
  issuer: { cnpj: SELLER, name: "Aerovia Comércio de Esportes Ltda" },
  series: 1,
  number: 1234,
  numericCode: "58349271",
  issuedAtMs: ISSUED_AT,
  authorizedAtMs: ISSUED_AT + 5_000,
  protocolNumber: "135260000000001",
  recipient: { document: "52998224725", name: "Ana Souza" },
  marketplace: { cnpj: MARKETPLACE, sellerId: "aerovia" },
  lines: [
    { sku: "TENIS-38", name: "Tênis de Corrida Aerovia", quantity: 2, unitCents: 19_990, discountCents: 990 },
    { sku: "MEIA-U", name: "Meia Aerovia", quantity: 1, unitCents: 1_990, ean: "7890000000017" },
  ],
  freightCents: 1_500,
  packages: 1,
};
/** 2 x 199.90 - 9.90 + 19.90 + 15.00 */
const TOTAL_CENTS = 42_480;

/** What INVOICE is held against. */
export const contextOf = ({ environment }: InvoiceXmlInput, changes: Partial<InvoiceContext> = {}): InvoiceContext => ({
  environment,
  sellerCnpj: "12.ABC.345/01DE-35",
  totalCents: TOTAL_CENTS,
  customerDocument: "529.982.247-25",
  marketplaceCnpj: "11.222.333/0001-81",
  now: ISSUED_AT + 60_000,
  ...changes,
});

/** The body that sends an invoice with its document. */
export const bodyOf = (invoice: InvoiceXmlInput, changes: Readonly<Record<string, unknown>> = {}) => ({
  issueDate: isoDateTime(invoice.issuedAtMs),
  key: invoiceKey(invoice),
  line: String(invoice.series),
  number: String(invoice.number),
  danfeXml: generateInvoiceXml(invoice),
  ...changes,
});

const [checkInvoicing, checkRehearsal] = [compileSchemaCheck(InvoicingBody), compileSchemaCheck(InvoiceDryRunBody)];

/** Everything that is said of a body, as `code pointer`: by its schema and by the rules. One with a file can only be rehearsed. */
export function verdictOf(body: Readonly<Record<string, unknown>>, context: InvoiceContext) {
  const { value, failures } = (body["danfeFile"] === undefined ? checkInvoicing : checkRehearsal)(body);
  const verdict = checkInvoice(value, context);
  const named = ({ code, pointer }: { readonly code: string; readonly pointer: string }) => `${code} ${pointer}`;
  return {
    refused: [...failures, ...verdict.failures].map(named),
    noted: [...verdict.errors, ...verdict.validationErrors].map(named),
    failures: [...failures, ...verdict.failures],
    verdict,
  };
}

/** Replaces every occurrence of a text that has to be there. */
export const swap =
  (from: string | RegExp, to: string) =>
  (text: string): string => {
    const swapped = typeof from === "string" ? text.replaceAll(from, to) : text.replace(from, to);
    if (swapped === text) throw new Error(`${String(from)} is not there, or stays the same`);
    return swapped;
  };

/** The document with both digests of what it now says; it must be written canonically. */
export function resigned(xml: string, prefix = ""): string {
  const content = new RegExp(`<${prefix}infNFe .*</${prefix}infNFe>`, "s").exec(xml)?.[0];
  if (content === undefined) return xml;
  const declared = `xmlns${prefix && `:${prefix.slice(0, -1)}`}="http://www.portalfiscal.inf.br/nfe"`;
  const canonical = content.replace(`<${prefix}infNFe `, `<${prefix}infNFe ${declared} `);
  const digest = createHash("sha1").update(canonical).digest("base64");
  return xml.replace(/<DigestValue>[^<]*/, `<DigestValue>${digest}`).replace(/<(\w*:?)digVal>[^<]*/, `<$1digVal>${digest}`);
}

/** What SEFAZ answers of an event, as it is appended to a document. */
export interface EventToWrite {
  readonly kind: string;
  readonly status?: string;
  readonly accessKey?: string;
  readonly protocol?: string;
  readonly date?: string;
}
const EVENT_OF_INVOICE = { protocol: "135260000000777", date: "2026-11-20T11:00:00-03:00" };

/** The answer to an event, without a namespace of its own. */
export function eventXml(event: EventToWrite): string {
  const { kind, status = "135", accessKey = invoiceKey(INVOICE), protocol, date } = { ...EVENT_OF_INVOICE, ...event };
  return (
    `<retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb><cStat>${status}</cStat><chNFe>${accessKey}</chNFe><tpEvento>${kind}</tpEvento>` +
    `<nSeqEvento>1</nSeqEvento><dhRegEvento>${date}</dhRegEvento><nProt>${protocol}</nProt></infEvento></retEvento>`
  );
}

/** Question and answer of an event, as distributed (procEventoNFe). */
export const eventDocument = (event: EventToWrite, answer = eventXml(event)): string =>
  `<procEventoNFe versao="1.00"><evento versao="1.00"><infEvento Id="ID"><chNFe>${event.accessKey ?? invoiceKey(INVOICE)}</chNFe>` +
  `<tpEvento>${event.kind}</tpEvento><detEvento><nProt>135260000000001</nProt></detEvento></infEvento></evento>${answer}</procEventoNFe>`;

/** SEFAZ's answer to a cancellation as layout 2.00 had it, which is no event. */
export const formerCancellation = ({ status = "101", accessKey = invoiceKey(INVOICE) } = {}): string =>
  `<retCancNFe versao="2.00"><infCanc><tpAmb>2</tpAmb><verAplic>SP</verAplic><cStat>${status}</cStat><xMotivo>Cancelamento</xMotivo>` +
  `<cUF>35</cUF><chNFe>${accessKey}</chNFe><dhRecbto>2026-11-20T11:00:00</dhRecbto><nProt>135260000000777</nProt></infCanc></retCancNFe>`;

/** Question and answer of such a cancellation (procCancNFe). */
export const formerCancellationDocument = (answer = formerCancellation()): string =>
  `<procCancNFe versao="2.00"><cancNFe versao="2.00"><infCanc Id="ID"><tpAmb>2</tpAmb><xServ>CANCELAR</xServ>` +
  `<chNFe>${invoiceKey(INVOICE)}</chNFe><nProt>135260000000001</nProt><xJust>Desistência do cliente</xJust></infCanc></cancNFe>${answer}</procCancNFe>`;

/** INVOICE's key with some positions (from 1) rewritten, and the check digit that goes with them. */
export function keyWith(position: number, characters: string): string {
  const key = invoiceKey(INVOICE);
  const first43 = (key.slice(0, position - 1) + characters + key.slice(position - 1 + characters.length)).slice(0, 43);
  return first43 + accessKeyCheckDigit(first43);
}
