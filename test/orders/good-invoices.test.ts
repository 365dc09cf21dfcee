import { describe, expect, it } from "vitest";
import { invoiceXml } from "../../src/orders/invoice/write.ts";
import { isoDateTime } from "../../src/platform/clock.ts";
import { type BadInvoice, changed, CLOCKS_APART_MS, KEY, noDocument, NOW, onlyDocument, onlyKey, without } from "./invoice-corpus.ts";
import { bodyOf, contextOf, INVOICE, keyWith, MARKETPLACE, resigned, SELLER, swap, verdictOf } from "./invoices.ts";

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
  { name: "changed under a signature that is not judged", xml: (xml) => swap("Meia Aerovia", "Meia Azul")(signedBySha256(xml)) },
];

function judge({ invoice: changes = {}, xml = (text) => text, body: fields = {}, context = {} }: GoodInvoice) {
  const invoice = { ...INVOICE, ...changes };
  return verdictOf(bodyOf(invoice, { danfeXml: xml(invoiceXml(invoice)), ...fields }), contextOf(invoice, context));
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
  it("names an element that is wrong by its path and its value, but for a person's", () => {
    const params = (from: string, to: string) => judge({ name: from, xml: swap(from, to) }).failures.map((failure) => failure.params);
    expect(params("<nNF>1234", "<nNF>12E4")).toEqual([{ element: "NFe/infNFe/ide/nNF", value: "12E4" }]);
    expect(params("<CPF>529", "<CPF>X29")).toEqual([{ element: "NFe/infNFe/dest/CPF", value: "***" }]);
  });
  it("names 20 elements that are wrong, however many there are", () => {
    const { failures } = judge({ name: "many", xml: swap("</nfeProc>", `${"<protNFe/>".repeat(30)}</nfeProc>`) });
    expect(failures.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => "danfe_element_repeated"));
  });
});
