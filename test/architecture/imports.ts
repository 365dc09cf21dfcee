import { type Breach, fileRule, type Rule } from "./rule.ts";
import type { Source } from "./source.ts";

/** Slices of the house, each importing only from its left (ARCHITECTURE.md). */
const SLICES = [
  "sellers",
  "people",
  "reference",
  "pricing",
  "stock",
  "catalog",
  "pictures",
  "orders",
  "fulfillment",
  "bulk",
  "events",
  "notifications",
  "technical-validation",
  "change-feed",
  "inspector",
  "overview",
  "sandbox",
];
/** Everything below src/, from what knows least to what knows all of it. */
const ORDER = [
  "platform",
  ...SLICES,
  "config",
  "app",
  "project",
  "openapi",
  "client",
  "command-line",
  "programs",
  "printed-documents",
  "commands",
  "main",
];

/** Packages and who may import them. One that is not here has no place yet: decide it, then add its row. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  fastify: ["src/platform/http/"],
  sharp: ["src/pictures/"],
  pg: ["src/platform/database/"],
  "pg-copy-streams": ["src/platform/database/"],
  undici: ["src/platform/outbound/client.ts"],
  "@simplewebauthn/server": ["src/people/passkeys/ceremony.ts"],
  "ipaddr.js": ["src/platform/outbound/address-rules.ts"],
  pino: ["src/platform/observability/log.ts"],
  "prom-client": ["src/platform/observability/metrics.ts"],
  typebox: ["src/platform/", "src/reference/"],
  saxes: ["src/orders/", "src/bulk/formats/xlsx/"],
  yauzl: ["src/bulk/formats/xlsx/"],
  "node:module": ["src/platform/embedded-postgres/"],
  // Sockets, name look-ups and other processes: the platform's business.
  "node:net": ["src/platform/"],
  "node:tls": ["src/platform/"],
  "node:dns": ["src/platform/"],
  "node:http": ["src/platform/"],
  "node:https": ["src/platform/"],
  "node:child_process": ["src/platform/"],
};
const FREE = /^node:(buffer|crypto|events|fs|os|path|perf_hooks|process|readline|stream|timers|url|util|zlib)(\/|$)/;

const inSource = (path: string) => path.startsWith("src/");

/** `stock` for `src/stock/queries.ts`, `app` for `src/app.ts`. */
const placeOf = (path: string) => path.split("/")[1]!.replace(/\.ts$/, "");

/** The folder that others import through its `index.ts` only: a slice or a program; undefined for any other file. */
function closedFolderOf(path: string): string | undefined {
  if (!inSource(path)) return undefined;
  if (SLICES.includes(placeOf(path))) return `src/${placeOf(path)}`;
  return /^src\/programs\/[^/]+(?=\/)/.exec(path)?.[0];
}
const packageOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;

const EMPTY = "export {};";

/** Whatever concerns who imports whom. */
export const IMPORT_RULES: readonly Rule[] = [
  fileRule({
    name: `folders import only from their left: ${ORDER.join(" < ")}`,
    about: inSource,
    find: ({ path, imports }) => {
      const rank = ORDER.indexOf(placeOf(path));
      if (rank < 0) return [{ path, line: 1, found: `${placeOf(path)} has no place in the order` }];
      return imports.flatMap(({ target, line }) => {
        if (target === undefined) return [];
        const wrong = !inSource(target) || ORDER.indexOf(placeOf(target)) > rank;
        return wrong ? [{ path, line, found: `imports ${target}` }] : [];
      });
    },
    broken: [
      { "src/platform/http/server.ts": 'import { sellerErrors } from "../../sellers/index.ts";' },
      { "src/stock/operations.ts": 'import type { Settings } from "../config.ts";' },
      { "src/pricing/operations.ts": 'export * from "../stock/index.ts";' },
      { "src/pricing/operations.ts": 'type Balance = import("../stock/index.ts").Balance;' },
      { "src/app.ts": 'const serve = await import("./commands/index.ts");' },
      { "src/app.ts": 'import { testDatabase } from "../test/harness.ts";' },
      { "src/loyalty/points.ts": EMPTY },
    ],
    kept: [
      { "src/catalog/contract.ts": 'import { StockBody } from "../stock/index.ts";\nimport { fold } from "./critiques/fold.ts";' },
      { "src/main.ts": 'import { COMMANDS } from "./commands/index.ts";' },
    ],
  }),
  fileRule({
    name: "another slice or program is imported through its index.ts",
    about: inSource,
    find: ({ path, imports }) =>
      imports.flatMap(({ target, line }) => {
        const folder = target === undefined ? undefined : closedFolderOf(target);
        const around = folder !== undefined && folder !== closedFolderOf(path) && target !== `${folder}/index.ts`;
        return around ? [{ path, line, found: `imports ${target}` }] : [];
      }),
    broken: [
      { "src/catalog/contract.ts": 'import { StockBody } from "../stock/contract.ts";' },
      { "src/app.ts": 'import { getStocks } from "./stock/queries.ts";' },
      { "src/programs/load/run-load.ts": 'import { openJournal } from "../import/journal.ts";' },
      { "src/commands/load.ts": 'import { runOpenLoop } from "../programs/load/open-loop.ts";' },
    ],
    kept: [
      {
        "src/catalog/validation/worker.ts":
          'import { findAll } from "../critique.ts";\nimport { isoDateTime } from "../../platform/clock.ts";',
      },
    ],
  }),
  fileRule({
    name: "a folder of the platform is imported from outside it through its index.ts",
    about: (path) => inSource(path) && placeOf(path) !== "platform",
    find: ({ path, imports }) =>
      imports.flatMap(({ target = "", line }) =>
        target.startsWith("src/platform/") && !/^src\/platform\/[^/]+\/index\.ts$/.test(target)
          ? [{ path, line, found: `imports ${target}` }]
          : [],
      ),
    broken: [
      { "src/stock/operations.ts": 'import { openDatabase } from "../platform/database/database.ts";' },
      { "src/app.ts": 'import { migrate } from "./platform/database/migrations/index.ts";' },
    ],
    kept: [
      { "src/stock/operations.ts": 'import { openDatabase } from "../platform/database/index.ts";' },
      { "src/platform/http/server.ts": 'import { Refusal } from "../contract/errors.ts";' },
    ],
  }),
  fileRule({
    name: "a package is imported by the file it lives in",
    about: inSource,
    find: ({ path, imports }) =>
      imports.flatMap(({ from, target, line }) => {
        const homes = HOMES[packageOf(from)];
        const allowed = target !== undefined || FREE.test(from) || homes?.some((home) => path.startsWith(home));
        return allowed
          ? []
          : [{ path, line, found: `imports ${from}, ${homes ? `which lives in ${homes.join(", ")}` : "which has no home"}` }];
      }),
    broken: [
      { "src/stock/operations.ts": 'import pg from "pg";' },
      { "src/app.ts": 'import Fastify from "fastify";' },
      { "src/platform/proxy/server.ts": 'import Fastify from "fastify";' },
      { "src/platform/outbound/resolver.ts": 'import { request } from "undici";' },
      { "src/catalog/image-check.ts": 'import { get } from "node:http";' },
      { "src/catalog/image-check.ts": 'import { chunk } from "lodash-es/chunk.js";' },
      { "src/catalog/image-check.ts": 'import { readFileSync } from "fs";' },
    ],
    kept: [
      { "src/platform/database/pool.ts": 'import pg from "pg";' },
      { "src/platform/http/routes.ts": 'import Fastify from "fastify";' },
      { "src/reference/files.ts": 'import { readFile } from "node:fs/promises";' },
    ],
  }),
  {
    name: "no file imports itself by way of others",
    breaches: cycles,
    broken: [
      { "src/stock/a.ts": 'import { b } from "./b.ts";', "src/stock/b.ts": 'import { a } from "./a.ts";' },
      {
        "src/stock/a.ts": 'import type { B } from "./b.ts";',
        "src/stock/b.ts": 'export * from "./c.ts";',
        "src/stock/c.ts": 'type A = import("./a.ts").A;',
      },
      { "src/stock/a.ts": 'import { a } from "./a.ts";' },
    ],
    kept: [
      {
        "src/stock/a.ts": 'import { b } from "./b.ts";\nimport { c } from "./c.ts";',
        "src/stock/b.ts": 'import { c } from "./c.ts";',
        "src/stock/c.ts": EMPTY,
      },
    ],
  },
];

/** Each cycle once, told from the file of it that is found first. */
function cycles(sources: readonly Source[]): readonly Breach[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const breaches: Breach[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const source = byPath.get(path);
    if (source === undefined || done.has(path)) return;
    for (const { target = "", line } of source.imports) {
      const way = [...trail, path];
      const start = way.indexOf(target);
      if (start >= 0) breaches.push({ path, line, found: [...way.slice(start), target].join(" -> ") });
      else visit(target, way);
    }
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return breaches;
}
