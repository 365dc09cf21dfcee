import { OPERATIONS } from "../../../src/openapi/all-operations.ts";
import { isNode, nameOf, type Node, type Source, sourcesOf, within } from "../../architecture/source.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
/** Part of every screen. */
const SHELL = ["web/src/app/start.tsx", "web/src/app/shell/Shell.tsx"];

/** The sources of the pages, by their path below the project. */
export const PAGES: ReadonlyMap<string, Source> = new Map(
  sourcesOf("web/src/**/*.ts", "web/src/**/*.tsx").map((source) => [source.path, source]),
);

/** A file with all that it imports, however late. */
export function filesBehind(...paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = PAGES.get(path);
    if (source === undefined || found.has(path)) continue;
    found.add(path);
    for (const { target, typesOnly } of source.imports) if (target !== undefined && !typesOnly) waiting.push(target);
  }
  return found;
}

/** Texts that are constants of a file: `const ORDER = "/operator/v1/orders"`. */
const constantsOf = ({ nodes }: Source): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap((node): [string, string][] => {
      const value = (node["init"] as { readonly value?: unknown } | null)?.value;
      const name = nameOf(node["id"]);
      return node.type === "VariableDeclarator" && name !== undefined && typeof value === "string" ? [[name, value]] : [];
    }),
  );
const CONSTANTS = new Map([...PAGES].map(([path, source]) => [path, constantsOf(source)]));

/** The text of an expression, with what is not known before the program runs as `{}`; undefined when it is no text. */
function textOf(source: Source, node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  const name = nameOf(node);
  if (name !== undefined) {
    const from = source.imports.find(({ names }) => names.includes(name))?.target ?? source.path;
    return CONSTANTS.get(from)?.get(name);
  }
  if (node.type !== "TemplateLiteral") return undefined;
  const texts = (node["quasis"] as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked);
  const values = node["expressions"] as readonly Node[];
  return texts.map((text, nth) => text + (nth < values.length ? (textOf(source, values[nth]) ?? "{}") : "")).join("");
}

/** A path whose parameters have no names: `/orders/{}`. */
const nameless = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");
const BY_CALL = new Map(OPERATIONS.map((operation) => [`${operation.method} ${nameless(operation.path)}`, operation]));

/** The operations that a file calls: `api.GET("/api/v1/orders")`, or by an address that it hands on, such as of a download. */
function calledBy(path: string): readonly string[] {
  const source = PAGES.get(path)!;
  return source.nodes.flatMap((node) => {
    const callee = node.type === "CallExpression" && isNode(node["callee"]) ? node["callee"] : undefined;
    const method = callee?.type === "MemberExpression" ? nameOf(callee["property"]) : undefined;
    const address = textOf(source, handedOn(node));
    return address === undefined ? [] : idOf(method !== undefined && METHODS.has(method) ? method : "GET", address);
  });
}

/** The first thing that is given to a call, or what an attribute has. */
function handedOn(node: Node): unknown {
  if (node.type === "CallExpression" || node.type === "NewExpression") return (node["arguments"] as readonly Node[])[0];
  if (node.type !== "JSXAttribute" || !isNode(node["value"])) return undefined;
  return node["value"].type === "JSXExpressionContainer" ? node["value"]["expression"] : node["value"];
}

const idOf = (method: string, address: string): readonly string[] => {
  const operation = BY_CALL.get(`${method} ${nameless(address.replace(/\?.*$/s, ""))}`);
  return operation === undefined ? [] : [operation.id];
};

const ofShell = filesBehind(...SHELL);
const CALLED_BY_SHELL = new Set([...ofShell].flatMap(calledBy));

/** The operations of a screen: those that its files call, and the shell does not. */
export const operationsBehind = (files: ReadonlySet<string>): readonly string[] =>
  [...new Set([...files].flatMap(calledBy))].filter((id) => !CALLED_BY_SHELL.has(id)).toSorted();

/** The nodes inside a call of `name`. */
export const callsOf = (source: Source, name: string): readonly Node[] =>
  source.nodes.filter((node) => node.type === "CallExpression" && nameOf(node["callee"]) === name);

/** The first literal text that a property of an object inside has. */
export function propertyOf(node: Node, name: string): string | undefined {
  for (const one of within(node)) {
    const value = one.type === "Property" && nameOf(one["key"]) === name ? (one["value"] as { readonly value?: unknown }).value : undefined;
    if (typeof value === "string") return value;
  }
  return undefined;
}
