import { afterEach, describe, expect, it } from "vitest";
import { Overloaded } from "../../src/platform/database/batching/batcher.ts";
import { endpoint, operation } from "../../src/platform/contract/operation.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../../src/platform/database/database.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { NOON } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";

const change = operation({
  id: "change",
  api: "v1",
  method: "PUT",
  path: "/change",
  audience: "seller",
  permission: "orders",
  summary: "Muda",
  replies: { 202: { description: "Aceito" } },
});

const closed = () => httpErrors.refuse("unexpected");

let server: HttpServer | undefined;
afterEach(() => server?.close());

const [WARNING, ERROR] = [40, 50];

describe("what a call failed with, in the log", () => {
  it.each([
    ["a conflict that was repeated in vain", new DatabaseConflict("key taken in catalog.change_products"), 503, WARNING],
    ["too many calls at once", new Overloaded("too many calls wait"), 503, WARNING],
    ["a database that is away", new DatabaseUnavailable("no connection"), 503, ERROR],
    ["a defect of ours", new Error("statement failed"), 500, ERROR],
  ])("is, of %s, one line of its weight", async (_title, error, status, level) => {
    const lines: string[] = [];
    server = createHttpServer({
      environment: "sandbox",
      endpoints: [endpoint(change, () => Promise.reject(error))],
      plainRoutes: [],
      authenticators: { seller: () => ({ identity: undefined, headers: {} }), operator: closed, person: closed, public: closed },
      anonymousHeaders: {},
      clock: movableClock(NOON),
      log: createLog("warn", { write: (line: string) => lines.push(line) }),
      metrics: { observe: () => undefined },
      loadShedding: createLoadShedding({ maxInFlight: 10 }),
      bodyLimitBytes: 1024,
    });
    const port = await server.listen(0, "127.0.0.1");
    const reply = await fetch(`http://127.0.0.1:${port}/change`, { method: "PUT", headers: { "x-request-id": "one" } });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("retry-after") ?? "none").toMatch(status === 503 ? /^[1-5]$/ : /^none$/);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level, requestId: "one", operation: "change", error: { message: error.message } },
    ]);
  });
});
