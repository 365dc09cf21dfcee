import { describe, expect, it } from "vitest";
import { APIS, apiDocument } from "../src/openapi/documents.ts";
import type { Lang } from "../src/platform/contract/errors.ts";
import { isNode, sourcesOf, type Node } from "./architecture/source.ts";
import { foreignIn, strayWords } from "./languages/words.ts";

const LANGS: readonly Lang[] = ["pt-BR", "en"];

function keyOf(property: Node): unknown {
  const key = property["key"];
  return isNode(key) ? (key["value"] ?? key["name"]) : undefined;
}

/** The texts that stand in a node: literals and parts of templates, but for the types of JSON Schemas. */
function literalsIn(node: Node): readonly string[] {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "TemplateElement") return [(node["value"] as { readonly cooked: string }).cooked];
  if (node.type === "Property") return keyOf(node) === "type" ? [] : literalsIn(node["value"] as Node);
  return Object.values(node)
    .flatMap((field) => (Array.isArray(field) ? field : [field]))
    .flatMap((part) => (isNode(part) ? literalsIn(part) : []));
}

/** Every text of a file that is told in both languages, with its place. */
function textsOf({ path, nodes, lineOf }: ReturnType<typeof sourcesOf>[number]) {
  return nodes.flatMap((node) => {
    if (node.type !== "ObjectExpression") return [];
    const members = node["properties"] as readonly Node[];
    const ofLang = (lang: Lang) => members.find((member) => member.type === "Property" && keyOf(member) === lang);
    if (!LANGS.every(ofLang)) return [];
    return LANGS.flatMap((lang) =>
      literalsIn(ofLang(lang)!["value"] as Node).map((text) => ({ at: `${path}:${lineOf(node)}`, lang, text })),
    );
  });
}

/** What documents say: descriptions and summaries are Portuguese, `x-description-en` is English. */
const SAID: Readonly<Record<string, Lang>> = { description: "pt-BR", summary: "pt-BR", "x-description-en": "en" };
const saidIn = (part: unknown, at: string): readonly { readonly at: string; readonly lang: Lang; readonly text: string }[] =>
  typeof part !== "object" || part === null
    ? []
    : Object.entries(part).flatMap(([name, value]) =>
        typeof value === "string" && SAID[name] !== undefined
          ? [{ at: `${at}/${name}`, lang: SAID[name], text: value }]
          : saidIn(value, `${at}/${name}`),
      );

/** Words of the other language that are meant: names that people use in both. */
const MEANT = new Set(["em catalogação", "são paulo"]);
const stray = ({ at, lang, text }: { readonly at: string; readonly lang: Lang; readonly text: string }): readonly string[] => {
  const found = strayWords(
    [...MEANT].reduce((rest, one) => rest.replace(new RegExp(one, "gi"), " "), text),
    lang,
  );
  return found.length === 0 ? [] : [`${at} ${lang} [${found.join()}] ${text}`];
};

describe("both languages are whole", () => {
  const texts = sourcesOf("src/**/*.ts").flatMap(textsOf);

  it("every text of the program is in the language it says", () => {
    expect(texts.length).toBeGreaterThan(2_000);
    expect(texts.flatMap(stray)).toEqual([]);
  });

  it.each(APIS)("every description of the document of %s is", (api) => {
    const said = saidIn(apiDocument(api), api);
    expect(said.length).toBeGreaterThan(100);
    expect(said.flatMap(stray)).toEqual([]);
  });
});

describe("the twin of the words that are looked for", () => {
  it.each([
    [
      "a parser's reason",
      "pt-BR",
      "O danfeXml não é um XML bem formado: linha 3, coluna 7 (disallowed character in tag name).",
      ["disallowed", "character"],
    ],
    ["a type of JSON", "pt-BR", "/quantity: recebido dois (string); envie um número inteiro.", ["string"]],
    ["a sentence that was not translated", "pt-BR", "The order does not exist.", ["the", "does", "not"]],
    ["a Portuguese sentence in English", "en", "O pedido não existe.", ["pedido", "não"]],
    ["a Portuguese reason in an English sentence", "en", "Notifications cannot go there: endereço interno.", ["endereço"]],
  ] as const)("sees %s", (_what, lang, sentence, found) => {
    expect(strayWords(sentence, lang)).toEqual(found);
  });

  it.each([
    ["a name of the contract", "pt-BR", "O campo shippingCode veio como {received}; use GET /api/v1/orders/{orderNumber}/shippings."],
    ["what is quoted", "pt-BR", 'O sku "the red one" não está registrado; confira `the list`.'],
    ["a placeholder", "en", "The store {que} is closed; see <não>."],
  ] as const)("passes over %s", (_what, lang, sentence) => expect(strayWords(sentence, lang)).toEqual([]));

  it("sees them in an answer, in its language, and passes over what the answer repeats", () => {
    const refusal = (message: string, received?: string) => ({
      headers: new Headers({ "content-language": "pt-BR" }),
      json: { description: message, notifications: [message], details: [{ code: "a", message, received }] },
    });
    expect(foreignIn(refusal("Recebido the thing (string); envie um texto.", "the thing"))).toEqual([
      "pt-BR [string] Recebido the thing (string); envie um texto.",
    ]);
    expect(foreignIn(refusal("Envie um valor do tipo integer."))).toHaveLength(1);
    expect(foreignIn(refusal("Recebido the thing (texto); envie um número.", "the thing"))).toEqual([]);
    expect(foreignIn({ ...refusal("Recebido um texto."), headers: new Headers({ "content-language": "en" }) })).toHaveLength(1);
  });
});
