import { randomUUID } from "node:crypto";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { client, eventually, type Client, type Marketplace, type Reply, type RequestOptions } from "../harness.ts";
import { exchange } from "../reliability/raw-http.ts";
import { BULK_BYTES, isPart } from "./bulk-jobs.ts";
import { propertiesOf, type World } from "./world.ts";

/** One way to be answered a status, tried where the status is documented. */
export type Provocation = (operation: Operation, world: World) => Promise<Reply>;

/** Longer than a request may take to arrive. */
const ARRIVAL_MS = 40_000;
/** The last is longer than any segment of an address: it leads nowhere also where a new code would be created. */
const NOBODYS = ["999999999", "nada", "VX", "00000000-0000-4000-8000-000000000000", "x".repeat(301)] as const;
/** A key of two requests at once: which is first is a matter of luck, and they are many. */
const TRIES = 20;

const bodyFor = (operation: Operation, world: World): RequestOptions => world.sent(operation);
const withKey = (key: string, options: RequestOptions): RequestOptions => ({
  ...options,
  headers: { ...options.headers, "idempotency-key": key },
});
const isWrite = ({ method }: Operation) => method === "POST" || method === "PUT" || method === "PATCH";

/** The operation as its caller asks it, with something else about it. */
async function ask(operation: Operation, world: World, options: RequestOptions = {}, change: (path: string) => string = (path) => path) {
  const caller = await world.caller(operation);
  const path = change((await world.address(operation)) + world.query(operation));
  return caller.request(operation.method, path, { ...bodyFor(operation, world), ...options });
}

/** The address with another value where its nth parameter stands. */
function elsewhere(operation: Operation, address: string, nth: number, value: string): string {
  const places = operation.path.split("/").flatMap((step, i) => (step.startsWith("{") ? [i] : []));
  const [path = "", query] = address.split("?");
  const moved = path.split("/").with(places[nth]!, value).join("/");
  return query === undefined ? moved : `${moved}?${query}`;
}

/** A parameter or a key that is none. */
const malformed: Provocation = async (operation, world) => {
  if (operation.path.includes("{")) return ask(operation, world, {}, (address) => elsewhere(operation, address, 0, "%00"));
  const [name] = Object.keys(propertiesOf(operation.query));
  if (name !== undefined) return ask(operation, world, {}, (address) => `${address.split("?")[0]}?${name}=%00`);
  return ask(operation, world, { headers: { "idempotency-key": "k".repeat(300) } });
};

/** A seller who may do nothing any more; of operators, a role that may do nothing here. */
const forbidden: Provocation = async (operation, world) => {
  if (operation.audience === "operator") return (await world.stranger(operation)).request(operation.method, await world.address(operation));
  const admin = await world.market.operator("admin");
  const seller = await world.market.seller();
  await admin.request("PATCH", `/operator/v1/sellers/${seller.sellerId}`, { json: { status: "suspended" } });
  return seller.request(operation.method, await world.address(operation), bodyFor(operation, world));
};

/** What nobody has, in the place of each id until one of them is told not to exist. */
const missing: Provocation = async (operation, world) => {
  if (operation.id === "listSellerEvents") return ask(operation, world, {}, () => `${operation.path}?sellerId=999999999`);
  if (operation.id === "checkAudit") return ask(operation, world, { json: { day: "1999-01-01" } });
  if (operation.id === "undoReview") return ask(operation, world, { json: { decisionId: "rvd_999999999_1" } });
  // A product's sku stands in its body too.
  if (operation.id === "putProduct")
    return ask(operation, world, { json: { ...PRODUCT_EXAMPLE, sku: "NADA" } }, (address) => elsewhere(operation, address, 0, "NADA"));
  const count = operation.path.split("{").length - 1;
  let last: Reply | undefined;
  for (const value of NOBODYS)
    for (let nth = 0; nth < count; nth += 1) {
      last = await ask(operation, world, {}, (address) => elsewhere(operation, address, nth, value));
      if (last.status === 404) return last;
    }
  return last!;
};

/** A body that is announced and never comes. */
export const late: Provocation = async (operation, world) => {
  const { headers } = await world.caller(operation);
  const { baseUrl } = world.market;
  // The door is passed and the body waited for before anybody looks where the path leads; a part of a file is read by who knows.
  const path = isPart(operation) ? await world.address(operation) : operation.path.replace(/\{\w+\}/g, "1");
  const type = isPart(operation) ? world.sent(operation).headers! : { "content-type": "application/json" };
  const lines = Object.entries({ host: "vitrine", "content-length": "9", ...type, ...headers });
  const head = `${operation.method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n{`;
  const { answers } = await exchange(Number(new URL(baseUrl).port), [head], { limitMs: ARRIVAL_MS });
  const { status, headers: received, body } = answers[0]!;
  return { status, headers: new Headers([...received]), text: body, json: JSON.parse(body) as unknown };
};

/** Two requests under one key at once. */
const inFlight: Provocation = async (operation, world) => {
  if (operation.id === "withdrawChange") return decidedMeanwhile(operation, world);
  if (!isWrite(operation)) return clockTaken(operation, world);
  const caller = await world.caller(operation);
  const path = (await world.address(operation)) + world.query(operation);
  for (let left = TRIES; ; left -= 1) {
    const options = withKey(randomUUID(), bodyFor(operation, world));
    const replies = await Promise.all([1, 2, 3].map(() => caller.request(operation.method, path, options)));
    const refused = replies.find(({ status }) => status === 409);
    if (refused !== undefined || left === 0) return refused ?? replies[0]!;
  }
};

/** A change request that somebody has decided. */
const decidedMeanwhile: Provocation = async (operation, world) => {
  const [caller, admin] = [await world.caller(operation), await world.market.operator("admin")];
  const path = await world.address(operation);
  const fields = [{ pointer: "/description", decision: "approve" }];
  const decide = () => admin.post(`/operator/v1/changes/${path.split("/").at(-1)!}/decide`, { fields });
  await eventually("the decision", async () => (await decide()).status === 200);
  return caller.request(operation.method, path);
};

/** A move of the clock by another process. */
const clockTaken: Provocation = async (operation, world) => {
  const { query } = world.market.database;
  await query("update marketplace_clock set moving_until = now() + interval '1 minute'");
  const reply = await ask(operation, world);
  await query("update marketplace_clock set moving_until = null");
  return reply;
};

/** A version that is not the one on record. */
const overtaken: Provocation = (operation, world) => ask(operation, world, { headers: { "if-match": '"99999"' } });

/** A key that was another request's. */
const mismatched: Provocation = async (operation, world) => {
  if (!isWrite(operation)) return refusedByRule(operation, world);
  if (isPart(operation)) return ask(operation, world, { ...world.sent(operation), body: "[]" });
  const caller = await world.caller(operation);
  const path = (await world.address(operation)) + world.query(operation);
  const key = randomUUID();
  const asked = bodyFor(operation, world);
  await caller.request(operation.method, path, withKey(key, asked));
  return caller.request(operation.method, path, withKey(key, { json: { ...(asked.json as object | undefined), another: 1 } }));
};

/** A removal that others stand in the way of, and a change that is in effect. */
const refusedByRule: Provocation = async (operation, world) => {
  const admin = await world.caller(operation);
  if (operation.id === "removeReferenceItem") return admin.request("DELETE", "/operator/v1/reference/stores/VE");
  await admin.put("/operator/v1/rules/familySettleSeconds", { value: 7 });
  const { items } = (await admin.get("/operator/v1/reference/changes")).json as { items: { changeId: number }[] };
  return admin.request("DELETE", `/operator/v1/reference/changes/${items[0]!.changeId}`);
};

/** Events older than the feed shows, of a seller who has some. */
const expired: Provocation = async (operation, world) => {
  const { database, clock } = world.market;
  const caller = await world.caller(operation);
  const [first] = await database.query<{ at: string }>("select min(at) as at from events");
  await database.query("update events set at = 0");
  clock.move(3_600_000);
  const reply = await caller.request("GET", `${operation.path}?after=1`);
  await database.query("update events set at = $1", [first!.at]);
  clock.move(3_600_000);
  return reply;
};

/** More calls than a plan of one a minute has. */
const tooMany: Provocation = async (operation, world) => {
  const seller = await world.market.seller({ plan: 1 });
  const path = (await world.address(operation)) + world.query(operation);
  await seller.request(operation.method, path, { headers: { accept: "text/html" } });
  return seller.request(operation.method, path, bodyFor(operation, world));
};

/** More bytes than a job may have. */
const tooLarge: Provocation = (operation, world) =>
  ask(operation, world, { ...world.sent(operation), body: '{"op":"nada"}\n'.repeat(BULK_BYTES / 10) });

/** A file of a kind that is not taken. */
const otherType: Provocation = (operation, world) =>
  ask(operation, world, { body: "a", headers: { ...world.sent(operation).headers, "content-type": "text/plain" } });

/** By status, how whoever calls an operation is brought to see it; successes are everybody's own. */
export const PROVOCATIONS: Readonly<Record<number, Provocation>> = {
  400: malformed,
  403: forbidden,
  404: missing,
  409: inFlight,
  410: expired,
  412: overtaken,
  413: tooLarge,
  415: otherType,
  422: mismatched,
  429: tooMany,
};

/** The same credentials on another process. */
const at = ({ baseUrl }: Marketplace, { headers }: Client) => client(baseUrl, headers);

/** Asks an operation of another process of the same marketplace, such as one that has no room or no database. */
export async function askElsewhere(operation: Operation, world: World, process: Marketplace, address = operation.path): Promise<Reply> {
  // Under its name, without which there are no passkeys.
  const named = operation.api === "portal" ? { ...process, baseUrl: process.baseUrl.replace("127.0.0.1", "localhost") } : process;
  return at(named, await world.caller(operation)).request(operation.method, address, bodyFor(operation, world));
}
