import { type Node, nameOf, type Source, sourceOf } from "./source.ts";

/** Where a rule is broken, for whoever broke it. */
export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly found: string;
}

/** A few made-up files: their texts by their paths. */
export type Files = Readonly<Record<string, string>>;

/** One rule of the house. A gate counts only once it caught a planted bug: each rule brings files that break it. */
export interface Rule {
  readonly name: string;
  readonly breaches: (sources: readonly Source[]) => readonly Breach[];
  /** Files that break it, one way each. */
  readonly broken: readonly Files[];
  /** Files that look as if they broke it and keep it. */
  readonly kept: readonly Files[];
}

/** Made-up files as sources. */
export const sourcesFrom = (files: Files): readonly Source[] => Object.entries(files).map(([path, text]) => sourceOf(path, text));

/** A breach as a line that terminals and editors link to. */
export const sayBreach = ({ path, line, found }: Breach): string => `${path}:${line} ${found}`;

type Planted = Pick<Rule, "name" | "broken" | "kept">;

/** A rule about each file on its own. */
export const fileRule = (
  rule: Planted & { readonly about: (path: string) => boolean; readonly find: (source: Source) => readonly Breach[] },
): Rule => ({ ...rule, breaches: (sources) => sources.filter(({ path }) => rule.about(path)).flatMap(rule.find) });

/** A rule about the nodes of each file: `find` says what is wrong with one, or undefined. */
export const nodeRule = (
  rule: Planted & { readonly about: (path: string) => boolean; readonly find: (node: Node) => string | undefined },
): Rule =>
  fileRule({
    ...rule,
    find: ({ path, nodes, lineOf }) =>
      nodes.flatMap((node) => {
        const found = rule.find(node);
        return found === undefined ? [] : [{ path, line: lineOf(node), found }];
      }),
  });

/** A rule about the lines of each file, comments and texts included. */
export const lineRule = (rule: Planted & { readonly about: (path: string) => boolean; readonly pattern: RegExp }): Rule =>
  fileRule({
    ...rule,
    find: ({ path, text }) =>
      text.split("\n").flatMap((found, index) => (rule.pattern.test(found) ? [{ path, line: index + 1, found: found.trim() }] : [])),
  });

/** `object.member` as a text, when a node is that. */
export function memberOf(node: Node): string | undefined {
  const object = nameOf(node["object"]);
  const member = nameOf(node["property"]);
  return node.type === "MemberExpression" && object !== undefined && member !== undefined ? `${object}.${member}` : undefined;
}

/** What a node calls or constructs by name: `fetch`, `new Date`. */
export function calledOf(node: Node): string | undefined {
  const name = nameOf(node["callee"]);
  if (name === undefined) return undefined;
  if (node.type === "NewExpression") return `new ${name}`;
  return node.type === "CallExpression" ? name : undefined;
}
