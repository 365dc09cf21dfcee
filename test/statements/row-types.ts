import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isNode, type Node, nameOf, PROJECT, type Source, sourceOf } from "../architecture/source.ts";

/** What a row type says of a column: the kinds of value it may have (`number`, `string`, ... or `other`), and whether it may be absent. */
export interface Field {
  readonly kinds: readonly string[];
  readonly optional: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

const sources = new Map<string, Source>();
const sourceAt = (path: string): Source => {
  const source = sources.get(path) ?? sourceOf(path, readFileSync(join(PROJECT, path), "utf8"));
  sources.set(path, source);
  return source;
};

/** The fields of `Row` in each `export const x = statement<Row>(...)` of a file; `never` has none and reads nothing. */
export function rowTypesOf(source: Source): ReadonlyMap<string, Fields | "never"> {
  const declared = (source.program["body"] as readonly Node[]).flatMap((node) => {
    const declaration = node.type === "ExportNamedDeclaration" ? node["declaration"] : undefined;
    return isNode(declaration) && declaration.type === "VariableDeclaration" ? (declaration["declarations"] as readonly Node[]) : [];
  });
  return new Map(
    declared.flatMap((one) => {
      const call = one["init"] as Node | null;
      if (nameOf(call?.["callee"]) !== "statement") return [];
      const [row] = paramsOf(call!);
      if (row === undefined) throw new Error(`${source.path}: ${nameOf(one["id"])} says nothing of its rows`);
      return [[nameOf(one["id"])!, row.type === "TSNeverKeyword" ? "never" : fieldsOf(row, source)] as const];
    }),
  );
}

const paramsOf = (node: Node): readonly Node[] => ((node["typeArguments"] as Node | null)?.["params"] ?? []) as readonly Node[];

/** The fields of a type as it is written: an object, an interface, several of them together, or a part of one. */
function fieldsOf(type: Node, source: Source): Fields {
  if (type.type === "TSTypeLiteral") return members(type["members"]);
  if (type.type === "TSIntersectionType")
    return Object.assign({}, ...(type["types"] as readonly Node[]).map((part) => fieldsOf(part, source))) as Fields;
  const name = nameOf(type["typeName"]);
  if (type.type !== "TSTypeReference" || name === undefined) throw new Error(`${source.path}:${source.lineOf(type)} is no row type`);
  const [of, picked] = paramsOf(type);
  if (name === "Readonly" && of) return fieldsOf(of, source);
  if ((name === "Pick" || name === "Omit") && of && picked) {
    const names = literals(picked);
    return Object.fromEntries(Object.entries(fieldsOf(of, source)).filter(([field]) => names.includes(field) === (name === "Pick")));
  }
  return named(name, source);
}

/** The fields of an interface or type, in this file or the one it is imported from. */
function named(name: string, source: Source): Fields {
  for (const node of source.nodes) {
    if (nameOf(node["id"]) !== name) continue;
    if (node.type === "TSTypeAliasDeclaration") return fieldsOf(node["typeAnnotation"] as Node, source);
    if (node.type !== "TSInterfaceDeclaration") continue;
    const inherited = (node["extends"] as readonly Node[]).map((one) => named(nameOf(one["expression"])!, source));
    return Object.assign({}, ...inherited, members((node["body"] as Node)["body"])) as Fields;
  }
  return named(name, sourceAt(homeOf(name, source)));
}

function homeOf(name: string, source: Source): string {
  const target = source.nodes
    .filter(
      (node) => node.type === "ImportDeclaration" && (node["specifiers"] as readonly Node[]).some((one) => nameOf(one["local"]) === name),
    )
    .map((node) => source.imports.find(({ from }) => from === (node["source"] as { readonly value?: unknown }).value)?.target)[0];
  if (target === undefined) throw new Error(`${source.path}: no type ${name}`);
  return target;
}

const members = (list: unknown): Fields =>
  Object.fromEntries(
    (list as readonly Node[]).map((member) => {
      const type = (member["typeAnnotation"] as Node)["typeAnnotation"] as Node;
      return [nameOf(member["key"])!, { kinds: kindsOf(type), optional: member["optional"] === true }];
    }),
  );

const literals = (type: Node): readonly string[] =>
  (type.type === "TSUnionType" ? (type["types"] as readonly Node[]) : [type]).map((one) =>
    String((one["literal"] as { readonly value: unknown }).value),
  );

const KEYWORDS: Readonly<Record<string, string>> = {
  TSNumberKeyword: "number",
  TSStringKeyword: "string",
  TSBooleanKeyword: "boolean",
  TSNullKeyword: "null",
};

function kindsOf(type: Node): readonly string[] {
  if (type.type === "TSUnionType") return [...new Set((type["types"] as readonly Node[]).flatMap((one) => kindsOf(one)))];
  if (type.type === "TSLiteralType") return [typeof (type["literal"] as { readonly value: unknown }).value];
  return [KEYWORDS[type.type] ?? "other"];
}

/** What the driver makes of each type, by its oid; anything else is taken as it comes. */
const VALUES: Readonly<Record<number, string>> = {
  16: "boolean",
  20: "number",
  21: "number",
  23: "number",
  25: "string",
  700: "number",
  701: "number",
  1043: "string",
};

/** What a function answers that answers nothing. */
const VOID = 2278;

/** What a row type and the columns described say differently. */
export function differences(
  columns: readonly { readonly name: string; readonly oid: number }[],
  fields: Fields | "never",
): readonly string[] {
  if (fields === "never") return columns.filter(({ oid }) => oid !== VOID).map(({ name }) => `${name} is read by nobody`);
  const wrong = columns.flatMap(({ name, oid }) => {
    const field = fields[name];
    if (field === undefined) return [`${name} is no field`];
    const value = VALUES[oid];
    const said = field.kinds.filter((kind) => kind !== "null");
    return value === undefined || said.includes("other") || said.every((kind) => kind === value)
      ? []
      : [`${name} is ${value}, not ${said.join(" | ")}`];
  });
  const missing = Object.entries(fields).filter(([name, { optional }]) => !optional && !columns.some((column) => column.name === name));
  return [...wrong, ...missing.map(([name]) => `${name} is no column`)];
}
