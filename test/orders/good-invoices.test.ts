import { describe, expect, it } from "vitest";
import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { invoiceErrors } from "../../src/orders/invoice/errors.ts";
import { isoDateTime } from "../../src/platform/basics/clock.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { type BadInvoice, changed, CLOCKS_APART_MS, KEY, noDocument, NOW, onlyDocument, onlyKey, without } from "./invoice-corpus.ts";
import {
  bodyOf,
  contextOf,
  eventDocument,
  eventXml,
  formerCancellationDocument,
  INVOICE,
  keyWith,
  MARKETPLACE,
  resigned,
  SELLER,
  swap,
  verdictOf,
} from "./invoices.ts";

type GoodInvoice = Omit<BadInvoice, "refused" | "noted">;

/** An invoice under another key, which all of it repeats. */
const under = (key: string, change: (xml: string) => string): GoodInvoice => ({
  name: key,
  xml: (xml) => resigned(change(swap("<cDV>4", `<cDV>${key.slice(-1)}`)(xml.replaceAll(KEY, key)))),
  body: onlyDocument,
});
const signedBySha256 = swap('#sha1"/><DigestValue', '#sha256"/><DigestValue');

/** Requests as close as can be to one that has something wrong. */
const GOOD: readonly GoodInvoice[] = [
  { name: "as it was written" },
  { name: "authorised late", xml: swap("<cStat>100", "<cStat>150") },
  {
    name: "issued by a clock that is ahead as far as clocks may be",
    body: { ...noDocument, issueDate: isoDateTime(NOW + CLOCKS_APART_MS) },
  },
  { name: "a number with zeros and blanks around it", body: { number: " 001234 ", line: "001" } },
  { name: "blanks around a value", xml: swap("<cStat>100</cStat>", "<cStat>\n 100 </cStat>") },
  { name: "a key alone, with its number and series", body: { ...onlyKey(KEY), number: "1234", line: 1 } },
  { name: "two kinds of packages", xml: changed("<vol>", "<vol><qVol>2</qVol></vol><vol>"), body: { volume: 3 } },
  {
    name: "to a company",
    invoice: { recipient: { document: MARKETPLACE, name: "Clube Aurora" } },
    context: { customerDocument: "11.222.333/0001-81" },
  },
  {
    ...under(keyWith(7, "00052998224725"), swap(`<emit><CNPJ>${SELLER}</CNPJ>`, "<emit><CPF>52998224725</CPF>")),
    name: "by a person",
    context: { sellerCnpj: undefined },
  },
  { ...under(keyWith(36, "08349271"), swap("<cNF>58349271", "<cNF>8349271")), name: "a numeric code that begins with 0" },
  { name: "without a direction, which then is outward", xml: without("tpNF") },
  { name: "without a word on who brought the two together", xml: without("indIntermed") },
  { name: "for a marketplace whose CNPJ nobody set", context: { marketplaceCnpj: undefined } },
  { name: "a real apart from a small order", xml: changed("<vNF>424.80", "<vNF>6.00"), context: { totalCents: 500 } },
  { name: "less than one in a hundred apart from a large order", context: { totalCents: 42_900 } },
  { name: "with something like a cancellation in what was signed", xml: changed("</prod>", `${eventXml({ kind: "110111" })}</prod>`) },
  { name: "changed under a signature that is not judged", xml: (xml) => swap("Meia Aerovia", "Meia Azul")(signedBySha256(xml)) },
];

function judge({ invoice: changes = {}, xml = (text) => text, body: fields = {}, context = {} }: GoodInvoice) {
  const invoice = { ...INVOICE, ...changes };
  return verdictOf(bodyOf(invoice, { danfeXml: xml(generateInvoiceXml(invoice)), ...fields }), contextOf(invoice, context));
}

describe("the ladder says nothing of an invoice (domain 1.3)", () => {
  it.each([...GOOD])("$name", (good) => {
    const { refused, noted } = judge(good);
    expect({ refused, noted }).toEqual({ refused: [], noted: [] });
  });
});

describe("what the ladder hands on", () => {
  it("is the key and the document, as far as there are any", () => {
    const { verdict } = judge({ name: "with both" });
    expect(verdict).toMatchObject({ accessKey: KEY, document: { accessKey: KEY, totalCents: 42_480, packages: 1 } });
    expect(Object.keys(judge({ name: "with neither", body: onlyKey(undefined) }).verdict)).toEqual([
      "failures",
      "errors",
      "validationErrors",
    ]);
  });
  it("is what came and what was expected, in reais", () => {
    const { verdict } = judge({ name: "too much", xml: changed("<vNF>424.80", "<vNF>6.01"), context: { totalCents: 500 } });
    expect(verdict.validationErrors).toMatchObject([{ code: "danfe_total_differs", received: "6.01", params: { expected: "5.00" } }]);
  });
  it("is the event that took an invoice back, with its protocol and date", () => {
    const [failure] = judge({ name: "canceled", xml: swap("</nfeProc>", `${eventDocument({ kind: "110112" })}</nfeProc>`) }).failures;
    expect(failure?.received).toEqual({
      tpEvento: "110112",
      cStat: "135",
      nProt: "135260000000777",
      dhRegEvento: "2026-11-20T11:00:00-03:00",
    });
    expect(failureMessage(failure!, "pt-BR")).toBe(
      "A nota foi cancelada: o danfeXml traz o evento 110112 (cancelamento por substituição), registrado com o protocolo 135260000000777 em 2026-11-20T11:00:00-03:00; emita outra nota para o pedido.",
    );
    expect(failureMessage(failure!, "en")).toBe(
      "The invoice was canceled: the danfeXml carries event 110112 (cancellation by replacement), registered with protocol 135260000000777 on 2026-11-20T11:00:00-03:00; issue another invoice for the order.",
    );
  });
  it("is told with its protocol and date where it is of layout 2.00", () => {
    const { failures } = judge({ name: "cancNFe", xml: swap("</nfeProc>", `${formerCancellationDocument()}</nfeProc>`) });
    expect(failures.map((failure) => failureMessage(failure, "pt-BR"))).toEqual([
      "A nota foi cancelada: o danfeXml traz o evento cancNFe (cancelamento), registrado com o protocolo 135260000000777 em 2026-11-20T11:00:00; emita outra nota para o pedido.",
    ]);
  });
  it.each([
    ["110110", {}, "carta de correção), registrado com o protocolo 135260000000777 em 2026-11-20T11:00:00-03:00; isso não impede"],
    ["110111", { status: "573" }, "cancelamento), que a SEFAZ não registrou (cStat 573); isso não impede"],
    ["110111", { accessKey: keyWith(36, "58349272") }, `cancelamento), que é de outra nota, ${keyWith(36, "58349272")}; isso não impede`],
    ["610600", { protocol: "", date: "ontem" }, "evento), registrado sem número de protocolo; isso não impede"],
  ])("is what became of event %s where it takes nothing back: %j", (kind, event, told) => {
    const { verdict } = judge({ name: kind, xml: swap("</nfeProc>", `${eventXml({ kind, ...event })}</nfeProc>`) });
    const [found] = verdict.validationErrors;
    expect(found?.code).toBe("danfe_event");
    expect(failureMessage(invoiceErrors.failure("danfe_event", found), "pt-BR")).toContain(`o evento ${kind} (${told}`);
  });
  it("is 20 events, however many there are", () => {
    const { verdict } = judge({ name: "many", xml: swap("</nfeProc>", `${eventXml({ kind: "110110" }).repeat(30)}</nfeProc>`) });
    expect(verdict.validationErrors).toHaveLength(20);
  });
  it("names an element that is wrong by its path and its value, and says whose value nobody keeps", () => {
    const told = (from: string, to: string) =>
      judge({ name: from, xml: swap(from, to) }).failures.map(({ params, personal }) => [params, personal]);
    expect(told("<nNF>1234", "<nNF>12E4")).toEqual([[{ element: "NFe/infNFe/ide/nNF", value: "12E4" }, undefined]]);
    expect(told("<CPF>529", "<CPF>X29")).toEqual([[{ element: "NFe/infNFe/dest/CPF", value: "X2998224725" }, ["value"]]]);
  });
  it("names 20 elements that are wrong, however many there are", () => {
    const { failures } = judge({ name: "many", xml: swap("</nfeProc>", `${"<protNFe/>".repeat(30)}</nfeProc>`) });
    expect(failures.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => "danfe_element_repeated"));
  });
});
