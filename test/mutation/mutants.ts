import { isNode, type Node, type Source } from "../architecture/source.ts";

/** A small change of a program that some test should notice. */
export interface Mutant {
  readonly line: number;
  /** The line as it was. */
  readonly was: string;
  /** `< became <=`. */
  readonly what: string;
  /** The whole file with the change in it. */
  readonly text: string;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
};
const METHODS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
};
/** Calls that are taken away: what they were made on is left. */
const DROPPED: ReadonlySet<string> = new Set(["filter", "toSorted", "trim", "toLowerCase", "normalize"]);
/** Texts for people are proved by nobody but people, and documents print them; examples are what tests are run with. */
const UNPROVED: ReadonlySet<string> = new Set([
  "examples",
  "pt-BR",
  "en",
  "by",
  "when",
  "meaning",
  "rule",
  "message",
  "does",
  "what",
  "title",
  "description",
]);
const WORD = /^[\w./:-]{1,40}$/;

/** Every mutant of a file: operators, conditions, numbers, words and a few methods. Types, imports, examples and texts for people are left alone. */
export function mutantsOf({ text, program, lineOf }: Source): readonly Mutant[] {
  const found: Mutant[] = [];
  const lines = text.split("\n");
  const change = (node: Pick<Node, "start" | "end">, to: string, what: string) =>
    found.push({ line: lineOf(node), was: lines[lineOf(node) - 1]!, what, text: text.slice(0, node.start) + to + text.slice(node.end) });
  const of = (node: Node) => text.slice(node.start, node.end);

  const visit = (node: Node): void => {
    if (isLeftAlone(node)) return;
    for (const [to, what, where = node] of changesOf(node, of)) change(where, to, what);
    for (const [field, part] of Object.entries(node)) {
      if (field === "typeAnnotation" || field === "returnType" || field === "typeParameters" || field === "typeArguments") continue;
      if (node.type === "Property" && field === "key") continue;
      for (const one of Array.isArray(part) ? part : [part]) if (isNode(one)) visit(one);
    }
  };
  visit(program);
  return found;
}

const isTypeOnly = ({ type }: Node) => type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)Expression$/.test(type);
const isUnproved = ({ type, key }: Node) => type === "Property" && isNode(key) && UNPROVED.has(String(key["value"] ?? key["name"]));
const isLeftAlone = (node: Node) => isTypeOnly(node) || isUnproved(node) || /^(Import|ExportAll)/.test(node.type);

type Change = readonly [to: string, what: string, where?: Pick<Node, "start" | "end">];

function changesOf(node: Node, of: (node: Node) => string): readonly Change[] {
  const { type, operator, value } = node;
  const child = (field: string) => node[field] as Node;
  if (type === "BinaryExpression" || type === "LogicalExpression") {
    const [left, right] = [child("left"), child("right")];
    if (operator === "+" && [left, right].some(isWritten)) return [];
    return (OPERATORS[String(operator)] ?? []).map((to): Change => [
      `(${operand(left, of)} ${to} ${operand(right, of)})`,
      `${String(operator)} became ${to}`,
    ]);
  }
  if (type === "IfStatement" || type === "ConditionalExpression")
    return ["true", "false"].map((to): Change => [`(${to})`, `the condition became ${to}`, child("test")]);
  if (type === "UnaryExpression" && operator === "!") return [[`(${of(child("argument"))})`, "! is gone"]];
  if (type === "CallExpression") return changesOfCall(node, of);
  if (type !== "Literal") return [];
  if (typeof value === "boolean") return [[String(!value), `${String(value)} became ${String(!value)}`]];
  if (typeof value === "number") return [[String(value + 1), `${value} became ${value + 1}`]];
  if (typeof value === "string" && WORD.test(value)) return [['"mutant"', `"${value}" became another word`]];
  return [];
}

/** A side of an operator, in the parentheses that it had or that the other operator asks for. */
const operand = (node: Node, of: (node: Node) => string) =>
  /^(Identifier|Literal|TemplateLiteral|MemberExpression|CallExpression)$/.test(node.type) ? of(node) : `(${of(node)})`;

const isWritten = ({ type, value }: Node) => type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");

function changesOfCall(node: Node, of: (node: Node) => string): readonly Change[] {
  const callee = node["callee"] as Node;
  if (callee.type !== "MemberExpression") return [];
  const [object, property] = [callee["object"] as Node, callee["property"] as Node];
  const name = String(property["name"]);
  if (DROPPED.has(name)) return [[of(object), `.${name}() is gone`]];
  const to = METHODS[name];
  return to === undefined ? [] : [[to, `.${name}() became .${to}()`, property]];
}
