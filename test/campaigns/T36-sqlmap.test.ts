import { execFile } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { OPERATIONS } from "../../src/commands/documents.ts";
import type { Operation } from "../../src/platform/contract.ts";
import { createWorld, type World } from "../contract/world.ts";
import { testDatabase, type TestDatabase } from "../harness.ts";
import { localServer, type LocalServer } from "../local-server.ts";

const SQLMAP = "/usr/bin/sqlmap";
const OPERATION_LIMIT_MS = 30 * 60_000;
/** sqlmap tries what carries its mark. */
const MARK = "*";

const MANNER = [
  "--batch",
  "--level=3",
  "--risk=2",
  "--dbms=PostgreSQL",
  "--ignore-code=*",
  "--threads=2",
  "--flush-session",
  "--disable-coloring",
];

const run = promisify(execFile);

interface Target {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What sqlmap 1.7 of Debian, at level 3, says of a target whose parameters are marked. */
async function sqlmap({ url, method = "GET", headers = {}, body }: Target): Promise<"injectable" | "clear"> {
  const lines = Object.entries({ ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) });
  const about = [
    `--url=${url}`,
    `--method=${method}`,
    `--headers=${lines.map(([name, value]) => `${name}: ${value}`).join("\n")}`,
    `--output-dir=${mkdtempSync(join(inject("scratch"), "sqlmap-"))}`,
    ...(body === undefined ? [] : [`--data=${body}`]),
  ];
  const { stdout } = await run(SQLMAP, [...about, ...MANNER], { maxBuffer: 64 * 1024 * 1024, timeout: OPERATION_LIMIT_MS });
  if (stdout.includes("identified the following injection point")) return "injectable";
  if (stdout.includes("all tested parameters do not appear to be injectable")) return "clear";
  throw new Error(`sqlmap says neither: ${stdout.slice(-2_000)}`);
}

interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
}
const fieldsOf = (schema: unknown) =>
  Object.entries((schema as { readonly properties?: Readonly<Record<string, Field>> } | undefined)?.properties ?? {});
/** A value that the parameter takes. */
const valueOf = ({ type, format, enum: words, default: usual }: Field): string =>
  String(usual ?? words?.[0] ?? (format === "date-time" ? "2026-11-20" : type === "integer" ? 1 : type === "boolean" ? true : "nada"));

const READS = OPERATIONS.filter(
  ({ method, parameters, query }) => method === "GET" && fieldsOf(parameters).length + fieldsOf(query).length > 0,
);
const WRITES = OPERATIONS.filter(({ id }) => ["putStock", "putPrice", "validateProduct"].includes(id));

describe("T36: sqlmap finds no parameter to inject into", () => {
  let world: World;
  beforeAll(async () => {
    if (!existsSync(SQLMAP)) throw new Error("sqlmap is not there; apt-get install sqlmap brings it");
    world = await createWorld();
  });
  afterAll(() => world.stop());

  /** Requests that an operation answered with this status. */
  const answered = async (id: string, status: string): Promise<number> => {
    const { text } = await world.market.request("GET", "/metrics");
    const counts = text.matchAll(new RegExp(`^vitrine_http_requests_total\\{operation="${id}",status="${status}"\\} (\\d+)$`, "gm"));
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const CLEAR = { verdict: "clear", gotThrough: true, unauthorized: 0, failed: 0 };
  const tried = async ({ id }: Operation, target: Target): Promise<typeof CLEAR> => {
    const before = await answered(id, "\\d+");
    const verdict = await sqlmap(target);
    const gotThrough = (await answered(id, "\\d+")) - before > 50;
    return { verdict, gotThrough, unauthorized: await answered(id, "401"), failed: await answered(id, "5\\d\\d") };
  };

  const targetOf = async (operation: Operation): Promise<Target> => {
    const path = (await world.address(operation)).split("/");
    const marked = operation.path.split("/").map((step, i) => path[i]! + (step.startsWith("{") ? MARK : ""));
    const query = fieldsOf(operation.query).map(([name, field]) => `${name}=${valueOf(field)}${MARK}`);
    const { headers } = await world.caller(operation);
    return { url: `${world.market.baseUrl}${marked.join("/")}?${query.join("&")}`, method: operation.method, headers };
  };

  it.each(READS.map((operation) => [operation.id, operation] as const))(
    "%s",
    async (_id, operation) => expect(await tried(operation, await targetOf(operation))).toEqual(CLEAR),
    OPERATION_LIMIT_MS,
  );

  it.each(WRITES.map((operation) => [operation.id, operation] as const))(
    "%s, in its body",
    async (_id, operation) => {
      const { headers } = await world.caller(operation);
      const marked = JSON.stringify(world.body(operation)).replace(/":("[^"]*|[\d.]+)/g, `":$1${MARK}`);
      const url = world.market.baseUrl + (await world.address(operation));
      expect(await tried(operation, { url, method: operation.method, headers, body: marked })).toEqual(CLEAR);
    },
    OPERATION_LIMIT_MS,
  );
});

describe("sqlmap, aimed at statements of our own", () => {
  let database: TestDatabase;
  let server: LocalServer;
  beforeAll(async () => {
    database = await testDatabase();
    await database.query("create table goods (name text); insert into goods values ('a'), ('b')");
    server = await localServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, "http://localhost");
      const name = searchParams.get("name") ?? "";
      const rows =
        pathname === "/concatenated"
          ? database.query(`select name from goods where name = '${name}'`)
          : database.query("select name from goods where name = $1", [name]);
      void rows.then(
        (found) => response.end(JSON.stringify(found)),
        () => response.writeHead(500).end("{}"),
      );
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await database.drop();
  });

  it.each([
    ["concatenated", "injectable"],
    ["parameterised", "clear"],
  ] as const)("calls a %s one %s", async (path, verdict) => {
    expect(await sqlmap({ url: `http://${server.authority}/${path}?name=a${MARK}` })).toBe(verdict);
  });
});
