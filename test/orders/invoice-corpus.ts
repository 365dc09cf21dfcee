import type { InvoiceContext } from "../../src/orders/invoice/facts.ts";
import { XML_LIMITS } from "../../src/orders/invoice/xml.ts";
import { invoiceKey, type InvoiceToWrite } from "../../src/orders/invoice/write.ts";
import { isoDateTime } from "../../src/platform/clock.ts";
import { contextOf, eventDocument, eventXml, INVOICE, ISSUED_AT, keyWith, MARKETPLACE, resigned, SELLER, swap } from "./invoices.ts";

/** One bad invoicing request and what must be said of it, and nothing beside. */
export interface BadInvoice {
  readonly name: string;
  /** `code pointer`, once for each thing wrong. */
  readonly refused?: readonly string[];
  readonly noted?: readonly string[];
  /** Changes of the invoice before it is written. */
  readonly invoice?: Partial<InvoiceToWrite>;
  /** A change of the document as it was written. */
  readonly xml?: (xml: string) => string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly context?: Partial<InvoiceContext>;
}

const PRODUCTION: Partial<InvoiceToWrite> = { environment: "production" };
export const KEY = invoiceKey(INVOICE);
export const noDocument = { danfeXml: undefined, line: undefined, number: undefined };
export const onlyKey = (key: unknown) => ({ ...noDocument, key });
/** A document that tells its own key. */
export const onlyDocument = { key: undefined, line: undefined, number: undefined };

export const changed = (from: string | RegExp, to: string) => (xml: string) => resigned(swap(from, to)(xml));
export const without = (element: string) => changed(new RegExp(`<${element}(>| .*?>).*?</${element}>`), "");
const wrapped = (text: string) => swap("<ide>", `${text}<ide>`);
const instead = (text: string) => () => text;

export const NOW = contextOf(INVOICE).now;
export const CLOCKS_APART_MS = 300_000;

const ROW_1: readonly BadInvoice[] = [
  { name: "no issueDate", body: { issueDate: undefined }, refused: ["required /issueDate"] },
  { name: "issueDate in Brazilian order", body: { issueDate: "20/11/2026" }, refused: ["wrong_date /issueDate"] },
  { name: "issueDate on a day that is not", body: { issueDate: "2026-11-31T10:00:00-03:00" }, refused: ["wrong_date /issueDate"] },
  { name: "issueDate as epoch milliseconds", body: { issueDate: ISSUED_AT }, refused: ["wrong_type /issueDate"] },
  { name: "status of another move", body: { status: "shipped" }, refused: ["not_allowed /status"] },
  {
    name: "issueDate still to come",
    body: { ...noDocument, issueDate: "2026-11-21T09:52:48-03:00" },
    noted: ["invoice_issue_date_in_future /issueDate"],
  },
  {
    name: "issueDate a millisecond more ahead than clocks may be",
    body: { ...noDocument, issueDate: isoDateTime(NOW + CLOCKS_APART_MS + 1) },
    noted: ["invoice_issue_date_in_future /issueDate"],
  },
];

const ROW_2: readonly BadInvoice[] = [
  { name: "a key one short", body: onlyKey(KEY.slice(1)), refused: ["access_key_length /key"] },
  { name: "a key one short, beside its document", body: { key: KEY.slice(1) }, refused: ["access_key_length /key"] },
  { name: "a key one long", body: onlyKey(`${KEY}0`), refused: ["access_key_length /key"] },
  { name: "a key in groups of four", body: onlyKey(KEY.replace(/.{4}/g, "$& ").trim()), refused: ["access_key_length /key"] },
  { name: "a key with its document's prefix", body: onlyKey(`NFe${KEY}`), refused: ["access_key_length /key"] },
  { name: "a key that is no text", body: onlyKey(true), refused: ["wrong_type /key"] },
  { name: "a letter in the month", body: onlyKey(`35O${KEY.slice(3)}`), refused: ["access_key_characters /key"] },
  {
    name: "a letter in the CNPJ's check digits",
    body: onlyKey(`${KEY.slice(0, 19)}X${KEY.slice(20)}`),
    refused: ["access_key_characters /key"],
  },
  { name: "an accented letter in the CNPJ", body: onlyKey(`${KEY.slice(0, 8)}Ç${KEY.slice(9)}`), refused: ["access_key_characters /key"] },
  { name: "a till's coupon", body: onlyKey(keyWith(21, "65")), refused: ["access_key_model /key"] },
  { name: "a carrier's document", body: onlyKey(keyWith(21, "57")), refused: ["access_key_model /key"] },
  { name: "a wrong check digit in the sandbox", body: onlyKey(`${KEY.slice(0, 43)}9`), noted: ["access_key_check_digit /key"] },
  {
    name: "a wrong check digit in production",
    invoice: PRODUCTION,
    body: onlyKey(`${KEY.slice(0, 43)}9`),
    refused: ["access_key_check_digit /key"],
  },
  { name: "a state that is not", body: onlyKey(keyWith(1, "34")), noted: ["access_key_state /key"] },
  { name: "month 13", body: onlyKey(keyWith(3, "2613")), noted: ["access_key_month /key"] },
  { name: "month 0", body: onlyKey(keyWith(3, "2600")), noted: ["access_key_month /key"] },
  { name: "a CNPJ with wrong digits", body: onlyKey(keyWith(7, "12ABC34501DE36")), noted: ["access_key_issuer /key"] },
  { name: "a CPF with wrong digits", body: onlyKey(keyWith(7, "00052998224726")), noted: ["access_key_issuer /key"] },
  { name: "nobody as issuer", body: onlyKey(keyWith(7, "00000000000000")), noted: ["access_key_issuer /key"] },
  { name: "a till's contingency", body: onlyKey(keyWith(35, "9")), noted: ["access_key_emission_type /key"] },
  { name: "a numeric code of one digit", body: onlyKey(keyWith(36, "77777777")), noted: ["access_key_numeric_code /key"] },
  { name: "a numeric code that counts", body: onlyKey(keyWith(36, "89012345")), noted: ["access_key_numeric_code /key"] },
  { name: "the number as numeric code", body: onlyKey(keyWith(36, "00001234")), noted: ["access_key_numeric_code /key"] },
  { name: "another number than the key's", body: { ...onlyKey(KEY), number: "4321" }, noted: ["access_key_number_differs /number"] },
  { name: "another series than the key's", body: { ...onlyKey(KEY), line: 2 }, noted: ["access_key_line_differs /line"] },
];

/** Key, number and status of the protocol. */
const THREE_MISSING = Array.from({ length: 3 }, () => "danfe_element_missing /danfeXml");

/** What is signed no longer is what it was; that the form is wrong is no reason not to say so. */
const CHANGED = ["danfe_digest_differs /danfeXml"];

const digestOf = (text: string) => swap(/<DigestValue>[^<]*/, `<DigestValue>${text}`);

const ROW_3: readonly BadInvoice[] = [
  {
    name: "more than a megabyte",
    xml: swap("</nfeProc>", `${" ".repeat(XML_LIMITS.bytes)}</nfeProc>`),
    refused: ["danfe_too_large /danfeXml"],
  },
  { name: "a document type", xml: swap("?>", "?><!DOCTYPE nfeProc>"), refused: ["danfe_doctype /danfeXml"] },
  { name: "no XML at all", xml: instead("NFe 1234"), refused: ["danfe_malformed /danfeXml"] },
  { name: "JSON", xml: instead('{"nfeProc":{}}'), refused: ["danfe_malformed /danfeXml"] },
  { name: "base64", xml: (xml) => Buffer.from(xml).toString("base64"), refused: ["danfe_malformed /danfeXml"] },
  { name: "only a declaration", xml: instead('<?xml version="1.0"?>'), refused: ["danfe_malformed /danfeXml"] },
  { name: "only its beginning", xml: (xml) => xml.slice(0, 700), refused: ["danfe_malformed /danfeXml"] },
  { name: "an element left open", xml: swap("</emit>", ""), refused: ["danfe_malformed /danfeXml"] },
  {
    name: "elements closed in the wrong order",
    xml: swap("</ICMSTot></total>", "</total></ICMSTot>"),
    refused: ["danfe_malformed /danfeXml"],
  },
  { name: "two documents in a row", xml: (xml) => xml + xml.slice(xml.indexOf("<nfeProc")), refused: ["danfe_malformed /danfeXml"] },
  { name: "text behind the end", xml: (xml) => `${xml}nota`, refused: ["danfe_malformed /danfeXml"] },
  { name: "space before the declaration", xml: (xml) => `\n${xml}`, refused: ["danfe_malformed /danfeXml"] },
  { name: "a prefix that nobody declared", xml: wrapped("<nfe:x/>"), refused: ["danfe_malformed /danfeXml"] },
  { name: "an attribute twice", xml: swap('versao="4.00"', 'versao="4.00" versao="4.00"'), refused: ["danfe_malformed /danfeXml"] },
  { name: "an attribute without quotes", xml: swap('nItem="1"', "nItem=1"), refused: ["danfe_malformed /danfeXml"] },
  { name: "an entity of HTML", xml: swap("Comércio", "Com&eacute;rcio"), refused: ["danfe_malformed /danfeXml"] },
  { name: "an ampersand as itself", xml: swap("Comércio", "Comércio & Cia"), refused: ["danfe_malformed /danfeXml"] },
  { name: "a less-than sign in an attribute", xml: swap('nItem="1"', 'nItem="<"'), refused: ["danfe_malformed /danfeXml"] },
  { name: "]]> in a text", xml: swap("Comércio", "]]>"), refused: ["danfe_malformed /danfeXml"] },
  { name: "a control character", xml: swap("Comércio", "Com\u0001rcio"), refused: ["danfe_malformed /danfeXml"] },
  { name: "a reference to no character", xml: swap("Comércio", "Com&#0;rcio"), refused: ["danfe_malformed /danfeXml"] },
  { name: "too many levels", xml: wrapped(`${"<a>".repeat(40)}${"</a>".repeat(40)}`), refused: ["danfe_too_deep /danfeXml"] },
  { name: "too many elements", xml: wrapped("<a/>".repeat(XML_LIMITS.elements)), refused: ["danfe_too_many_elements /danfeXml"] },
  {
    name: "too many attributes",
    xml: wrapped(`<a ${Array.from({ length: 40 }, (_, n) => `b${n}=""`).join(" ")}/>`),
    refused: ["danfe_too_many_attributes /danfeXml"],
  },
  {
    name: "the NF-e without its protocol",
    xml: (xml) => /<NFe>.*<\/NFe>/s.exec(xml)![0].replace("<NFe", '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"'),
    refused: ["danfe_root /danfeXml"],
  },
  { name: "another document", xml: instead("<html><body/></html>"), refused: ["danfe_root /danfeXml"] },
  { name: "a carrier's namespace", xml: swap("portalfiscal.inf.br/nfe", "portalfiscal.inf.br/cte"), refused: ["danfe_root /danfeXml"] },
  { name: "no namespace", xml: swap(/<nfeProc [^>]*>/, "<nfeProc>"), refused: ["danfe_root /danfeXml"] },

  ...["serie", "nNF", "dhEmi", "finNFe", "vNF", "chNFe", "nProt", "cStat", "emit"].map((element): BadInvoice => ({
    name: `no ${element}`,
    xml: without(element),
    refused: ["danfe_element_missing /danfeXml"],
  })),
  {
    name: "no environment",
    xml: swap("<cDV>4</cDV><tpAmb>2</tpAmb>", "<cDV>4</cDV>"),
    refused: ["danfe_element_missing /danfeXml"],
    noted: CHANGED,
  },
  { name: "no Id", xml: swap(/ Id="[^"]*"/, ""), refused: ["danfe_element_missing /danfeXml"], noted: CHANGED },
  {
    name: "a number in a foreign namespace",
    xml: swap("<nNF>", '<nNF xmlns="urn:other">'),
    refused: ["danfe_element_missing /danfeXml"],
    noted: CHANGED,
  },
  { name: "no protocol", xml: without("infProt"), refused: THREE_MISSING },

  { name: "two numbers", xml: swap("<nNF>", "<nNF>999</nNF><nNF>"), refused: ["danfe_element_repeated /danfeXml"], noted: CHANGED },
  {
    name: "two blocks of identification",
    xml: swap("<emit>", "<ide><nNF>9</nNF></ide><emit>"),
    refused: ["danfe_element_repeated /danfeXml"],
    noted: CHANGED,
  },
  { name: "two protocols", xml: swap("</nfeProc>", "<protNFe/></nfeProc>"), refused: ["danfe_element_repeated /danfeXml"] },
  { name: "two invoices", xml: swap("<protNFe", "<NFe/><protNFe"), refused: ["danfe_element_repeated /danfeXml"] },
  { name: "two totals", xml: swap("</total>", "</total><total/>"), refused: ["danfe_element_repeated /danfeXml"], noted: CHANGED },
  {
    name: "two signatures",
    xml: swap("</NFe>", `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></NFe>`),
    refused: ["danfe_element_repeated /danfeXml"],
  },
  {
    name: "an issuer with two registrations",
    xml: swap("<emit>", "<emit><CPF>52998224725</CPF>"),
    refused: ["danfe_element_repeated /danfeXml"],
    noted: CHANGED,
  },

  { name: "an Id without its prefix", xml: swap('Id="NFe', 'Id="'), refused: ["danfe_element_invalid /danfeXml"], noted: CHANGED },
  { name: "a number that is none", xml: swap("<nNF>1234", "<nNF>12E4"), refused: ["danfe_element_invalid /danfeXml"], noted: CHANGED },
  { name: "a number in hexadecimal", xml: swap("<nNF>1234", "<nNF>0x4D2"), refused: ["danfe_element_invalid /danfeXml"], noted: CHANGED },
  {
    name: "an element inside the number",
    xml: swap("<nNF>1234", "<nNF><b>1234</b>"),
    refused: ["danfe_element_invalid /danfeXml"],
    noted: CHANGED,
  },
  { name: "an empty number", xml: swap("<nNF>1234</nNF>", "<nNF/>"), refused: ["danfe_element_invalid /danfeXml"], noted: CHANGED },
  {
    name: "a number without end",
    xml: swap("<nNF>1234", `<nNF>${"1".repeat(1000)}`),
    refused: ["danfe_element_invalid /danfeXml"],
    noted: CHANGED,
  },
  { name: "a total with a comma", xml: swap("<vNF>424.80", "<vNF>424,80"), refused: ["danfe_element_invalid /danfeXml"], noted: CHANGED },
  { name: "a negative total", xml: swap("<vNF>", "<vNF>-"), refused: ["danfe_element_invalid /danfeXml"], noted: CHANGED },
  {
    name: "an issue on a day that is not",
    xml: swap("<dhEmi>2026-11-20", "<dhEmi>2026-11-31"),
    refused: ["danfe_element_invalid /danfeXml"],
    noted: CHANGED,
  },
  {
    name: "an issue without offset",
    xml: swap("<dhEmi>2026-11-20T09:52:48-03:00", "<dhEmi>2026-11-20T09:52:48"),
    refused: ["danfe_element_invalid /danfeXml"],
    noted: CHANGED,
  },
  {
    name: "a digest that is none, as long as a value may be",
    xml: digestOf(`${"A".repeat(200)}<![CDATA[${"A".repeat(55)}]]>`),
    noted: ["danfe_protocol_digest_differs /danfeXml", "danfe_digest_differs /danfeXml"],
  },
  { name: "a digest of 256 characters", xml: digestOf("A".repeat(256)), refused: ["danfe_element_invalid /danfeXml"] },
  {
    name: "a digest of 256 characters in two pieces",
    xml: digestOf(`${"A".repeat(255)}<![CDATA[A]]>`),
    refused: ["danfe_element_invalid /danfeXml"],
  },
  { name: "a status that is none", xml: swap("<cStat>100", "<cStat>ok"), refused: ["danfe_element_invalid /danfeXml"] },
  {
    name: "a customer that is no CPF",
    xml: swap("<CPF>52998224725", "<CPF>529.982.247-25"),
    refused: ["danfe_element_invalid /danfeXml"],
    noted: CHANGED,
  },
];

const ROW_4: readonly BadInvoice[] = [
  { name: "another invoice's key", body: { key: keyWith(36, "58349272") }, refused: ["danfe_key_differs /key"] },
  {
    name: "another invoice's protocol",
    xml: swap(`<chNFe>${KEY}`, `<chNFe>${keyWith(36, "58349272")}`),
    refused: ["danfe_protocol_key_differs /danfeXml"],
  },
  { name: "another number", body: { number: 1235 }, refused: ["danfe_number_differs /number"] },
  { name: "a number that is a word", body: { number: "S/N" }, refused: ["danfe_number_differs /number"] },
  { name: "another series", body: { line: "890" }, refused: ["danfe_line_differs /line"] },
  { name: "the day before", body: { issueDate: "2026-11-19T23:59:59-03:00" }, refused: ["danfe_issue_date_differs /issueDate"] },
  {
    name: "the same day in UTC, the day before in São Paulo",
    body: { issueDate: "2026-11-20T02:00:00Z" },
    refused: ["danfe_issue_date_differs /issueDate"],
  },
  { name: "the day without its time", body: { issueDate: "2026-11-20" }, noted: ["danfe_issue_time_differs /issueDate"] },
  { name: "local time called UTC", body: { issueDate: "2026-11-20T09:52:48Z" }, noted: ["danfe_issue_time_differs /issueDate"] },
  ...[
    ["a state unlike the key's", "<cUF>35", "<cUF>33"],
    ["a model unlike the key's", "<mod>55", "<mod>65"],
    ["a series unlike the key's", "<serie>1<", "<serie>2<"],
    ["a number unlike the key's", "<nNF>1234", "<nNF>1235"],
    ["an issuer unlike the key's", `<CNPJ>${SELLER}`, "<CNPJ>12ABC34501DE36"],
    ["an emission type unlike the key's", "<tpEmis>1", "<tpEmis>6"],
    ["a numeric code unlike the key's", "<cNF>58349271", "<cNF>58349272"],
    ["a check digit unlike the key's", "<cDV>4", "<cDV>5"],
  ].map(([name, from, to]): BadInvoice => ({
    name: name!,
    xml: changed(from!, to!),
    body: onlyDocument,
    // The other establishment of the seller is worth a word, too.
    noted: ["danfe_key_part_differs /danfeXml", ...(name!.startsWith("an issuer") ? ["danfe_issuer_branch /danfeXml"] : [])],
  })),
  {
    name: "a month unlike the key's",
    xml: changed("<dhEmi>2026-11-20", "<dhEmi>2026-10-20"),
    body: { ...onlyDocument, issueDate: "2026-10-20T09:52:48-03:00" },
    noted: ["danfe_key_part_differs /danfeXml"],
  },
  {
    name: "a numeric code unlike the key's, in production",
    invoice: PRODUCTION,
    xml: changed("<cNF>58349271", "<cNF>58349272"),
    refused: ["danfe_key_part_differs /danfeXml"],
  },
  {
    name: "a document of a till",
    xml: (xml) =>
      resigned(
        xml
          .replaceAll(KEY, keyWith(21, "65"))
          .replace("<cDV>4", `<cDV>${keyWith(21, "65").slice(-1)}`)
          .replace("<mod>55", "<mod>65"),
      ),
    body: onlyDocument,
    refused: ["access_key_model /danfeXml"],
  },
];

const ROW_5: readonly BadInvoice[] = [
  ...["101", "204", "217"].map((status): BadInvoice => ({
    name: `cStat ${status}`,
    xml: swap("<cStat>100", `<cStat>${status}`),
    refused: ["danfe_not_authorized /danfeXml"],
  })),
  ...["110", "205", "301", "302", "303"].map((status): BadInvoice => ({
    name: `cStat ${status}`,
    xml: swap("<cStat>100", `<cStat>${status}`),
    refused: ["danfe_denied /danfeXml"],
  })),
  {
    name: "a real invoice in the sandbox",
    invoice: PRODUCTION,
    context: { environment: "sandbox" },
    refused: ["danfe_environment /danfeXml"],
  },
  { name: "a test invoice in production", context: { environment: "production" }, refused: ["danfe_environment /danfeXml"] },
  {
    name: "a protocol of the other environment",
    xml: swap("<infProt><tpAmb>2", "<infProt><tpAmb>1"),
    refused: ["danfe_environment /danfeXml"],
  },
];

/** Behind the protocol, where systems append them. */
const appended = (text: string) => swap("</nfeProc>", `${text}</nfeProc>`);
const CANCELED = ["danfe_canceled /danfeXml"];
const EVENT = ["danfe_event /danfeXml"];

const EVENTS: readonly BadInvoice[] = [
  ...["110111", "110112"].flatMap((kind) =>
    ["135", "136", "155"].map((status): BadInvoice => ({
      name: `event ${kind} with cStat ${status}`,
      xml: appended(eventXml({ kind, status })),
      refused: CANCELED,
    })),
  ),
  { name: "a cancellation with its question", xml: appended(eventDocument({ kind: "110111" })), refused: CANCELED },
  { name: "a cancellation before the NF-e", xml: swap("<NFe>", `${eventXml({ kind: "110111" })}<NFe>`), refused: CANCELED },
  { name: "a cancellation inside the protocol", xml: swap("</protNFe>", `${eventXml({ kind: "110111" })}</protNFe>`), refused: CANCELED },
  {
    name: "a cancellation in a batch's answer",
    xml: appended(`<retEnvEvento>${eventXml({ kind: "110111" })}</retEnvEvento>`),
    refused: CANCELED,
  },
  {
    name: "a cancellation without a namespace",
    xml: appended(eventXml({ kind: "110111" }).replace("<retEvento", '<retEvento xmlns=""')),
    refused: CANCELED,
  },
  {
    name: "a cancellation that names no invoice",
    xml: appended(eventXml({ kind: "110111" }).replace(/<chNFe>.*<\/chNFe>/, "")),
    refused: CANCELED,
  },
  {
    name: "a cancellation behind a correction letter, in the other environment",
    invoice: PRODUCTION,
    context: { environment: "sandbox" },
    xml: appended(eventDocument({ kind: "110110" }) + eventDocument({ kind: "110111" })),
    refused: ["danfe_environment /danfeXml", ...CANCELED],
    noted: EVENT,
  },
  ...["110110", "210200", "210210", "210220", "210240", "110130", "610600"].map((kind): BadInvoice => ({
    name: `event ${kind}`,
    xml: appended(eventDocument({ kind })),
    noted: EVENT,
  })),
  { name: "a cancellation that SEFAZ rejected", xml: appended(eventDocument({ kind: "110111", status: "573" })), noted: EVENT },
  { name: "a cancellation that was only asked for", xml: appended(eventDocument({ kind: "110111" }, "")), noted: EVENT },
  {
    name: "another invoice's cancellation",
    xml: appended(eventXml({ kind: "110111", accessKey: keyWith(36, "58349272") })),
    noted: EVENT,
  },
  { name: "an event of no kind", xml: appended(eventXml({ kind: "cancelamento" })), noted: EVENT },
];

const ROW_6: readonly BadInvoice[] = [
  { name: "another company's invoice in the sandbox", context: { sellerCnpj: MARKETPLACE }, noted: ["danfe_issuer_differs /danfeXml"] },
  {
    name: "another company's invoice in production",
    invoice: PRODUCTION,
    context: { sellerCnpj: MARKETPLACE },
    refused: ["danfe_issuer_differs /danfeXml"],
  },
  { name: "a branch's invoice", context: { sellerCnpj: "12ABC345000196" }, noted: ["danfe_issuer_branch /danfeXml"] },
];

const ROWS_7_AND_9: readonly BadInvoice[] = [
  { name: "a return", xml: changed("<finNFe>1", "<finNFe>4"), noted: ["danfe_not_a_sale /danfeXml"] },
  { name: "an incoming invoice", xml: changed("<tpNF>1", "<tpNF>0"), noted: ["danfe_not_a_sale /danfeXml"] },
  { name: "another customer's invoice", context: { customerDocument: "11144477735" }, noted: ["danfe_recipient_differs /danfeXml"] },
  { name: "an invoice for nobody", xml: without("dest"), noted: ["danfe_recipient_differs /danfeXml"] },
  { name: "more than the order", context: { totalCents: 42_000 }, noted: ["danfe_total_differs /danfeXml"] },
  { name: "less than the order", context: { totalCents: 43_000 }, noted: ["danfe_total_differs /danfeXml"] },
  { name: "ten times the order", context: { totalCents: 4_248 }, noted: ["danfe_total_differs /danfeXml"] },
  { name: "no intermediary", xml: without("infIntermed"), noted: ["danfe_marketplace_missing /danfeXml"] },
  { name: "a sale without intermediary", xml: changed("<indIntermed>1", "<indIntermed>0"), noted: ["danfe_marketplace_missing /danfeXml"] },
  { name: "another marketplace", context: { marketplaceCnpj: SELLER }, noted: ["danfe_marketplace_differs /danfeXml"] },
  { name: "other packages", body: { volume: 3 }, noted: ["danfe_packages_differ /volume"] },
  {
    name: "a real and a cent more than a small order",
    xml: changed("<vNF>424.80", "<vNF>6.01"),
    context: { totalCents: 500 },
    noted: ["danfe_total_differs /danfeXml"],
  },
  { name: "a signature of nothing", xml: without("DigestValue"), noted: ["danfe_unsigned /danfeXml"] },
  { name: "no signature", xml: without("Signature"), noted: ["danfe_unsigned /danfeXml"] },
  {
    name: "a protocol of other content",
    xml: swap(/<digVal>[^<]*/, "<digVal>2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
    noted: ["danfe_protocol_digest_differs /danfeXml"],
  },
  { name: "a changed product", xml: swap("Meia Aerovia", "Meia Azul"), noted: ["danfe_digest_differs /danfeXml"] },
  { name: "a reformatted document", xml: swap(/></g, ">\n<"), noted: ["danfe_digest_differs /danfeXml"] },
];

/** Several things wrong at once, of several rows: each is found beside the others. */
const TOGETHER: readonly BadInvoice[] = [
  {
    name: "another company's real invoice for somebody else, in the sandbox",
    invoice: PRODUCTION,
    context: { environment: "sandbox", sellerCnpj: MARKETPLACE, customerDocument: "11144477735", totalCents: 1, marketplaceCnpj: SELLER },
    body: { number: "9", line: "9", issueDate: "2026-11-19" },
    refused: [
      "danfe_number_differs /number",
      "danfe_line_differs /line",
      "danfe_issue_date_differs /issueDate",
      "danfe_environment /danfeXml",
    ],
    noted: [
      "danfe_issuer_differs /danfeXml",
      "danfe_recipient_differs /danfeXml",
      "danfe_total_differs /danfeXml",
      "danfe_marketplace_differs /danfeXml",
    ],
  },
  {
    name: "no total, a status that does not authorise and the other environment",
    invoice: PRODUCTION,
    context: { environment: "sandbox" },
    xml: (xml) => swap("<cStat>100", "<cStat>101")(without("total")(xml)),
    refused: ["danfe_element_missing /danfeXml", "danfe_not_authorized /danfeXml", "danfe_environment /danfeXml"],
  },
  {
    name: "two numbers and a denial, of which neither number counts",
    xml: (xml) => swap("<cStat>100", "<cStat>302")(changed("<nNF>", "<nNF>999</nNF><nNF>")(xml)),
    refused: ["danfe_element_repeated /danfeXml", "danfe_denied /danfeXml"],
  },
  {
    name: "a number that is none, which the key tells too",
    xml: changed("<nNF>1234", "<nNF>S/N"),
    body: { number: "77" },
    refused: ["danfe_element_invalid /danfeXml"],
    noted: ["access_key_number_differs /number"],
  },
  {
    name: "the NF-e alone, of the other environment and without a date",
    invoice: PRODUCTION,
    context: { environment: "sandbox" },
    xml: (xml) => {
      const [alone = ""] = /<NFe>.*<\/NFe>/s.exec(without("dhEmi")(xml)) ?? [];
      return alone.replace("<NFe", '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"');
    },
    refused: ["danfe_root /danfeXml", "danfe_element_missing /danfeXml", "danfe_environment /danfeXml"],
  },
  {
    name: "a key cut short beside a document whose own key is of no state",
    xml: (xml) => resigned(xml.replaceAll(KEY, keyWith(1, "34")).replace("<cDV>4", `<cDV>${keyWith(1, "34").slice(-1)}`)),
    body: { key: KEY.slice(1) },
    refused: ["access_key_length /key"],
    noted: ["access_key_state /danfeXml", "danfe_key_part_differs /danfeXml"],
  },
  {
    name: "a customer and an intermediary that are none, said once each",
    xml: changed(/<CPF>52998224725|<infIntermed><CNPJ>11222333000181/g, "$&X"),
    refused: ["danfe_element_invalid /danfeXml", "danfe_element_invalid /danfeXml"],
  },
];

/** Bad invoicing requests, in the order of domain 1.3 (beyond M12). */
export const CORPUS: readonly BadInvoice[] = [
  ...ROW_1,
  ...ROW_2,
  ...ROW_3,
  ...ROW_4,
  ...ROW_5,
  ...EVENTS,
  ...ROW_6,
  ...ROWS_7_AND_9,
  ...TOGETHER,
];
