import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { invoiceErrors } from "../../src/orders/invoice/errors.ts";
import { xmlReason } from "../../src/orders/invoice/xml-reasons.ts";
import { parseXml, type XmlRefused } from "../../src/orders/invoice/xml.ts";
import { failureMessage, type Lang } from "../../src/platform/contract/errors.ts";
import { isNode, sourceOf, within, type Node } from "../architecture/source.ts";
import { strayWords } from "../languages/words.ts";

const parser = createRequire(import.meta.url).resolve("saxes");
/** Everything that the parser can say, as its program has it; a name stands where it tells one. */
const SAYS = sourceOf("saxes.js", readFileSync(parser, "utf8")).nodes.flatMap((node) => {
  const callee = node.type === "CallExpression" && (node["callee"] as Node);
  const isFail = callee && isNode(callee["property"]) && callee["property"]["name"] === "fail";
  return isFail ? (node["arguments"] as readonly Node[]).flatMap((argument) => [...within(argument)].flatMap(textOf)) : [];
});
function textOf(node: Node): readonly string[] {
  if (node.type === "Literal" && typeof node["value"] === "string") return [node["value"]];
  if (node.type !== "TemplateLiteral") return [];
  return [(node["quasis"] as readonly Node[]).map((part) => (part["value"] as { readonly cooked: string }).cooked).join("nNF")];
}

/** The refusal of a text that is no well-formed XML. */
function told(xml: string, lang: Lang): string {
  const ignored = () => undefined;
  try {
    parseXml(xml, { open: ignored, text: ignored, instruction: ignored, close: ignored });
  } catch (error) {
    const { code, params } = error as XmlRefused;
    return failureMessage(invoiceErrors.failure(code, { params }), lang);
  }
  return "taken";
}

describe("why a document is no well-formed XML", () => {
  it("is every reason of the parser, in both languages and none of its words", () => {
    const reasons = SAYS.filter((one) => !["", ", "].includes(one) && !one.startsWith("cannot write after close"));
    expect(reasons.length).toBeGreaterThan(50);
    const unknown = JSON.stringify(xmlReason("something new"));
    expect(reasons.filter((said) => JSON.stringify(xmlReason(said)) === unknown)).toEqual([]);
    const ours = reasons.map((said) => xmlReason(said));
    for (const lang of ["pt-BR", "en"] as const) expect(ours.flatMap((reason) => strayWords(reason[lang], lang))).toEqual([]);
  });

  it.each([
    ["<a><b></a>", "um elemento é fechado fora da sua ordem", "an element is closed out of its order"],
    ["<a x=1/>", "há um valor de atributo sem aspas", "there is an attribute value without quotes"],
    ["<a>", "o elemento a não foi fechado", "the element a is not closed"],
    ["<a>Tênis &nbsp; Cia</a>", "há uma referência &nbsp; que o XML não conhece", "there is a reference &nbsp; that XML does not know"],
    ["<a x='&ccedil;'/>", "há uma referência &ccedil; que o XML", "there is a reference &ccedil; that XML"],
    ["\ufeff<a>Tênis\r\n&foo;</a>", "há uma referência &foo; que o XML", "there is a reference &foo; that XML"],
    ["<a>&#1;</a>", "há uma referência &#1; que o XML", "there is a reference &#1; that XML"],
    [`<a>&${"o".repeat(100)};</a>`, "há uma referência &…; que o XML", "there is a reference &…; that XML"],
    ["<x:a/>", 'o prefixo "x" não foi declarado (xmlns)', 'the prefix "x" was not declared (xmlns)'],
    ["<a><?xml version='1.0'?></a>", "a declaração <?xml …?> não está no começo", "the declaration <?xml …?> is not at the beginning"],
    ["<a>\ud800</a>", "há metade de um par substituto UTF-16", "there is half of a UTF-16 surrogate pair"],
  ])("of %j is %s", (xml, portuguese, english) => {
    expect(told(xml, "pt-BR")).toContain(`(${portuguese}`);
    expect(told(xml, "en")).toContain(`(${english}`);
  });

  it("tells a name of the document cut", () => {
    expect(told(`<${"a".repeat(10_000)}>`, "en").length).toBeLessThan(300);
  });
});
