import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { freshFolder, startServer, type ServerProcess } from "../reliability/server-process.ts";
import { runCollection, type Collection, type Item } from "./collection-runner.ts";

const START_MS = 90_000;
const TEXT = readFileSync(join(PROJECT, "openapi", "collection", "first-hour.postman_collection.json"), "utf8");
const COLLECTION = JSON.parse(TEXT) as Collection;
const ITEMS = COLLECTION.item.flatMap(({ item }) => item);

describe("the collection of the first hour", () => {
  it("names every call once, so that scripts can go on with one by its name", () => {
    expect(new Set(ITEMS.map(({ name }) => name)).size).toBe(ITEMS.length);
  });

  it("sends both headers of the credential with every call but the one that gives it", () => {
    const credential = ["client_id={{client_id}}", "access_token={{access_token}}"];
    const sent = ({ request }: Item) => request.header.map(({ key, value }) => `${key}=${value}`);
    expect(ITEMS.filter((item) => !credential.every((header) => sent(item).includes(header)))).toEqual([ITEMS[0]]);
  });
});

describe("the collection of the first hour, on a fresh sandbox", { timeout: START_MS }, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ command: [join(PROJECT, "bin", "start")], arguments: ["--port", "0", "--data", freshFolder()] });
  }, START_MS);
  afterAll(() => server.end("SIGTERM"));

  it.each(["the first run", "and the next one"])("goes well within the quota: %s", async () => {
    const ran = await runCollection(COLLECTION, { baseUrl: server.baseUrl });
    expect(ran.filter(({ broken }) => broken.length > 0)).toEqual([]);
    expect([...new Set(ran.map(({ name }) => name))]).toEqual(ITEMS.map(({ name }) => name));
    expect(ran.filter(({ status }) => status === 429)).toEqual([]);
  });

  it("asks for no other credential when there is one", async () => {
    const [, clientId, token] = /client_id: (\S+)\n *access_token: (\S+)/.exec(server.output())!;
    const ran = await runCollection(COLLECTION, { baseUrl: server.baseUrl, client_id: clientId!, access_token: token! });
    expect(ran.filter(({ broken }) => broken.length > 0)).toEqual([]);
    expect([...new Set(ran.map(({ name }) => name))]).toEqual(ITEMS.slice(1).map(({ name }) => name));
  });

  it("would not go well if a script promised something else", async () => {
    const twin = JSON.parse(TEXT.replace("to.equal(202)", "to.equal(200)")) as Collection;
    const broken = (await runCollection(twin, { baseUrl: server.baseUrl })).flatMap((one) => one.broken);
    expect(broken).toHaveLength(1);
  });
});
