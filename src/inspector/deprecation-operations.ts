import { DAY_MS, isoDateTime, pointerSteps, realNow } from "../platform/basics/index.ts";
import { type Answer, type Deprecation, type Endpoint, endpoint, type Lang } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { countDeprecationUse, type DeprecationUseRow } from "./queries.ts";

export interface DeprecationsContext {
  readonly db: Database;
  readonly deprecations: readonly Deprecation[];
}

/** Period in which use is counted. */
const COUNTED_MS = 7 * DAY_MS;
/** Maximum number of calls that are searched. The newest ones are. */
const MAX_SEARCHED = 500_000;

/** What will be removed from the API, and which applications still use it, as the log of calls shows. */
export const deprecationsEndpoint = ({ db, deprecations }: DeprecationsContext): Endpoint =>
  endpoint(contract.listDeprecations, async ({ lang }: OperatorCall<typeof contract.listDeprecations>): Promise<Answer> => {
    const since = realNow() - COUNTED_MS;
    const sorted = deprecations.toSorted((one, other) => one.sunsetAt - other.sunsetAt);
    const uses = sorted.length === 0 ? [] : await usesOf(db, sorted, since);
    const byNth = Map.groupBy(uses, ({ nth }) => nth);
    const items = sorted.map((deprecation, index) => itemView(deprecation, byNth.get(index + 1) ?? [], lang));
    return { status: 200, body: { since: isoDateTime(since), items, links: [{ rel: "self", href: contract.listDeprecations.path }] } };
  });

const usesOf = (db: Database, deprecations: readonly Deprecation[], since: number): Promise<DeprecationUseRow[]> =>
  db.wide.run("every seller", countDeprecationUse, [
    since,
    deprecations.map(({ operation }) => operation),
    deprecations.map(patternOf),
    deprecations.map(jsonPathOf),
    MAX_SEARCHED,
  ]);

/** A PostgreSQL pattern for addresses with a parameter; null when every call of the operation counts. */
const patternOf = ({ part }: Deprecation): string | null =>
  part?.in === "query" ? `[?&]${part.name.replaceAll(/[^\w]/g, "\\$&")}=` : null;

/** The path of a field in SQL's path language; null when every call of the operation counts. */
const jsonPathOf = ({ part }: Deprecation): string | null =>
  part?.in === "body"
    ? `$${pointerSteps(part.pointer)
        .map((step) => (step === "*" ? "[*]" : `.${JSON.stringify(step)}`))
        .join("")}`
    : null;

const itemView = (
  { code, operation, part, deprecatedAt, sunsetAt, instead, guide }: Deprecation,
  uses: readonly DeprecationUseRow[],
  lang: Lang,
) => ({
  code,
  operation,
  ...(part === undefined ? {} : { part: `${part.in} ${part.in === "query" ? part.name : part.pointer}` }),
  deprecatedAt: isoDateTime(deprecatedAt),
  sunsetAt: isoDateTime(sunsetAt),
  instead: instead[lang],
  guide,
  calls: uses.reduce((sum, { calls }) => sum + calls, 0),
  applications: uses.map(({ client_id: clientId, name, sellers, calls, last }) => ({
    clientId,
    ...(name === null ? {} : { name }),
    sellers,
    calls,
    lastAt: isoDateTime(last),
  })),
});
