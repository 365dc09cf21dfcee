import { afterEach, describe, expect, it } from "vitest";
import { endpoint, operation, type Answer, type Endpoint } from "../../src/platform/contract/operation.ts";
import { errorCatalogue, Refusal } from "../../src/platform/contract/errors.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import type { ObservedCall } from "../../src/platform/http/call-observers.ts";
import { createLoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createInternalCaller } from "../../src/platform/http/internal-calls.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import type { IdempotencyStore, IdempotencyKey, KeyedCall } from "../../src/platform/idempotency/keyed-call.ts";
import { integer, optional, object, text } from "../../src/platform/contract/schema.ts";
import { eventually, NOON } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";

const errors = errorCatalogue({
  closed: { status: 422, type: "Business_Logic_Error", text: { "pt-BR": "Fechado.", en: "Closed." } },
  sandbox_only: { status: 403, type: "Permission_Error", text: { "pt-BR": "Só no sandbox.", en: "Sandbox only." } },
});
const rows = { api: "v1", audience: "seller", permission: "any", replies: { 200: { description: "Feito" } } } as const;
const put = operation({
  ...rows,
  id: "put",
  method: "PUT",
  path: "/things/{name}",
  summary: "Guarda",
  parameters: object({ name: text() }),
  query: object({ size: optional(integer()) }),
  body: object({ n: integer() }),
});
const practise = operation({
  ...rows,
  id: "practise",
  method: "POST",
  path: "/practise",
  summary: "Ensaia",
  environments: ["sandbox"],
  elsewhere: errors.failure("sandbox_only"),
});
const judge = operation({ ...rows, id: "judge", method: "POST", path: "/judge", summary: "Julga", body: object({ n: integer() }) });
const hidden = operation({ ...rows, id: "hidden", method: "GET", path: "/hidden", summary: "Some", environments: ["sandbox"] });
const welcome = operation({ ...rows, audience: "public", id: "welcome", method: "GET", path: "/welcome", summary: "Recebe" });

let server: HttpServer | undefined;
let observed: ObservedCall[] = [];
afterEach(async () => {
  await server?.close();
  observed = [];
});

const handled: unknown[] = [];
const done = (call: { readonly path: unknown; readonly body?: unknown }) => {
  handled.push(call);
  return Promise.resolve({ status: 200, body: { ação: call.path }, headers: { location: "/things/1" } } satisfies Answer);
};
const endpoints: readonly Endpoint[] = [
  endpoint(put, done),
  endpoint(practise, done),
  endpoint(hidden, done),
  endpoint(welcome, done),
  endpoint(judge, done, { bodyFailures: "handler's" }),
];
const clock = movableClock(NOON);

async function serve(
  settings: { readonly environment?: "sandbox" | "production"; readonly idempotencyStore?: IdempotencyStore } = {},
): Promise<string> {
  server = createHttpServer({
    environment: "sandbox",
    endpoints,
    plainRoutes: [],
    authenticators: {
      seller: () => ({ identity: "Ana", sellerId: 7, principal: "app", headers: {} }),
      operator: () => errors.refuse("closed"),
      person: () => errors.refuse("closed"),
      public: () => ({ identity: undefined, headers: {} }),
    },
    anonymousHeaders: {},
    clock,
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: createLoadShedding({ maxInFlight: 10 }),
    bodyLimitBytes: 1024,
    observe: (call) => observed.push(call),
    ...settings,
  });
  return `http://127.0.0.1:${await server.listen(0, "127.0.0.1")}`;
}
const send = (url: string, method: string, json?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
const sole = () => eventually("one call observed", async () => observed.length === 1 && observed[0]!);

describe("an operation of the other environment", () => {
  it("is refused behind its door and never handled, or is no address at all", async () => {
    const url = await serve({ environment: "production" });
    handled.length = 0;
    const reply = await send(`${url}/practise`, "POST");
    expect([reply.status, ((await reply.json()) as { details: { code: string }[] }).details[0]!.code]).toEqual([403, "sandbox_only"]);
    expect((await send(`${url}/hidden`, "GET")).status).toBe(404);
    expect(handled).toEqual([]);
  });

  it("is there in its own", async () => {
    const url = await serve();
    expect([(await send(`${url}/practise`, "POST")).status, (await send(`${url}/hidden`, "GET")).status]).toEqual([200, 200]);
  });
});

describe("an operation without a body", () => {
  it("ignores Content-Type, even a malformed one", async () => {
    const url = await serve();
    const types = ["application/json", "text/plain", "json", "/", ";"];
    const replies = types.map((type) => send(`${url}/practise`, "POST", undefined, { "content-type": type }));
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(types.map(() => 200));
  });
});

describe("the public door", () => {
  it("lets anybody in, as nobody", async () => {
    const url = await serve();
    expect((await send(`${url}/welcome`, "GET")).status).toBe(200);
    expect((await sole()).identity).toBeUndefined();
  });
});

describe("a call is observed once, after its answer", () => {
  it("with what was sent and answered", async () => {
    const url = await serve();
    const reply = await send(`${url}/things/caf%C3%A9?size=3`, "PUT", { n: 1 }, { "accept-language": "en", "x-request-id": "q1" });
    const { responseBody: answered, ms, headers, at, operation: row, ...call } = await sole();
    expect([answered, row.id, headers["x-request-id"]]).toEqual([await reply.text(), "put", "q1"]);
    expect(ms).toBeGreaterThan(0);
    expect(Math.abs(at - performance.timeOrigin - performance.now())).toBeLessThan(5_000);
    expect(call).toEqual({
      requestId: "q1",
      identity: "Ana",
      status: 200,
      lang: "en",
      parameters: { name: "café" },
      query: "size=3",
      sentBody: { n: 1 },
      location: "/things/1",
    });
  });

  it("with its refusal, also when the body fails", async () => {
    const url = await serve();
    await send(`${url}/things/a`, "PUT", { n: "many" });
    const { refusal, sentBody: sent, status } = await sole();
    expect([refusal!.failures[0]!.pointer, sent, status]).toEqual(["/n", { n: "many" }, 400]);
  });

  it("but not what is no operation", async () => {
    const url = await serve();
    await send(`${url}/nowhere`, "GET");
    await send(`${url}/welcome`, "GET");
    expect((await sole()).operation.id).toBe("welcome");
  });
});

describe("an Idempotency-Key", () => {
  const once: IdempotencyKey = { slot: Buffer.alloc(32), sellerId: 7, record: () => Promise.resolve(), rowsOf: () => Promise.resolve([]) };
  const told: unknown[] = [];
  const ledger = (before?: Answer): IdempotencyStore => ({
    async answer(call: KeyedCall, work) {
      told.push(call);
      return before ?? (await work(once));
    },
  });
  const keyed = { "idempotency-key": "k1", "x-request-id": "r1" };

  it("goes with the call to its handler", async () => {
    told.length = handled.length = 0;
    const url = await serve({ idempotencyStore: ledger() });
    await send(`${url}/things/a?size=1`, "PUT", { n: 1 }, keyed);
    const body = Buffer.from('{"n":1}');
    const facts = { key: "k1", owner: "app", sellerId: 7, operationId: "put", target: '[{"name":"a"},{"size":1}]' };
    expect(told).toEqual([{ ...facts, body, lang: "pt-BR", requestId: "r1" }]);
    expect(handled).toMatchObject([{ idempotencyKey: once }]);
  });

  it("is answered as before without its handler", async () => {
    handled.length = 0;
    const before: Answer = { status: 200, body: "before", headers: { "idempotent-replayed": "true" } };
    const replayed = await send(`${await serve({ idempotencyStore: ledger(before) })}/things/a`, "PUT", { n: 1 }, keyed);
    expect([await replayed.json(), replayed.headers.get("idempotent-replayed"), handled]).toEqual(["before", "true", []]);
  });

  it("means nothing where nothing is changed, to nobody in particular, or in a body that fails", async () => {
    told.length = 0;
    const url = await serve({ idempotencyStore: ledger() });
    await send(`${url}/hidden`, "GET", undefined, keyed);
    await send(`${url}/welcome`, "GET", undefined, keyed);
    await send(`${url}/things/a`, "PUT", { n: "x" }, keyed);
    expect((await send(`${url}/judge`, "POST", { n: "x" }, keyed)).status).toBe(200);
    await send(`${url}/things/a`, "PUT", { n: 1 });
    expect(told).toEqual([]);
  });
});

describe("a call that is run again", () => {
  const rerun = createInternalCaller({ endpoints: () => endpoints, environment: "production", clock });
  const asked = { path: { name: "a" }, query: "size=2&x=1&x=2", headers: {}, body: Buffer.from('{"n":1}'), requestId: "r1" };

  it("is checked and handled like any other", async () => {
    handled.length = 0;
    expect(await rerun("put", asked, "Ana")).toMatchObject({ status: 200 });
    expect(handled).toMatchObject([{ who: "Ana", path: { name: "a" }, query: { size: 2 }, body: { n: 1 }, sent: { n: 1 }, at: NOON }]);
    expect(await rerun("put", { ...asked, query: "size=x" }, "Ana")).toBeInstanceOf(Refusal);
  });

  it("is none of the other environment's", async () => {
    expect(await rerun("practise", asked, "Ana")).toBeInstanceOf(Refusal);
  });
});
