import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";

/** A node of the syntax tree, as far as the rules look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** One import or re-export of a file. */
export interface Import {
  /** As written: `./errors.ts`, `node:fs`, `pg`. */
  readonly from: string;
  /** Path below the project of the file meant; undefined for packages and builtins. */
  readonly target: string | undefined;
  /** What is imported, by the names it has there; empty for `*` and `import()`. */
  readonly names: readonly string[];
  /** Nothing of it is left when the program runs. */
  readonly typesOnly: boolean;
  readonly line: number;
}

/** A TypeScript file as the rules see it. `path` is relative to the project, with slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly nodes: readonly Node[];
  readonly imports: readonly Import[];
  readonly lineOf: (node: Pick<Node, "start">) => number;
}

export const PROJECT = join(import.meta.dirname, "..", "..");

/** Reads a text as the file at `path`, whether it is there or made up by a test. */
export function sourceOf(path: string, text: string): Source {
  const program = parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : "ts" }) as unknown as Node;
  const nodes = [...within(program)];
  const lineOf = ({ start }: Pick<Node, "start">) => text.slice(0, start).split("\n").length;
  return { path, text, program, nodes, lineOf, imports: nodes.flatMap((node) => importOf(node, path, lineOf)) };
}

/** Paths of the files that match, below the project, in order. */
export const pathsOf = (...patterns: readonly string[]): readonly string[] => globSync([...patterns], { cwd: PROJECT }).sort();

/** Every file that matches one of the patterns. */
export const sourcesOf = (...patterns: readonly string[]): readonly Source[] =>
  pathsOf(...patterns).map((path) => sourceOf(path, readFileSync(join(PROJECT, path), "utf8")));

/** A node and everything inside it. */
export function* within(node: Node): Generator<Node> {
  yield node;
  for (const field of Object.values(node)) for (const part of Array.isArray(field) ? field : [field]) if (isNode(part)) yield* within(part);
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The name of an identifier; undefined for anything else. */
export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Identifier" ? String(node["name"]) : undefined;

const IMPORTING = new Set(["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression", "TSImportType"]);

function importOf(node: Node, path: string, lineOf: Source["lineOf"]): readonly Import[] {
  const from = IMPORTING.has(node.type) && (node["source"] as { readonly value?: unknown } | null)?.value;
  if (typeof from !== "string") return [];
  const target = from.startsWith(".") ? join(path, "..", from).replaceAll("\\", "/") : undefined;
  return [{ from, target, names: namesOf(node), typesOnly: isOfTypesOnly(node), line: lineOf(node) }];
}

/** `import { a as b }` and `export { a as b } from` both name `a`. */
const namesOf = (node: Node): readonly string[] =>
  ((node["specifiers"] ?? []) as readonly Node[]).flatMap((one) => nameOf(one["imported"] ?? one["local"]) ?? []);

/** The import as if the names behind an index.ts were imported from where they are: one import per file, or the import itself. */
export function behindIndex(one: Import, indexes: ReadonlyMap<string, Source>): readonly Import[] {
  const index = indexes.get(one.target ?? "");
  if (index === undefined || one.names.length === 0) return [one];
  return one.names.map((name) => ({ ...one, target: index.imports.find(({ names }) => names.includes(name))?.target ?? one.target }));
}

function isOfTypesOnly(node: Node): boolean {
  if (node.type === "TSImportType" || node["importKind"] === "type" || node["exportKind"] === "type") return true;
  const specifiers = (node["specifiers"] ?? []) as readonly Node[];
  return specifiers.length > 0 && specifiers.every((one) => one["importKind"] === "type" || one["exportKind"] === "type");
}
