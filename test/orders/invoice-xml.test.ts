import { describe, expect, it } from "vitest";
import { walkXml } from "../../src/orders/invoice/xml.ts";
import { invoiceXml, type InvoiceToWrite } from "../../src/orders/invoice/write.ts";
import { INVOICE } from "./invoices.ts";

/** The texts of all elements of a name, as a reader of XML understands them. */
function textsOf(invoice: InvoiceToWrite, element: string): readonly string[] {
  const texts: string[] = [];
  let inside = false;
  walkXml(invoiceXml(invoice), {
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
const REAL: InvoiceToWrite = { ...INVOICE, environment: "production" };
const issuerNamed = (name: string) => textsOf({ ...REAL, issuer: { ...REAL.issuer, name } }, "xNome")[0];

describe("invoiceXml", () => {
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
