import type { InvoiceContext } from "../../src/orders/invoice/facts.ts";
import { XML_LIMITS } from "../../src/orders/invoice/xml.ts";
import { invoiceKey, type InvoiceXmlInput } from "../../src/orders/invoice/generate-xml.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { contextOf, INVOICE, ISSUED_AT, keyWith, resigned, swap } from "./invoices.ts";

/** One bad invoicing request and what must be said of it, and nothing beside. */
export interface BadInvoice {
  readonly name: string;
  /** `code pointer`, once for each thing wrong. */
  readonly refused?: readonly string[];
  readonly noted?: readonly string[];
  /** Changes of the invoice before it is written. */
  readonly invoice?: Partial<InvoiceXmlInput>;
  /** A change of the document as it was written. */
  readonly xml?: (xml: string) => string;
  /** Sends the document as a file instead, as these bytes. */
  readonly file?: (xml: string) => Buffer;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly context?: Partial<InvoiceContext>;
}

export const PRODUCTION: Partial<InvoiceXmlInput> = { environment: "production" };
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
  { name: "JSON", xml: instead('{"nfeProc":{}}'), refused: ["danfe_not_xml /danfeXml"] },
  { name: "base64", xml: (xml) => Buffer.from(xml).toString("base64"), refused: ["danfe_not_xml /danfeXml"] },
  { name: "nothing but spaces", xml: instead(" \n "), refused: ["danfe_empty /danfeXml"] },
  { name: "another layout", xml: changed(/(<infNFe [^>]*)4\.00/, "$13.10"), refused: ["danfe_layout /danfeXml"] },
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
  { name: "space before the declaration", xml: (xml) => `\n${xml}`, refused: ["danfe_space_first /danfeXml"] },
  { name: "a prefix that nobody declared", xml: wrapped("<nfe:x/>"), refused: ["danfe_malformed /danfeXml"] },
  { name: "an attribute twice", xml: swap('versao="4.00"', 'versao="4.00" versao="4.00"'), refused: ["danfe_malformed /danfeXml"] },
  { name: "an attribute without quotes", xml: swap('nItem="1"', "nItem=1"), refused: ["danfe_malformed /danfeXml"] },
  { name: "an entity of HTML", xml: swap("Comércio", "Com&eacute;rcio"), refused: ["danfe_malformed /danfeXml"] },
  { name: "an ampersand as itself", xml: swap("Comércio", "Comércio & Cia"), refused: ["danfe_malformed /danfeXml"] },
  { name: "a less-than sign in an attribute", xml: swap('nItem="1"', 'nItem="<"'), refused: ["danfe_malformed /danfeXml"] },
  { name: "]]> in a text", xml: swap("Comércio", "]]>"), refused: ["danfe_malformed /danfeXml"] },
  { name: "a control character", xml: swap("Comércio", "Com\u0001rcio"), refused: ["danfe_control_character /danfeXml"] },
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

/** Rows 1 to 3: the request by itself. */
export const BAD_REQUESTS: readonly BadInvoice[] = [...ROW_1, ...ROW_2, ...ROW_3];
