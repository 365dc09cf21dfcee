import type { Breach, Rule } from "./rule.ts";
import { isNode, nameOf, type Node, type Source, within } from "./source.ts";

const inSource = ({ path }: Source) => path.startsWith("src/");
const isTest = ({ path }: Source) => path.startsWith("test/");

/** What the declarations of a file export by name, and where. */
const exportsOf = (source: Source): readonly { readonly name: string; readonly line: number }[] =>
  (source.program["body"] as readonly Node[]).flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? node["declaration"] : undefined;
    if (!isNode(declared)) return [];
    const all = (declared["declarations"] as readonly Node[] | undefined) ?? [declared];
    return all.flatMap((one) => nameOf(one["id"]) ?? []).map((name) => ({ name, line: source.lineOf(node) }));
  });

/** `export { a } from "./b.ts"` uses nothing. */
const isReExport = (node: Node) => node.type === "ExportNamedDeclaration" && isNode(node["source"]);

/** How often each name stands in a file, its declaration included; names that are only passed on do not count. */
function namesIn({ nodes }: Source): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const passedOn = new Set(nodes.filter(isReExport).flatMap((node) => [...within(node)]));
  for (const node of nodes) {
    const name = passedOn.has(node) ? undefined : nameOf(node);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Code that only tests run belongs to them: it would be kept, read and measured for nobody. knip counts tests as users. */
export const USED_EXPORTS: Rule = {
  name: "what src exports is used by more than tests",
  breaches: tested,
  broken: [
    { "src/stock/stock-view.ts": "export const a = 1;", "test/stock.test.ts": 'import { a } from "../src/stock/balance.ts";' },
    { "src/stock/stock-view.ts": "export function a() {}\nexport interface B {}", "src/app.ts": "const c: B = 1;" },
    { "src/stock/stock-view.ts": "export const a = 1;", "src/stock/index.ts": 'export { a } from "./stock-view.ts";' },
  ],
  kept: [
    { "src/stock/stock-view.ts": "export const a = 1;", "src/app.ts": 'import { a } from "./stock/balance.ts";' },
    {
      "src/stock/stock-view.ts": "export const a = 1;\nexport const b = a;",
      "bench/run.ts": 'import { b } from "../src/stock/balance.ts";',
    },
    { "test/wares.ts": "export const a = 1;" },
  ],
};

function tested(sources: readonly Source[]): readonly Breach[] {
  const users = sources.filter((source) => !isTest(source)).map((source) => ({ source, names: namesIn(source) }));
  const usedBy = new Map<string, number>();
  for (const { names } of users) for (const name of names.keys()) usedBy.set(name, (usedBy.get(name) ?? 0) + 1);
  return users
    .filter(({ source }) => inSource(source))
    .flatMap(({ source, names }) =>
      exportsOf(source)
        .filter(({ name }) => names.get(name) === 1 && usedBy.get(name) === 1)
        .map(({ name, line }) => ({ path: source.path, line, found: name })),
    );
}
