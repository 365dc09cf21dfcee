import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { Environment, Operation } from "../../src/platform/contract/operation.ts";
import { budget } from "../budget.ts";
import { client, eventually, type Client, type Reply } from "../harness.ts";
import { bulkJobsDone } from "./bulk-jobs.ts";
import { differences } from "./likeness.ts";
import { untaken } from "./taken.ts";
import { variantsOf, type Variant } from "./variants.ts";
import { createWorld, type World } from "./world.ts";

const SEED = budget(1, Date.now());
/** Requests with something wrong in the body, per operation. */
const MOST_OF_BODY = budget(3, 400);
const LEAST_REQUESTS = 1_000;

const SHARED = OPERATIONS.filter(({ environments }) => environments === undefined);

const worlds = new Map<Environment, World>();
beforeAll(async () => {
  const sandbox = await createWorld({ dispatching: false });
  worlds.set("sandbox", sandbox);
  const imagesUrl = `${sandbox.market.baseUrl}/images`;
  worlds.set("production", await createWorld({ dispatching: false, environment: "production", imagesUrl }));
});
afterAll(() => Promise.all([...worlds.values()].map((world) => world.stop())));

const UNKNOWN: Readonly<Record<Environment, string>> = { sandbox: "vts", production: "vtp" };
function unknown({ market }: World, environment: Environment, { audience }: Operation): Client {
  const token = `${UNKNOWN[environment]}_${"A".repeat(43)}`;
  return client(
    market.baseUrl,
    audience === "operator" ? { authorization: `Bearer ${token}` } : { client_id: "nobody", access_token: token },
  );
}

/** One environment's side of the operation: who calls it, and the address that all but the fresh requests share. */
async function sideOf(environment: Environment, operation: Operation) {
  const world = worlds.get(environment)!;
  const callers: Readonly<Record<Variant["by"], Pick<Client, "request">>> = {
    caller: await world.caller(operation),
    stranger: operation.permission === "any" ? world.market : await world.stranger(operation),
    nobody: world.market,
    unknown: unknown(world, environment, operation),
  };
  const shared = await world.address(operation);
  await eventually("everything to be judged that was sent", () => isQuiet(world));
  return async ({ by, isFresh, method = operation.method, path, query, headers = {}, options }: Variant): Promise<Reply> => {
    const address = isFresh ? await world.address(operation) : shared;
    const who = isFresh ? await world.caller(operation) : callers[by];
    const asked = options(world);
    const reply = await who.request(method, replaced(operation, address, path) + (query ?? world.query(operation)), {
      ...asked,
      headers: { ...asked.headers, ...headers },
    });
    if (method === operation.method) {
      const found = untaken(operation, { body: asked, ...(query ? { query } : {}) }, reply);
      taken.push(...found.map((what) => `${operation.id}: ${what}`));
    }
    return reply;
  };
}

/** Whether no validation is due: what it finds would come to one environment earlier than to the other. */
async function isQuiet({ market: { database, clock } }: World): Promise<boolean> {
  const [row] = await database.query<{ due: boolean }>(
    `select exists (select from families where due_at <= $1) or exists (select from image_checks where due_at <= $1)
         or exists (select from product_changes where due_at <= $1) as due`,
    [clock.now()],
  );
  return !row!.due;
}

/** Whether both environments know of as many credentials that they were used: it is noted some time after the calls. */
async function usesAreAlike(): Promise<boolean> {
  const used = [...worlds.values()].map(async ({ market: { database } }) => {
    const [row] = await database.query<{ n: number }>("select count(*)::integer as n from credential_uses");
    return row!.n;
  });
  return new Set(await Promise.all(used)).size === 1;
}

/** The address with another value where a parameter stands. */
function replaced({ path: pattern }: Operation, address: string, change: Variant["path"]): string {
  if (change === undefined) return address;
  const steps = pattern.split("/");
  return address
    .split("/")
    .map((step, i) => (steps[i] === `{${change[0]}}` ? change[1] : step))
    .join("/");
}

/** Where the environments differ on purpose; whatever else does is a defect. */
const ON_PURPOSE: readonly { readonly operation: string; readonly found: RegExp; readonly because: string }[] = [
  {
    operation: "createOrder",
    found: /actions\/\*\/(href|blockedBy)/,
    because: "sellers approve payments by themselves in the sandbox alone",
  },
  {
    operation: "createOrder",
    found: /^(without \/customer|\/customer is (null|\{\})): status 201 and 422$/,
    because: "the sandbox makes a customer up",
  },
  {
    operation: "createCredential",
    found: /^(without \/clientId|\/clientId is null): status 201 and 422$/,
    because: "a new application enters production with a report",
  },
  { operation: "createSeller", found: /\/cnpj is not in the second/, because: "the sandbox makes a CNPJ up for who has none" },
  {
    operation: "invoiceShipping",
    found: /^(no body|an empty object|a key twice|without \/danfeXml|\/danfeXml is .*): status (200|409) and 400$/,
    because: "the sandbox makes an invoice up, production takes the authorised one",
  },
];
/** Which calls or events stand on a page of these is a matter of when they were written down: the clock stands still. */
const OF_THE_MOMENT = /^(list(Every|Application)?Request(Error)?s?|listSellerEvents)$/;
const OF_BULK_JOBS = /\/bulk\b/;
/** Whether a job has begun or ended when its own call is answered is a matter of when a worker looks. */
const OF_PROGRESS = /: \/(startedAt|finishedAt|etaSeconds) is (not in the second|in the second alone)$/;
const needed = new Set<string>();

const asked = new Map<string, number>();
/** Requests that a server took and its document would not. */
const taken: string[] = [];
const succeeded = new Set<string>();

/** What the environments answer differently, among all requests of an operation. */
async function apart(operation: Operation): Promise<readonly string[]> {
  const [sandbox, production] = [await sideOf("sandbox", operation), await sideOf("production", operation)];
  await eventually("the same uses of credentials to be noted in both", usesAreAlike);
  const found: string[] = [];
  for (const variant of variantsOf(operation, { seed: SEED, mostOfBody: MOST_OF_BODY })) {
    // What a bulk job has done so far would be a matter of when it is asked.
    if (OF_BULK_JOBS.test(operation.path)) await Promise.all([...worlds.values()].map(({ market }) => bulkJobsDone(market)));
    const [here, there] = await Promise.all([sandbox(variant), production(variant)]);
    asked.set(operation.id, (asked.get(operation.id) ?? 0) + 1);
    if (here.status < 300 && there.status < 300) succeeded.add(operation.id);
    found.push(...differences(here, there, { items: !OF_THE_MOMENT.test(operation.id) }).map((what) => `${variant.name}: ${what}`));
  }
  return found.filter((what) => {
    if (OF_BULK_JOBS.test(operation.path) && OF_PROGRESS.test(what)) return false;
    const row = ON_PURPOSE.find((one) => one.operation === operation.id && one.found.test(what));
    if (row !== undefined) needed.add(row.because);
    return row === undefined;
  });
}

describe("an operation that both environments have answers alike in both: status, codes, shape", { timeout: 120_000 }, () => {
  it.each(SHARED.map((operation) => [operation.id, operation] as const))("%s", async (_id, operation) => {
    expect(await apart(operation)).toEqual([]);
  });
});

describe("the documents", () => {
  it("take whatever a server took", () => {
    expect(taken).toEqual([]);
  });
});

describe("the comparison", () => {
  it("asked every one of them, each with success, and more than a thousand times in all", () => {
    expect([...asked.keys()].toSorted()).toEqual(SHARED.map(({ id }) => id).toSorted());
    expect([...succeeded].toSorted()).toEqual(SHARED.map(({ id }) => id).toSorted());
    const all = [...asked.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan(LEAST_REQUESTS);
  });

  it("excuses nothing that is alike by now", () => {
    expect([...needed].toSorted()).toEqual(ON_PURPOSE.map(({ because }) => because).toSorted());
  });

  it.each([
    ["a status", { kind: "status", status: 503 }],
    ["a header", { kind: "latency", latencyMs: 1 }],
  ])("sees a planted difference of %s", async (_what, rule) => {
    const operator = await worlds.get("sandbox")!.market.operator("integration");
    await operator.put("/operator/v1/faults/http", { rules: [{ ...rule, operation: "getStock" }] });
    const getStock = SHARED.find(({ id }) => id === "getStock")!;
    expect(await apart(getStock)).not.toEqual([]);
    await operator.request("DELETE", "/operator/v1/faults");
    expect(await apart(getStock)).toEqual([]);
  });
});
