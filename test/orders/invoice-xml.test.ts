import { describe, expect, it } from "vitest";
import { leadingSpacePosition, parseXml, XmlRefused, type XmlVisitor } from "../../src/orders/invoice/xml.ts";
import { LONE_SURROGATE } from "../../src/orders/invoice/xml-reasons.ts";
import { generateInvoiceXml, type InvoiceXmlInput } from "../../src/orders/invoice/generate-xml.ts";
import type { LocalizedText } from "../../src/platform/contract/errors.ts";
import { INVOICE } from "./invoices.ts";

/** The texts of all elements of a name, as a reader of XML understands them. */
function textsOf(invoice: InvoiceXmlInput, element: string): readonly string[] {
  const texts: string[] = [];
  let inside = false;
  parseXml(generateInvoiceXml(invoice), {
    open({ local }) {
      inside = local === element;
      if (inside) texts.push("");
    },
    text(text) {
      if (inside) texts[texts.length - 1] += text;
    },
    instruction: () => undefined,
    close() {
      inside = false;
    },
  });
  return texts;
}
const REAL: InvoiceXmlInput = { ...INVOICE, environment: "production" };
const issuerNamed = (name: string) => textsOf({ ...REAL, issuer: { ...REAL.issuer, name } }, "xNome")[0];

describe("generateInvoiceXml", () => {
  it.each([
    ["Ação & Cia <Ltda> \"1\" 'a'", "Ação & Cia <Ltda> \"1\" 'a'"],
    ["&amp;]]>", "&amp;]]>"],
    ["  Loja\r\n\tdo  Zé\u0000 ", "Loja do Zé"],
    ["Loja 😀 日本", "Loja"],
    ["Sa\u0303o", "São"],
    ["", "-"],
    [" \u00a0", "-"],
    ["x".repeat(200), "x".repeat(60)],
    [`${"x".repeat(59)} y`, "x".repeat(59)],
  ])("writes the name %j as %j", (name, written) => expect(issuerNamed(name)).toBe(written));

  it("tells every line with its amounts, freight on the first", () => {
    expect(textsOf(REAL, "cProd")).toEqual(["TENIS-38", "MEIA-U"]);
    expect(textsOf(REAL, "qCom")).toEqual(["2.0000", "1.0000"]);
    expect(textsOf(REAL, "vUnCom")).toEqual(["199.90", "19.90"]);
    // The last one is the sum.
    expect(textsOf(REAL, "vProd")).toEqual(["399.80", "19.90", "419.70"]);
    expect(textsOf(REAL, "vFrete")).toEqual(["15.00", "15.00"]);
    expect(textsOf(REAL, "vDesc")).toEqual(["9.90", "9.90"]);
    expect(textsOf(REAL, "vNF")).toEqual(["424.80"]);
    expect(textsOf(REAL, "vPag")).toEqual(["424.80"]);
  });
  it("says in the sandbox that it is none, and names nobody", () => {
    expect(textsOf(REAL, "xNome")[1]).toBe("Ana Souza");
    expect(textsOf(INVOICE, "xNome")[1]).toBe("NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL");
    expect(textsOf(INVOICE, "xProd")).toEqual(["NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL", "Meia Aerovia"]);
    expect(textsOf(INVOICE, "tpAmb")).toEqual(["2", "2"]);
  });
  it("is for a person or a company", () => {
    expect(textsOf(REAL, "CPF")).toEqual(["52998224725"]);
    expect(textsOf({ ...REAL, recipient: { document: "11222333000181", name: "Clube" } }, "CPF")).toEqual([]);
  });
});

const NOBODY: XmlVisitor = { open: () => undefined, text: () => undefined, instruction: () => undefined, close: () => undefined };

/** The code and the facts with which a document is refused; undefined when it is read. */
function refusal(xml: string): Readonly<Record<string, unknown>> | undefined {
  try {
    parseXml(xml, NOBODY);
    return undefined;
  } catch (error) {
    if (error instanceof XmlRefused) return { code: error.code, ...error.params };
    throw error;
  }
}
const nested = (depth: number, inside = "") => "<a>".repeat(depth) + inside + "</a>".repeat(depth);
const attributes = (count: number) => Array.from({ length: count }, (_, n) => ` b${n}=""`).join("");

describe("a document that is walked (reliability T33)", () => {
  it.each<[what: string, of: (size: number) => string, most: number, code: string]>([
    ["bytes", (size) => `<a>${"x".repeat(size - "<a></a>".length)}</a>`, 1_048_576, "danfe_too_large"],
    ["bytes, which are not characters,", (size) => `<a>é${"x".repeat(size - "<a>éé</a>".length)}</a>`, 1_048_576, "danfe_too_large"],
    ["levels", nested, 32, "danfe_too_deep"],
    ["levels beside others", (size) => nested(1, nested(20, "<b/>".repeat(50)) + nested(size - 1)), 32, "danfe_too_deep"],
    ["elements", (size) => nested(1, "<b/>".repeat(size - 1)), 60_000, "danfe_too_many_elements"],
    ["attributes of each element", (size) => `<a${attributes(32)}><b${attributes(size)}/></a>`, 32, "danfe_too_many_attributes"],
  ])("has some %s and no more", (_what, of, most, code) => {
    expect(refusal(of(most))).toBeUndefined();
    expect(refusal(of(most + 1))).toMatchObject({ code, allowed: most });
  });

  it("says where it stops to be one, and why, with 80 characters of a name", () => {
    const reason = { "pt-BR": "um elemento é fechado fora da sua ordem", en: "an element is closed out of its order" };
    expect(refusal("<a>\n<b></a>")).toEqual({ code: "danfe_malformed", line: 2, column: 7, at: 11, reason });
    const { en } = refusal(`<a b${"x".repeat(200)}:c=""/>`)!["reason"] as LocalizedText;
    expect(en).toBe(`the prefix "b${"x".repeat(78)} was not declared (xmlns)`);
    expect(refusal("<a>\ud800</a>")).toEqual({ code: "danfe_malformed", line: 1, column: 0, at: 0, reason: LONE_SURROGATE });
  });

  it.each([
    ["\ufeff<a></b>", { line: 1, column: 7 }, undefined],
    ['  <?xml version="1.0"?><a></b>', { line: 1, column: 30 }, { line: 1, column: 3 }],
    ['\ufeff\t<?xml version="1.0"?><a></b>', { line: 1, column: 29 }, { line: 1, column: 2 }],
    ['\r\n\r \n <?xml version="1.0"?><a></b>', { line: 4, column: 29 }, { line: 4, column: 2 }],
    ['\r\n<?xml version="1.0"?>\r\n<a></b>', { line: 3, column: 7 }, { line: 2, column: 1 }],
    ["\n<a></b>", { line: 2, column: 7 }, undefined],
  ])("counts lines and columns as editors do: %j", (xml, place, declaredAt) => {
    expect(refusal(xml)).toMatchObject({ code: "danfe_malformed", at: xml.length, ...place });
    expect(leadingSpacePosition(xml)).toEqual(declaredAt);
  });

  it("is of XML 1.0, whatever it says of itself", () => {
    expect(refusal('<?xml version="1.0"?><a>&#1;</a>')).toMatchObject({ code: "danfe_malformed" });
    expect(refusal('<?xml version="1.1"?><a>&#1;</a>')).toMatchObject({ code: "danfe_malformed" });
  });
});
