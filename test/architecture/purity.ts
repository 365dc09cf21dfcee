import type { Rule } from "./rule.ts";
import { behindIndex, type Source } from "./source.ts";

/** What reaches outside the process: a file of a slice that imports one of these itself is not pure. */
const OUTSIDE = /^(node:(fs|net|tls|dns|http|https|child_process|timers)(\/.*)?)$/;
const HANDLES =
  /^src\/platform\/(database\/(?!(connection-urls|failures|queries|statement|row-not-written)\.ts$)|http\/(?!(errors|fault-types|headers|path-suggestions)\.ts$)|outbound\/(client|connection)\.ts$|jobs\/loop\.ts$)/;
/** Files of the own slice that are above the rules: rules are called, they do not call. */
const ABOVE = /(^|\/)(queries|([a-z-]+-)?operations|([a-z-]+-)?worker)\.ts$/;

/** Names of files in slices that may reach outside, and what for. All others are rules, tables and views: told everything they need. */
const REACHING: Readonly<Record<string, RegExp>> = {
  "puts the slice together": /^index\.ts$/,
  "says what is asked of the database": /^(queries|batched-statements)\.ts$/,
  "carries out operations of the contract": /^(([a-z-]+-)?operations|operator-changes|endpoints)\.ts$/,
  "carries out due work": /^(([a-z-]+-)?worker|outdated-families)\.ts$/,
  "sends notifications and writes their results":
    /^(attempt|due-retries|endpoint-state|event-reader|leasing|persist-results|replay|work-source)\.ts$/,
  "simulates the outside world": /^(operator-calls|purchases|is-delivery-simulated|simulator-settings)\.ts$/,
  "moves the sandbox's clock": /^move-requests\.ts$/,
  "lets requests in or keeps them out": /^(authentication|anonymous-access|credential-lookups)\.ts$/,
  "signs people in, and knows who is signed in":
    /^(context|session-store|session-cache|caller-lookups|by-password|by-passkey|by-invitation|ceremony|first-people)\.ts$/,
  "keeps what the process remembers of the database": /^(store|credential-cache|last-uses)\.ts$/,
  "reads what a rule will judge":
    /^(load|access-key-lookup|backlog-health|deliveries-of-events|point-in-time|files|image-check|[a-z-]+-images|image-host|impact)\.ts$/,
  "shares quotas with the other processes": /^(leases|meter|application-quotas)\.ts$/,
  "counts what lists show": /^(endpoint-)?counts\.ts$/,
  "fetches pictures, and keeps them on the disk": /^(fetch-picture|disk-cache)\.ts$/,
  "reads what is stored ready to be sent": /^(page-reader|stored-order-summary)\.ts$/,
  "tells who did something, and why": /^(actor-name|reason)-lookups\.ts$/,
  "saves what a rule decided": /^(decide|write-outcomes|change-set|append|change|repeatable-moves|create|order-writer|rotate)\.ts$/,
  "writes what was seen of calls, in batches": /^request-log\.ts$/,
  "records calls, and streams what came of them": /^(call-recorder|call-facts|run-stream)\.ts$/,
  "sets many values of one kind in an open transaction":
    /^(price-writes|revert-prices|stock-writes|revert-stocks|put-products|open-changes)\.ts$/,
  "stores files, and carries out their rows":
    /^(content|content-writer|file-content|file-start|chunk-rows|run-chunk|run-rows|turn|job-moves|revert-plan|result-view)\.ts$/,
  "keeps the gate to production": /^(production-admission|public-keys)\.ts$/,
  "rehearses: reads, judges, saves nothing": /^dry-run\.ts$/,
};

const OUTSIDE_SLICES = /^src\/(platform|app|openapi|client|command-line|programs|printed-documents|commands)\//;
const inSlice = (path: string) => /^src\/[^/]+\//.test(path) && !OUTSIDE_SLICES.test(path);
const nameOfFile = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const mayReach = (path: string) => Object.values(REACHING).some((names) => names.test(nameOfFile(path)));

const isIndex = ({ path }: Source) => /^src\/platform\/[^/]+\/index\.ts$/.test(path);
const indexesOf = (sources: readonly Source[]) => new Map(sources.filter(isIndex).map((source) => [source.path, source]));

/** The imports of a file that reach outside the process; names of a platform folder count as what stands behind its index.ts. */
const reached = ({ imports }: Source, indexes: ReadonlyMap<string, Source>) =>
  imports
    .flatMap((one) => behindIndex(one, indexes))
    .filter(({ from, target = "", typesOnly }) => OUTSIDE.test(from) || HANDLES.test(target) || (!typesOnly && ABOVE.test(target)));

/** Reasons to reach outside that no file needs any more. */
export const unusedReasons = (sources: readonly Source[]): readonly string[] =>
  Object.entries(REACHING).flatMap(([reason, names]) =>
    sources.some((source) => inSlice(source.path) && names.test(nameOfFile(source.path)) && reached(source, indexesOf(sources)).length > 0)
      ? []
      : [reason],
  );

/** Rules, tables and critiques are pure: time, ids, chance and rows are arguments (ARCHITECTURE.md). */
export const PURITY: Rule = {
  name: "rules, tables and views are pure",
  breaches(sources) {
    const indexes = indexesOf(sources);
    return sources
      .filter(({ path }) => inSlice(path) && !mayReach(path))
      .flatMap((source) => reached(source, indexes).map(({ from, line }) => ({ path: source.path, line, found: `imports ${from}` })));
  },
  broken: [
    { "src/stock/stock-view.ts": 'import type { Database } from "../platform/database/database.ts";' },
    { "src/catalog/critiques/each-image.ts": 'import { readFileSync } from "node:fs";' },
    { "src/catalog/critiques/sku_taken.ts": 'import { getProducts } from "../queries.ts";' },
    { "src/catalog/publication.ts": 'import type { Outbound } from "../platform/outbound/client.ts";' },
    {
      "src/catalog/publication.ts": 'import { type Refusal, openPool } from "../platform/database/index.ts";',
      "src/platform/database/index.ts": 'export { openPool } from "./pool.ts";\nexport type { Refusal } from "./failures.ts";',
    },
  ],
  kept: [
    { "src/stock/operations.ts": 'import type { Database } from "../platform/database/database.ts";' },
    { "src/catalog/product-view.ts": 'import type { ProductRow } from "./queries.ts";' },
    { "src/sandbox/statuses.ts": 'import { httpErrors } from "../platform/http/errors.ts";' },
    {
      "src/sandbox/statuses.ts": 'import { httpErrors } from "../platform/http/index.ts";',
      "src/platform/http/index.ts": 'export { httpErrors } from "./errors.ts";\nexport { createHttpServer } from "./server.ts";',
    },
  ],
};
