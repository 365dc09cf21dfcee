import { calledOf, lineRule, memberOf, nodeRule, type Rule } from "./rule.ts";
import type { Node } from "./source.ts";

const inSource = (path: string) => path.startsWith("src/");
const except =
  (...homes: readonly string[]) =>
  (path: string) =>
    inSource(path) && !homes.includes(path);
const oneOf =
  (...words: readonly string[]) =>
  (word: string | undefined) =>
    word !== undefined && words.includes(word) ? word : undefined;

/** Beside queries.ts: the driver's own file says begin, commit and who sees what; a new cluster gets its role and database. */
const SPEAK_SQL = [
  "src/platform/database/database.ts",
  "src/platform/database/transactions.ts",
  "src/platform/database/admin-connection.ts",
  "src/platform/embedded-postgres/cluster.ts",
];
const speaksSql = (path: string) => SPEAK_SQL.includes(path) || /(^|\/)queries\.ts$/.test(path);
const SQL =
  /^\s*(\/\*.*?\*\/\s*)?(select\s.*?\b(from|set_config|pg_\w+|exists)\b|insert\s+into\s|update\s+\w+(\s+(as\s+)?\w+)?\s+set\s|delete\s+from\s|merge\s+into\s|truncate\s|with\s+\w+\s+as\s|lock\s+table\s|(create|alter|drop)\s+(table|role|index|policy|database|schema)\s|do\s+\$)/is;

const textOf = ({ type, value }: Node) =>
  type === "TemplateElement" ? (value as { readonly raw: string }).raw : type === "Literal" && typeof value === "string" ? value : "";

/** Put together here so that this file may be searched like any other. */
const MARKS = ["TO", "FIX", "XX", "HA"].map((start, index) => start + ["DO", "ME", "X", "CK"][index]!);

/** What the house does without, and the one place that may have it. */
export const BANS: readonly Rule[] = [
  nodeRule({
    name: "process.env is read in config.ts",
    about: except("src/config.ts"),
    find: (node) =>
      oneOf("process.env")(memberOf(node)) ??
      (node.type === "ImportSpecifier" ? oneOf("env")(String((node["imported"] as Node)["name"])) : undefined),
    broken: [
      { "src/app.ts": "const port = process.env.PORT;" },
      { "src/app.ts": "const { PORT } = process.env;" },
      { "src/main.ts": 'import { env } from "node:process";' },
    ],
    kept: [{ "src/config.ts": "const port = process.env.PORT;" }, { "src/app.ts": 'const word = "process.env";' }],
  }),
  nodeRule({
    name: "time is read, and dates are made, in clock.ts",
    about: except("src/platform/basics/clock.ts"),
    find: (node) => oneOf("new Date", "Date")(calledOf(node)) ?? oneOf("Date.now", "Date.parse", "Date.UTC")(memberOf(node)),
    broken: [
      { "src/stock/operations.ts": "const at = new Date();" },
      { "src/stock/operations.ts": "const at = new Date(1);" },
      { "src/stock/operations.ts": "const clock = { now: Date.now };" },
    ],
    kept: [
      { "src/platform/basics/clock.ts": "const at = Date.now();" },
      { "src/stock/operations.ts": "// new Date() is the clock's\nconst at = clock.now();" },
    ],
  }),
  nodeRule({
    name: "chance is taken in random.ts",
    about: except("src/platform/basics/random.ts"),
    find: (node) => oneOf("Math.random")(memberOf(node)),
    broken: [
      { "src/stock/operations.ts": "const dice = Math.random();" },
      { "src/platform/basics/clock.ts": "const dice = Math.random();" },
    ],
    kept: [
      { "src/platform/basics/random.ts": "const dice = Math.random();" },
      { "src/stock/operations.ts": "const most = Math.max(1, 2);" },
    ],
  }),
  nodeRule({
    name: "the server reaches out through platform/outbound/, commands through client/",
    about: (path) => inSource(path) && !path.startsWith("src/client/"),
    find: (node) => oneOf("fetch", "new WebSocket", "new EventSource")(calledOf(node)) ?? oneOf("globalThis.fetch")(memberOf(node)),
    broken: [
      { "src/catalog/image-check.ts": "await fetch(url);" },
      { "src/catalog/image-check.ts": "await globalThis.fetch(url);" },
      { "src/commands/import.ts": "await fetch(url);" },
    ],
    kept: [{ "src/client/http-client.ts": "await fetch(url);" }, { "src/catalog/image-check.ts": "await outbound.fetch({ url });" }],
  }),
  nodeRule({
    name: "SQL is written in queries.ts",
    about: (path) => inSource(path) && !speaksSql(path),
    find: (node) => oneOf("statement")(calledOf(node)) ?? (SQL.test(textOf(node)) ? textOf(node).trim().slice(0, 60) : undefined),
    broken: [
      { "src/stock/operations.ts": 'const text = "select sku from stocks where seller_id = $1";' },
      { "src/stock/operations.ts": "const text = `update stocks s set physical = $2`;" },
      { "src/stock/operations.ts": "const text = `\n  /* fanout */\n  SELECT sku\n    FROM ${table}`;" },
      { "src/stock/operations.ts": 'const text = "insert into " + table;' },
      { "src/stock/operations.ts": 'const query = statement("stock.balance", text);' },
    ],
    kept: [
      { "src/stock/queries.ts": 'const query = statement("stock.get", "select sku from stocks where seller_id = $1");' },
      { "src/stock/operations.ts": 'const text = "Update the stock; select a size, then send it.";' },
    ],
  }),
  nodeRule({
    name: "no default exports",
    about: inSource,
    find: ({ type }) => oneOf("ExportDefaultDeclaration")(type),
    broken: [{ "src/app.ts": "export default 1;" }, { "src/app.ts": "export default function app() {}" }],
    kept: [{ "src/app.ts": "export const app = 1;" }],
  }),
  nodeRule({
    name: "no any",
    about: inSource,
    find: ({ type }) => oneOf("TSAnyKeyword")(type),
    broken: [{ "src/app.ts": "const a: any = 1;" }, { "src/app.ts": "const a = b as Record<string, any>;" }],
    kept: [{ "src/app.ts": "// any number of them\nconst any: unknown = 1;" }],
  }),
  lineRule({
    name: "no complaint of the compiler is silenced, and none of the linter without a reason",
    about: inSource,
    pattern: /(\/\/|\/\*)\s*(@ts-|(eslint|oxlint)-disable(?!.* -- \w))/,
    broken: [
      { "src/app.ts": "// @ts-ignore\nconst a: string = 1;" },
      { "src/app.ts": "/* @ts-expect-error soon */ const a: string = 1;" },
      { "src/app.ts": "// oxlint-disable-next-line no-var\nvar a = 1;" },
    ],
    kept: [
      { "src/app.ts": "// the types are checked\nconst a = 1;" },
      { "src/app.ts": "// oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema\nconst a = { then: 1 };" },
    ],
  }),
  lineRule({
    name: "nothing is left for later",
    about: () => true,
    pattern: new RegExp(`\\b(${MARKS.join("|")})\\b`),
    broken: MARKS.map((mark) => ({ "test/app.test.ts": `// ${mark}: finish this` })),
    kept: [{ "src/app.ts": "// what to do when it ends" }],
  }),
  nodeRule({
    name: "no test is skipped and none runs alone",
    about: (path) => path.startsWith("test/"),
    find: (node) => (/^(describe|it|test)\.(skip|only|todo|fails|skipIf|runIf)$/.test(memberOf(node) ?? "") ? memberOf(node) : undefined),
    broken: [
      { "test/app.test.ts": 'it.skip("works", () => {});' },
      { "test/app.test.ts": 'describe.only("all of it", () => {});' },
      { "test/app.test.ts": 'it.todo("works");' },
    ],
    kept: [{ "test/app.test.ts": 'it.each([1])("works", () => {});' }],
  }),
];
