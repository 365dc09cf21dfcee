import { fileRule, type Rule } from "./rule.ts";

/** A longer function does several things, and each of them deserves a name. */
const MOST_LINES = 60;
const FUNCTIONS: ReadonlySet<string> = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

const body = (lines: number) => `{\n${"  work();\n".repeat(lines - 2)}}`;

/** How long functions are, everything nested in them included. */
export const FUNCTION_RULES: readonly Rule[] = [
  fileRule({
    name: `a function has at most ${MOST_LINES} lines`,
    about: (path) => path.startsWith("src/") || path.startsWith("web/"),
    find: ({ path, text, nodes, lineOf }) =>
      nodes.flatMap((node) => {
        const lines = FUNCTIONS.has(node.type) ? text.slice(node.start, node.end).split("\n").length : 0;
        return lines > MOST_LINES ? [{ path, line: lineOf(node), found: `${lines} lines` }] : [];
      }),
    broken: [
      { "src/app.ts": `export function openApp() ${body(MOST_LINES + 1)}` },
      { "src/app.ts": `const open = async () => ${body(MOST_LINES + 1)};` },
      { "src/app.ts": `const app = { open() ${body(MOST_LINES + 1)} };` },
    ],
    kept: [
      { "src/app.ts": `export function openApp() ${body(MOST_LINES)}` },
      { "src/app.ts": `function one() ${body(MOST_LINES - 1)}\nfunction other() ${body(MOST_LINES - 1)}` },
    ],
  }),
];
