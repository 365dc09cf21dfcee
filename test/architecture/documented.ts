import { fileRule, nodeRule, type Rule } from "./rule.ts";
import { nameOf, type Node } from "./source.ts";

/** Only documented interfaces: what Node, a driver or a library keeps for itself changes without notice. */

const inSource = (path: string) => path.startsWith("src/");
/** `_links` is a name of our own wire (seed 2.8). */
const OURS: ReadonlySet<string> = new Set(["_links"]);
const inner = (name: string | undefined) => (name !== undefined && /^_[a-zA-Z]/.test(name) && !OURS.has(name) ? name : undefined);

/** The name of a member that a node reads, writes, takes apart or declares; texts in brackets count too. */
function memberNameOf({ type, property, key }: Node): string | undefined {
  const named = property ?? key;
  if (type !== "MemberExpression" && type !== "Property" && type !== "TSPropertySignature" && type !== "TSMethodSignature")
    return undefined;
  const literal = (named as Node | undefined)?.["value"];
  return nameOf(named) ?? (typeof literal === "string" ? literal : undefined);
}

/** A file inside a package that its maker did not mean to be imported. */
const INSIDE = /^(@[^/]+\/)?[^./][^/]*\/(dist|lib|build|src|internal|cjs|esm)\//;

export const DOCUMENTED: readonly Rule[] = [
  nodeRule({
    name: "no member that begins with _ of somebody else's object",
    about: inSource,
    find: (node) => inner(memberNameOf(node)),
    broken: [
      { "src/platform/http/server.ts": "response._header = text;" },
      { "src/platform/http/server.ts": 'response["_finish"]();' },
      { "src/platform/http/server.ts": "const { _httpMessage } = socket;" },
      { "src/platform/http/server.ts": "interface Kept { _closed?: boolean }" },
      { "src/platform/http/server.ts": "interface Ending { _dumpAndCloseReadable?(): void }" },
    ],
    kept: [
      { "src/stock/operations.ts": "const { expand: _expand, ...rest } = query;" },
      { "src/stock/stock-view.ts": "const body = { _links: links };\nconst { href } = body._links;" },
      { "src/stock/stock-view.ts": "const LARGEST_PAGE = 50;" },
    ],
  }),
  fileRule({
    name: "a package is imported by its name, not by a file inside it",
    about: inSource,
    find: ({ path, imports }) =>
      imports.flatMap(({ from, target, line }) =>
        target === undefined && INSIDE.test(from) ? [{ path, line, found: `imports ${from}` }] : [],
      ),
    broken: [
      { "src/platform/database/database.ts": 'import { Parser } from "pg-protocol/dist/parser.js";' },
      { "src/platform/database/database.ts": 'import type Client from "@scope/driver/lib/client.js";' },
    ],
    kept: [
      {
        "src/platform/database/database.ts":
          'import pg from "pg";\nimport { pipeline } from "node:stream/promises";\nimport { copyIn } from "./db/copy.ts";',
      },
    ],
  }),
];
