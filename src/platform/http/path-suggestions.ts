/**
 * A path that other APIs use, and the path that does the same here, both without the version. `{name}` stands for one segment,
 * which is copied to the new path. A name that only the new path has is kept as `{name}`. `*` at the end stands for all further segments,
 * if any. A path may have several targets.
 */
export interface PathAlias {
  readonly from: string;
  readonly to: string | readonly string[];
}

const BASES = ["/api/v1", "/api/v2"] as const;
const OPERATORS_BASE = "/operator/v1";
const OPERATORS = /^\/operator(?:\/v\d+)?(?=\/)/i;
const VERSION = /^(?:\/api)?(?:\/v\d+)?(?=\/)/i;
const REPEATED_SLASHES = /\/{2,}/g;
/** Matches a base that is doubled because it is in both the client's settings and its paths. */
const DOUBLED_BASE = /^\/(?:api|operator)\/v\d+(?=\/(?:api|operator)\/v\d+\/)/i;
/** Longer paths get no suggestions. */
const MAX_PATH_LENGTH = 500;

/** Suggests paths to use instead of a path that is not served. The suggested paths may not be served either. */
export type PathSuggester = (path: string) => readonly string[];

/**
 * Compiles the table of aliases. Rows are applied in order, each once, to the result of the rows before it. Paths in `served` are also found when
 * they are written in another letter case.
 */
export function createPathSuggester(table: readonly PathAlias[], served: readonly string[]): PathSuggester {
  const identities = [...new Set(served.map(withoutBase))].map((path) => ({ from: path, to: path }));
  const rules = Map.groupBy([...table, ...identities].map(ruleOf), ({ firstSegment }) => firstSegment);

  /** Applies the rows from index `from` on. */
  function applyRules(path: string, from = 0): readonly string[] {
    for (const rule of rules.get(firstSegmentOf(path)) ?? []) {
      const match = rule.index < from ? null : rule.pattern.exec(path);
      if (match !== null) return rule.targets.flatMap((target) => applyRules(fillIn(target, match.groups ?? {}), rule.index + 1));
    }
    return [path];
  }

  return (sent) => {
    if (sent.length > MAX_PATH_LENGTH) return [];
    const path = sent.replace(REPEATED_SLASHES, "/").replace(DOUBLED_BASE, "").replace(/\/$/, "");
    const bases = OPERATORS.test(path) ? [OPERATORS_BASE] : BASES;
    const rest = withoutBase(path);
    const suggestions = [rest, ...applyRules(rest)].flatMap((one) => bases.map((base) => base + one));
    return [...new Set(suggestions)];
  };
}

const withoutBase = (path: string): string => path.replace(OPERATORS.test(path) ? OPERATORS : VERSION, "");

interface Rule {
  /** Index of the rule's row in the table. */
  readonly index: number;
  /** The first segment of the paths that the rule applies to. It is the key of the rule, because most rules differ in it. */
  readonly firstSegment: string;
  readonly pattern: RegExp;
  readonly targets: readonly string[];
}

/** Compiles a row of the table. The pattern ignores letter case. */
function ruleOf({ from, to }: PathAlias, index: number): Rule {
  const path = from.replace(/\*$/, "");
  const source = path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const pattern = new RegExp(`^${source}${path === from ? "" : "(?<rest>(?:/.*)?)"}$`, "i");
  return { index, firstSegment: firstSegmentOf(path), pattern, targets: [to].flat() };
}

function firstSegmentOf(path: string): string {
  const end = path.indexOf("/", 1);
  return path.slice(1, end === -1 ? undefined : end).toLowerCase();
}

const fillIn = (target: string, { rest = "", ...segments }: Readonly<Record<string, string>>): string =>
  target.replace(/\*$/, () => rest).replace(/\{(\w+)\}/g, (whole, name: string) => segments[name] ?? whole);
