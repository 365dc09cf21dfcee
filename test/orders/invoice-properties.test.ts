import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readInvoiceDocument } from "../../src/orders/invoice/parse-document.ts";
import { INVOICE_FIELDS, type InvoiceFieldName } from "../../src/orders/invoice/document-fields.ts";
import { type InvoiceLine, type InvoiceXmlInput, invoiceKey, generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { fakeCpf } from "../../src/orders/tax-ids.ts";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { bodyOf, contextOf, INVOICE, ISSUED_AT, resigned, swap, verdictOf } from "./invoices.ts";
import { someCnpj } from "./some-cnpj.ts";

/** How often a property is tried, and by which chance. */
function tries(numRuns: number) {
  figures({ seed: SEED, tries: numRuns });
  return { numRuns, seed: SEED };
}

const digit = fc.nat(9).map(String);
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const person = chance.map((one) => fakeCpf(() => one));
const company = fc
  .tuple(fc.array(chance, { minLength: 1 }), fc.constantFrom("numeric" as const, "alphanumeric" as const))
  .map(([chances, kind]) => {
    let drawn = 0;
    return someCnpj(() => chances[drawn++ % chances.length]!, kind);
  });
const name = fc.string({ unit: "grapheme", maxLength: 200 });
const line: fc.Arbitrary<InvoiceLine> = fc.record(
  {
    sku: fc.stringMatching(/^[A-Z0-9._-]{1,50}$/),
    name,
    quantity: fc.integer({ min: 1, max: 99 }),
    unitCents: fc.integer({ min: 100, max: 1_000_000 }),
    discountCents: fc.integer({ min: 0, max: 50 }),
    ean: fc.constantFrom("7890000000017", "SEM GTIN"),
  },
  { requiredKeys: ["sku", "name", "quantity", "unitCents"] },
);
const DAY_MS = 86_400_000;
const invoices: fc.Arbitrary<InvoiceXmlInput> = fc.record({
  environment: fc.constantFrom("sandbox" as const, "production" as const),
  stateCode: fc.constantFrom("11", "29", "35", "43", "53"),
  issuer: fc.record({ cnpj: company, name }),
  series: fc.integer({ min: 0, max: 999 }),
  number: fc.integer({ min: 1, max: 999_999 }),
  numericCode: fc.integer({ min: 13_000_000, max: 21_999_999 }).map(String),
  // A year's worth of instants, São Paulo's midnights among them.
  issuedAtMs: fc.integer({ min: 0, max: 365 * 86_400 }).map((seconds) => ISSUED_AT - DAY_MS * 365 + seconds * 1_000),
  authorizedAtMs: fc.constant(ISSUED_AT),
  protocolNumber: fc.stringMatching(/^\d{15}$/),
  recipient: fc.record({ document: fc.oneof(person, company), name }),
  marketplace: fc.record({ cnpj: company, sellerId: name }),
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  freightCents: fc.integer({ min: 0, max: 20_000 }),
  packages: fc.integer({ min: 1, max: 20 }),
});

const totalOf = ({ lines, freightCents }: InvoiceXmlInput) =>
  lines.reduce((total, { quantity, unitCents, discountCents = 0 }) => total + quantity * unitCents - discountCents, freightCents);
const rightContext = (invoice: InvoiceXmlInput) =>
  contextOf(invoice, {
    sellerCnpj: invoice.issuer.cnpj,
    totalCents: totalOf(invoice),
    customerDocument: invoice.recipient.document,
    marketplaceCnpj: invoice.marketplace.cnpj,
  });

describe("whatever invoice was written well", () => {
  it("has nothing wrong, with the body's fields and without them", () => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        for (const fields of [
          {},
          { key: undefined, line: undefined, number: undefined },
          { key: invoiceKey(invoice).toLowerCase(), volume: invoice.packages },
        ]) {
          const { refused, noted, verdict } = verdictOf(bodyOf(invoice, fields), rightContext(invoice));
          expect({ refused, noted }).toEqual({ refused: [], noted: [] });
          expect(verdict).toMatchObject({
            accessKey: invoiceKey(invoice),
            document: { issuedAtMs: invoice.issuedAtMs, totalCents: totalOf(invoice), packages: invoice.packages },
          });
        }
      }),
      tries(budget(150, 5_000)),
    );
  });
});

const XML = generateInvoiceXml(INVOICE);
const judged = (danfeXml: string) => {
  const { refused, noted } = verdictOf(bodyOf(INVOICE, { danfeXml }), contextOf(INVOICE));
  return [...refused, ...noted];
};

describe("the same document written otherwise", () => {
  const DS = "http://www.w3.org/2000/09/xmldsig#";
  it.each<[string, (xml: string) => string]>([
    ["with a byte order mark", (xml) => `\uFEFF${xml}`],
    ["without a declaration", swap(/<\?xml.*?\?>/, "")],
    ["with line ends outside of what is signed", swap("</NFe><protNFe", "</NFe>\r\n<protNFe")],
    ["with space around a value of the protocol", swap(/<cStat>100<\/cStat>/, "<cStat>\n 100 </cStat>")],
    ["with comments, also inside values", (xml) => swap("<nNF>12", "<nNF>12<!-- 99 -->")(swap("<ide>", "<!-- x --><ide>")(xml))],
    ["with a value in CDATA", swap("<nNF>1234</nNF>", "<nNF><![CDATA[12]]>34</nNF>")],
    ["with a value in references", swap("<nNF>1234", "<nNF>&#49;&#x32;34")],
    ["with single quotes", swap(/"/g, "'")],
    ["with the namespace said again", swap("<NFe>", '<NFe xmlns="http://www.portalfiscal.inf.br/nfe">')],
    [
      "with a prefix for the signature",
      (xml) =>
        xml.replace(/<Signature.*<\/Signature>/s, (signature) =>
          signature.replace(/<(\/?)(\w)/g, "<$1ds:$2").replace("xmlns=", "xmlns:ds="),
        ),
    ],
    ["with elements that nobody reads", swap("</nfeProc>", `<x:a xmlns:x="urn:x"><x:nNF>9</x:nNF></x:a></nfeProc>`)],
    ["with a digest over two lines", swap(/<DigestValue>(....)/, "<DigestValue>$1\n")],
    ["with leading zeros", (xml) => resigned(swap("<nNF>1234", "<nNF>0001234")(xml))],
  ])("%s is the same", (_name, change) => {
    const changed = change(XML);
    expect(changed).not.toBe(XML);
    expect(judged(changed)).toEqual([]);
  });
  it("with prefixes everywhere is read, but was signed otherwise", () => {
    const prefixed = XML.replace(/<(\/?)(\w)/g, "<$1n:$2")
      .replaceAll("xmlns=", "xmlns:n=")
      .replaceAll(`n:Signature xmlns:n="${DS}"`, "n:Signature");
    expect(judged(prefixed)).toEqual(["danfe_unsigned /danfeXml", "danfe_prefixed /danfeXml"]);
  });
});

describe("one change to a good document", () => {
  const start = XML.indexOf("<infNFe");
  const end = XML.indexOf("</infNFe>") + "</infNFe>".length;

  it("is found wherever it is in what was signed", () => {
    const place = fc.integer({ min: start, max: end - 1 });
    const instead = fc.constantFrom("", "0", "7", "Q", "<", "&", "é");
    fc.assert(
      fc.property(place, instead, (at, character) => {
        fc.pre(XML[at] !== character);
        expect(judged(XML.slice(0, at) + character + XML.slice(at + 1))).not.toEqual([]);
      }),
      tries(budget(500, 20_000)),
    );
  });

  it("to any value that is read has its own name, even when it is signed anew", () => {
    /** Values that may differ from one good invoice to the next with the same key. */
    const free: ReadonlySet<InvoiceFieldName> = new Set(["protocolNumber", "digestMethod", "packages"]);
    const texts = Object.entries(INVOICE_FIELDS)
      .filter(([field]) => !free.has(field as InvoiceFieldName))
      .map(([, { at }]) => at.map((path) => path.replace("*", "").split("/").at(-1)!.replace("ds:", "")))
      .flat()
      .filter((element) => !element.startsWith("@") && XML.includes(`<${element}>`));
    expect(texts.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), digit, (element, seed, instead) => {
        const values = [...XML.matchAll(new RegExp(`<${element}>([^<]*)`, "g"))];
        const { 1: value = "", index } = values[seed % values.length]!;
        const at = index + element.length + 2 + (seed % value.length);
        fc.pre(XML[at] !== instead && isDigitOfTotal(element, value, at - index - element.length - 2));
        const changed = XML.slice(0, at) + instead + XML.slice(at + 1);
        // Authorised late is authorised.
        fc.pre(!changed.includes("<cStat>150"));
        const digests = /^(DigestValue|digVal)$/.test(element);
        expect(judged(digests ? changed : resigned(changed))).not.toEqual([]);
      }),
      tries(budget(300, 10_000)),
    );
  });
  // A total may be a real away from the order's.
  const isDigitOfTotal = (element: string, value: string, place: number) => element !== "vNF" || place < value.indexOf(".") - 1;
});

describe("whatever came as danfeXml", () => {
  it("is read or refused, never thrown at", () => {
    const text = fc.string({ unit: "binary", maxLength: 300 });
    const markup = fc
      .array(
        fc.constantFrom(
          "<",
          ">",
          "</",
          "/>",
          "<!--",
          "-->",
          "<![CDATA[",
          "]]>",
          "<?",
          "?>",
          "&#",
          ";",
          "nNF",
          " a=",
          '"',
          "\ud800",
          "\0",
          "x:",
        ),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(text, markup), fc.nat(XML.length), fc.boolean(), (strange, at, alone) => {
        const { document, problems } = readInvoiceDocument(alone ? strange : XML.slice(0, at) + strange + XML.slice(at));
        expect(document === undefined ? problems.length > 0 : problems.length === 0).toBe(true);
      }),
      tries(budget(1_000, 50_000)),
    );
  });
});
