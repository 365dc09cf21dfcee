import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { realNow } from "../../src/platform/basics/clock.ts";
import { figures } from "../figures.ts";
import { client, eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { onDatabase, startServer } from "./server-process.ts";

const LIMIT_MS = 90_000;

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

/** A secret and where it came from. */
type Secrets = Readonly<Record<string, string>>;

/** What a secret may look like where it is written down: as it is, in hexadecimal, in base64 wherever it begins. */
const writings = (secret: string): readonly string[] => {
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.from("x".repeat(before) + secret).toString("base64");
    // Ends of it depend on what stands beside it.
    return text.slice(before === 0 ? 0 : 4, -4);
  });
  return [secret, Buffer.from(secret).toString("hex"), ...base64];
};
const foundIn = (where: string, content: Buffer, secrets: Secrets): readonly string[] =>
  Object.entries(secrets).flatMap(([what, secret]) =>
    writings(secret).some((written) => content.includes(written)) ? [`${what} in ${where}`] : [],
  );

/** Calls that are told a secret, or send one. */
async function story(baseUrl: string): Promise<Secrets> {
  const { headers } = await market.operator("admin");
  const admin = client(baseUrl, headers);
  const key = (nth: number) => ({ headers: { "idempotency-key": `story-${nth}` } });
  const secret = ({ status, json, text }: { status: number; json: Record<string, string>; text: string }, name: string) => {
    expect(status, text).toBe(201);
    return json[name]!;
  };
  const { json: seller } = await admin.post("/operator/v1/sellers", { name: "Loja dos Segredos" }, key(1));
  const credentials = `/operator/v1/sellers/${seller.sellerId}/credentials`;
  const made = await admin.post(credentials, { name: "integração" }, key(2));
  const first = secret(made, "accessToken");
  const speak = (accessToken: string) => client(baseUrl, { client_id: made.json.clientId as string, access_token: accessToken });
  const rotated = await speak(first).post("/api/v1/credentials/rotate", { overlapHours: 0 }, key(3));
  const second = secret(rotated, "accessToken");
  const again = await admin.post(`${credentials}/${rotated.json.id as string}/rotate`, { overlapHours: 0 });
  const third = secret(again, "accessToken");
  const own = speak(third);
  const endpoint = await own.post(
    "/api/v1/notifications/endpoints",
    { name: "loja", url: "http://127.0.0.1:9/", events: ["product", "order"], enabled: false },
    key(4),
  );
  const mistyped = `${third.slice(0, -8)}Mistyped`;
  expect((await speak(mistyped).get("/api/v1/brands")).status).toBe(401);
  expect((await own.post("/api/v2/products", { sku: "SEM SEGREDO" })).status).toBe(400);
  return {
    "a token": first,
    "a token after a rotation": second,
    "a token after an operator's rotation": third,
    "a mistyped token": mistyped,
    "an operator's key": secret(await admin.post("/operator/v1/operator-keys", { role: "support" }, key(5)), "operatorKey"),
    "the key the story is told with": headers["authorization"]!.slice("Bearer ".length),
    "an endpoint's secret": secret(endpoint, "secret"),
  };
}

/** The folder of the run's PostgreSQL. */
const CLUSTER = join(inject("scratch"), "..", "data");
const facts = (path: string) => {
  const found = statSync(join(CLUSTER, path), { throwIfNoEntry: false });
  return { mtimeMs: found?.mtimeMs ?? 0, isFile: found?.isFile() === true };
};

/** Every row of every table as text, and what the database wrote into its files and its log since an instant. */
async function database(secrets: Secrets, sinceMs: number): Promise<readonly string[]> {
  const { query } = market.database;
  const tables = await query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(`select t::text as text from ${name} t`);
    found.push(...foundIn(`table ${name}`, Buffer.from(rows.map(({ text }) => text).join("\n")), secrets));
  }
  await query("checkpoint");
  const [own] = await query<{ files: string }>(
    "select 'base/' || oid || '/*' as files from pg_database where datname = current_database()",
  );
  const written = globSync([`**/${own!.files}`, "**/pg_wal/0*"], { cwd: CLUSTER }).filter((path) => {
    const { mtimeMs, isFile } = facts(path);
    return isFile && mtimeMs >= sinceMs;
  });
  figures({ tables: tables.length, "files of the database": written.length });
  expect(written.length).toBeGreaterThan(10);
  for (const path of written) found.push(...foundIn(path, readFileSync(join(CLUSTER, path)), secrets));
  return found;
}

/** Tells the story to a server of its own, ends it, and looks for every secret in whatever is left. */
async function left(...preload: string[]): Promise<readonly string[]> {
  const variables: Readonly<Record<string, string>> = { ...onDatabase(market.database), LOG_LEVEL: "debug" };
  const server = await startServer({ preload: preload.map((name) => join(import.meta.dirname, name)), variables });
  const sinceMs = realNow();
  const secrets = await story(server.baseUrl);
  await eventually("the log of requests", async () => (await market.database.query("select from request_log limit 1")).length > 0);
  await server.end("SIGTERM");
  const files = globSync("**/*", { cwd: variables["DATA_DIR"]!, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = [
    ...(await database(secrets, sinceMs)),
    ...foundIn("the log", Buffer.from(server.output()), secrets),
    ...files.flatMap(({ parentPath, name }) => foundIn(`file ${name}`, readFileSync(join(parentPath, name)), secrets)),
  ];
  figures({
    secrets: Object.keys(secrets).length,
    "files of the data folder": files.length,
    "lines of the log": server.output().split("\n").length,
    found: found.length,
  });
  return found;
}

describe("T53: secrets at rest", () => {
  it("are nowhere in the database, its files, the logs and the data folder", { timeout: LIMIT_MS }, async () => {
    expect(await left()).toEqual([]);
  });

  it("would be found: a token that is kept", { timeout: LIMIT_MS }, async () => {
    const found = await left("planted-token-kept.ts");
    expect(found).toContain("a token in table credentials");
    expect(found.filter((where) => /^a token in .*(base|pg_wal)\//.test(where))).not.toEqual([]);
  });

  it("would be found: a token that is logged", { timeout: LIMIT_MS }, async () => {
    expect(await left("planted-token-logged.ts")).toContain("a token in the log");
  });

  it("would be found in hexadecimal and in base64, wherever they begin", () => {
    const secrets = { it: "vts_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM" };
    for (const before of ["", "{", '{"', '{"a'])
      for (const encoding of ["hex", "base64"] as const)
        expect(foundIn("x", Buffer.from(Buffer.from(`${before}${secrets.it}"}`).toString(encoding)), secrets)).toEqual(["it in x"]);
  });
});
