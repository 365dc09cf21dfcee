import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { type BadInvoice, BAD_REQUESTS, changed, KEY, onlyDocument, PRODUCTION, without } from "./invoice-corpus.ts";
import {
  eventDocument,
  eventXml,
  formerCancellation,
  formerCancellationDocument,
  INVOICE,
  keyWith,
  MARKETPLACE,
  resigned,
  SELLER,
  swap,
} from "./invoices.ts";

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
const NAMESPACE = "http://www.portalfiscal.inf.br/nfe";
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
  ...["101", "151", "155"].map((status): BadInvoice => ({
    name: `a cancellation of layout 2.00 with cStat ${status}`,
    xml: appended(formerCancellation({ status })),
    refused: CANCELED,
  })),
  {
    name: "a cancellation of layout 2.00 with its question",
    xml: appended(formerCancellationDocument()),
    refused: CANCELED,
  },
  {
    name: "a cancellation of layout 2.00 that SEFAZ rejected",
    xml: appended(formerCancellationDocument(formerCancellation({ status: "220" }))),
    noted: EVENT,
  },
  { name: "a cancellation of layout 2.00 that was only asked for", xml: appended(formerCancellationDocument("")), noted: EVENT },
  {
    name: "another invoice's cancellation of layout 2.00",
    xml: appended(formerCancellation({ accessKey: keyWith(36, "58349272") })),
    noted: EVENT,
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
  { name: "a document that was read as ISO-8859-1", xml: (xml) => Buffer.from(xml).toString("latin1"), noted: ["danfe_misread /danfeXml"] },
  { name: "a document that was read as UTF-8", xml: (xml) => xml.replaceAll("é", "\ufffd"), noted: ["danfe_misread /danfeXml"] },
  {
    name: "a document with prefixes",
    xml: (xml) => xml.replaceAll(/(<\/?)(?=emit\b|nfeProc\b)/g, "$1nfe:").replace("xmlns=", `xmlns:nfe="${NAMESPACE}" xmlns=`),
    noted: ["danfe_prefixed /danfeXml"],
  },
  {
    name: "a file in another encoding than it declares",
    file: (xml) => Buffer.from(xml, "latin1"),
    noted: ["danfe_encoding_differs /danfeXml"],
  },
  {
    name: "a file beside its text",
    file: (xml) => Buffer.from(xml),
    body: { danfeXml: generateInvoiceXml(INVOICE) },
    refused: ["danfe_sent_twice /danfeFile"],
  },
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
export const CORPUS: readonly BadInvoice[] = [...BAD_REQUESTS, ...ROW_4, ...ROW_5, ...EVENTS, ...ROW_6, ...ROWS_7_AND_9, ...TOGETHER];
