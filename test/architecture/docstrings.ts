import { fileRule, type Rule } from "./rule.ts";
import { isNode, type Node, nameOf, type Source, within } from "./source.ts";

/** Files of the pages with one export, which their name explains. */
const TEXTS_OR_ROUTE = /\/(texts\.[\w-]+|route)\.tsx?$/;

/** What is explained where a reader meets it first; a docstring would say it twice. */
const EXPLAINED: readonly ((declared: Node) => boolean)[] = [
  // Rows that carry their own explanation: an operation of the contract, a critique.
  (declared) => nameOf((declared["init"] as Node | null)?.["callee"]) === "operation" && hasField(declared, "summary"),
  (declared) => typeNameOf(declared) === "CritiqueRule" && hasField(declared, "rule"),
  // What a function takes, and what a statement answers: its fields speak, the function or the statement says the rest.
  (declared) => declared.type === "TSInterfaceDeclaration" && /(Context|Settings|Options|Row)$/.test(nameOf(declared["id"]) ?? ""),
  // A type read off a table or a schema, which has the docstring.
  (declared) => declared.type === "TSTypeAliasDeclaration" && [...within(declared)].some(({ type }) => type === "TSTypeQuery"),
];

/** The name of a variable's type annotation: `CritiqueRule` for `const x: CritiqueRule`. */
const typeNameOf = (declared: Node) => {
  const annotation = (declared["id"] as Node)["typeAnnotation"] as Node | null;
  return nameOf((annotation?.["typeAnnotation"] as Node | undefined)?.["typeName"]);
};

/** Whether a docstring ends right before a place in a text. */
function docstringBefore({ text }: Pick<Source, "text">, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return before.endsWith("*/") && before.startsWith("/**", before.lastIndexOf("/*"));
}

/** Every export says what it answers, in which units, and what it refuses (STYLE.md). */
export const DOCSTRINGS: Rule = fileRule({
  name: "every export has a docstring",
  about: (path) => path.startsWith("src/") || (path.startsWith("web/") && !TEXTS_OR_ROUTE.test(path)),
  find: (source) =>
    (source.program["body"] as readonly Node[]).flatMap((node) => {
      const declared = node.type === "ExportNamedDeclaration" ? node["declaration"] : undefined;
      if (!isNode(declared) || docstringBefore(source, node.start) || isExplained(declared)) return [];
      return [{ path: source.path, line: source.lineOf(node), found: namesOf(declared).join(", ") }];
    }),
  broken: [
    { "src/app.ts": "export const a = 1;" },
    { "src/app.ts": "// a comment is no docstring\nexport function a() {}" },
    { "src/app.ts": "/** of b */\nconst b = 1;\nexport interface A {}" },
    { "src/app.ts": "/* no docstring */\nexport type A = 1;" },
    { "src/stock/contract.ts": 'export const getStock = operation({ id: "getStock" });' },
    { "src/stock/queries.ts": 'export const getStocks = statement<StockRow>("stock.get", "");' },
    { "src/stock/stock-view.ts": "export interface Balance {}" },
  ],
  kept: [
    { "src/app.ts": "/** What it is. */\nexport const a = 1;\nconst b = 2;\nexport { b };" },
    { "src/app.ts": 'export { a } from "./a.ts";' },
    { "src/stock/contract.ts": 'export const getStock = operation({ summary: "Consulta o estoque" });' },
    { "src/stock/queries.ts": "export interface StockRow {}" },
    { "src/stock/contract.ts": "export type StockBody = Static<typeof StockBody>;" },
    { "src/catalog/critiques/x.ts": 'export const x: CritiqueRule = { rule: { en: "..." } };' },
  ],
});

const declaredIn = (node: Node): readonly Node[] => (node["declarations"] as readonly Node[] | undefined) ?? [node];
const namesOf = (node: Node) => declaredIn(node).map((one) => nameOf(one["id"]) ?? one.type);

const isExplained = (node: Node) => declaredIn(node).every((one) => EXPLAINED.some((is) => is(one)));

/** Whether the object a variable is, or is made from, has a field. */
function hasField(declared: Node, field: string): boolean {
  const init = declared["init"] as Node;
  const object = init.type === "CallExpression" ? (init["arguments"] as readonly Node[])[0] : init;
  return ((object?.["properties"] ?? []) as readonly Node[]).some((property) => nameOf(property["key"]) === field);
}
