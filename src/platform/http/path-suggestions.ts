/**
 * What an address was called in other generations of such interfaces, and what it is here; both without the version. `{name}` stands for one
 * step of a path and is carried over, or stays as it is where only the new one names it; `*` at the end for all steps that follow, if any.
 * An address that became several has several.
 */
export interface PathAlias {
  readonly from: string;
  readonly to: string | readonly string[];
}

/** Where the versions begin. */
const BASES = ["/api/v1", "/api/v2"] as const;
const OPERATORS_BASE = "/operator/v1";
const OPERATORS = /^\/operator(?:\/v\d+)?(?=\/)/i;
const VERSION = /^(?:\/api)?(?:\/v\d+)?(?=\/)/i;
const REPEATED_SLASHES = /\/{2,}/g;
/** The base is in the client's settings, and in its paths once more. */
const DOUBLED = /^\/(?:api|operator)\/v\d+(?=\/(?:api|operator)\/v\d+\/)/i;
/** Longer addresses are nobody's. */
const LONGEST = 500;

/** Answers the paths that an address nobody serves may mean, whether they exist or not. */
export type PathSuggester = (path: string) => readonly string[];

/**
 * Compiles the table: each row is applied once, in its order, to what the rows before it made of the path. Addresses that are `served`
 * are found in other letter case too.
 */
export function createPathSuggester(table: readonly PathAlias[], served: readonly string[]): PathSuggester {
  const own = [...new Set(served.map(withoutBase))].map((path) => ({ from: path, to: path }));
  const rules = Map.groupBy([...table, ...own].map(ruleOf), ({ first }) => first);

  /** What the rows from the nth on make of a path. */
  function renamed(path: string, nth = 0): readonly string[] {
    for (const rule of rules.get(firstStep(path)) ?? []) {
      const found = rule.nth < nth ? null : rule.pattern.exec(path);
      if (found !== null) return rule.targets.flatMap((target) => renamed(filledIn(target, found.groups ?? {}), rule.nth + 1));
    }
    return [path];
  }

  return (sent) => {
    if (sent.length > LONGEST) return [];
    const path = sent.replace(REPEATED_SLASHES, "/").replace(DOUBLED, "").replace(/\/$/, "");
    const bases = OPERATORS.test(path) ? [OPERATORS_BASE] : BASES;
    const rest = withoutBase(path);
    const meant = [rest, ...renamed(rest)].flatMap((one) => bases.map((base) => base + one));
    return [...new Set(meant)];
  };
}

const withoutBase = (path: string): string => path.replace(OPERATORS.test(path) ? OPERATORS : VERSION, "");

interface Rule {
  /** Its place in the table. */
  readonly nth: number;
  /** What the paths begin with that it is for: most rows are told apart by it. */
  readonly first: string;
  readonly pattern: RegExp;
  readonly targets: readonly string[];
}

/** A row's pattern takes names of our own in any letter case. */
function ruleOf({ from, to }: PathAlias, nth: number): Rule {
  const path = from.replace(/\*$/, "");
  const source = path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const pattern = new RegExp(`^${source}${path === from ? "" : "(?<rest>(?:/.*)?)"}$`, "i");
  return { nth, first: firstStep(path), pattern, targets: [to].flat() };
}

function firstStep(path: string): string {
  const end = path.indexOf("/", 1);
  return path.slice(1, end === -1 ? undefined : end).toLowerCase();
}

const filledIn = (target: string, { rest = "", ...steps }: Readonly<Record<string, string>>): string =>
  target.replace(/\*$/, () => rest).replace(/\{(\w+)\}/g, (whole, name: string) => steps[name] ?? whole);
