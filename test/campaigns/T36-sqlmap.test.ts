import { execFile } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { APIS, OPERATIONS } from "../../src/commands/documents.ts";
import type { Operation } from "../../src/platform/contract.ts";
import { createWorld, type World } from "../contract/world.ts";
import { testDatabase, type TestDatabase } from "../harness.ts";
import { publishedDocument } from "../reliability/fuzz/marketplace.ts";
import { operationsOf, type Described } from "../reliability/fuzz/operation.ts";
import { typical } from "../reliability/fuzz/values.ts";
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

/** Every operation of the published documents, with its row; those that send nothing of their own are asked with a request id alone. */
const DESCRIBED = APIS.flatMap((api) => operationsOf(publishedDocument(api))).map((described) => ({
  described,
  operation: OPERATIONS.find(({ id }) => id === described.id)!,
}));
/** Headers of any call that are stored with it, or looked up. */
const STORED_HEADERS: Readonly<Record<string, string>> = { "X-Request-Id": "pedido", "User-Agent": "sqlmap" };
const isWrite = ({ method }: Described) => method === "POST" || method === "PUT" || method === "PATCH";

/** A body as it is sent, each of its texts and numbers marked. */
const markedBody = (body: unknown): string =>
  JSON.stringify(body).replace(/(?<=[:[,])("(?:[^"\\]|\\.)*(?=")(?!":)|-?[\d.]+)/g, `$1${MARK}`);

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

  /** The operation with every parameter of its path, query, headers and body marked. */
  const targetOf = async (described: Described, operation: Operation): Promise<Target> => {
    const path = (await world.address(operation)).split("/");
    const marked = operation.path.split("/").map((step, i) => path[i]! + (step.startsWith("{") ? MARK : ""));
    const asked = new URLSearchParams(world.query(operation));
    const own = (place: string) => described.parameters.filter((parameter) => parameter.in === place);
    const query = own("query").map(
      ({ name, schema }) => `${name}=${asked.get(name) ?? encodeURIComponent(String(typical(schema)))}${MARK}`,
    );
    const { headers } = await world.caller(operation);
    const stored = { ...STORED_HEADERS, ...(isWrite(described) && described.credentials.length > 0 ? { "Idempotency-Key": "chave" } : {}) };
    const named = { ...Object.fromEntries(own("header").map(({ name, schema }) => [name, String(typical(schema))])), ...stored };
    const sent = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, value.replaceAll(MARK, "") + MARK]));
    return {
      url: `${world.market.baseUrl}${marked.join("/")}${query.length > 0 ? `?${query.join("&")}` : ""}`,
      method: operation.method,
      headers: { ...headers, ...sent },
      ...(described.body === undefined ? {} : { body: markedBody(world.body(operation)) }),
    };
  };

  it.each(DESCRIBED.map((row) => ({ ...row, id: row.operation.id })))(
    "$id",
    async ({ described, operation }) => expect(await tried(operation, await targetOf(described, operation))).toEqual(CLEAR),
    OPERATION_LIMIT_MS,
  );

  it(
    "the door",
    async () => {
      const operation = OPERATIONS.find(({ id }) => id === "listBrands")!;
      const { headers } = await world.caller(operation);
      const marked = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value + MARK]));
      expect(await sqlmap({ url: `${world.market.baseUrl}${operation.path}`, headers: marked })).toBe("clear");
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
