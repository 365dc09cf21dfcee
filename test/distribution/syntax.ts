import { parse } from "libpg-query";

/** A node of PostgreSQL's own syntax tree: fields by name, and among them nodes wrapped in their kind, `{ParamRef: {...}}`. */
export type Tree = Readonly<Record<string, unknown>>;

/** The one statement of a text; more than one cannot be prepared. */
export async function statementIn(text: string): Promise<Tree> {
  const { stmts = [] } = await parse(text);
  if (stmts.length !== 1) throw new Error(`${stmts.length} statements in one text`);
  return stmts[0]!.stmt as unknown as Tree;
}

export const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** The kind a node is wrapped in, and its fields. */
export function kindOf(node: unknown): readonly [kind: string, fields: Tree] {
  const [entry] = isTree(node) ? Object.entries(node) : [];
  return entry && isTree(entry[1]) ? [entry[0], entry[1]] : ["", {}];
}

/** The fields of a node when it is of a kind. */
export const as = (kind: string, node: unknown): Tree | undefined => {
  const [found, fields] = kindOf(node);
  return found === kind ? fields : undefined;
};

export const listOf = (value: unknown): readonly Tree[] => (Array.isArray(value) ? value : []);

/** A field's text; empty when it has none. */
export const wordOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const textOf = (node: unknown): string => wordOf(as("String", node)?.["sval"]);

/** What stands under the casts. */
export const uncast = (node: unknown): unknown => {
  const cast = as("TypeCast", node);
  return cast ? uncast(cast["arg"]) : node;
};

/** `["p", "sku"]` for `p.sku`; `*` for a star. */
export const columnOf = (node: unknown): readonly string[] | undefined => {
  const column = as("ColumnRef", uncast(node));
  return column && listOf(column["fields"]).map((field) => ("A_Star" in field ? "*" : textOf(field)));
};

/** Every node of a kind in a tree, subqueries included unless `into` says not to enter a kind. */
export function* find(kind: string, tree: unknown, into: (kind: string) => boolean = () => true): Generator<Tree> {
  if (Array.isArray(tree)) for (const part of tree) yield* find(kind, part, into);
  if (!isTree(tree)) return;
  for (const [field, value] of Object.entries(tree)) {
    if (field === kind && isTree(value)) yield value;
    if (into(field)) yield* find(kind, value, into);
  }
}
