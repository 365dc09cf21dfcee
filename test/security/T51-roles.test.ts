import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { SIMULATOR_DEFINITIONS, SIMULATORS } from "../../src/sandbox/simulators/definitions.ts";
import { ROLES, SCOPES } from "../../src/sellers/index.ts";
import { scopesAllow } from "../../src/sellers/caller-identity.ts";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, type Client, type Marketplace } from "../harness.ts";

/**
 * T51 (reliability): every operation by every role and scope. Who may is a file that a person reviews, `who-may.txt`: a contract that says
 * something else is red, and so is a server that does something else.
 */
type Scope = (typeof SCOPES)[number];
/** Scopes and roles share a word: orders. */
type Kind = "nobody" | Scope | `role:${(typeof ROLES)[number]}`;
const PEOPLE = ROLES.map((role) => `role:${role}` as const);
const KINDS: readonly Kind[] = ["nobody", ...SCOPES, ...PEOPLE];

const isScope = (kind: Kind): kind is Scope => SCOPES.some((scope) => scope === kind);
function mayCall({ audience, permission }: Operation, kind: Kind): boolean {
  if (audience === "public") return true;
  if (kind === "nobody" || audience === "person" || (audience === "seller") !== isScope(kind)) return false;
  if (isScope(kind)) return scopesAllow([kind], String(permission));
  return kind === "role:admin" || permission.includes(kind.slice("role:".length));
}

const table = OPERATIONS.map((one) => {
  const who = KINDS.filter((kind) => mayCall(one, kind));
  return `${`${one.method} ${one.path}`.padEnd(80)} ${who.length === KINDS.length ? "anybody" : who.join(" ")}`;
}).join("\n");

let market: Marketplace;
let clients: ReadonlyMap<Kind, Client>;
beforeAll(async () => {
  market = await startMarketplace({ settings: { AUTH_FAILURES_PER_MINUTE: "1000000" } });
  const scopes = await Promise.all(SCOPES.map(async (scope) => [scope, await market.seller({ scopes: [scope] })] as const));
  const roles = await Promise.all(PEOPLE.map(async (kind) => [kind, await market.operator(kind.slice("role:".length))] as const));
  clients = new Map<Kind, Client>([["nobody", market as unknown as Client], ...scopes, ...roles]);
});
afterAll(() => market.stop());

/** An address with nothing there: doors are passed before anybody looks. */
const addressOf = ({ path }: Operation) => path.replace(/\{(\w+)\}/g, (_, name: string) => (/Id$|Code$/.test(name) ? "999999" : "nada"));
const CLOSED: ReadonlySet<string> = new Set(["scope_missing", "person_only", "role_missing"]);

/** Whether the door let somebody in, whatever they were answered behind it. */
async function isLetIn(operation: Operation, client: Client): Promise<boolean> {
  const { status, json } = await client.request(operation.method, addressOf(operation), operation.body ? { json: { "": "" } } : {});
  const code = (json as { readonly details?: readonly { readonly code: string }[] } | undefined)?.details?.[0]?.code ?? "";
  return status !== 401 && !CLOSED.has(code);
}

/** Every role that is let in and should not be, or is not and should. */
async function breaches(clientOf: (kind: Kind) => Client): Promise<readonly string[]> {
  const found: string[] = [];
  for (const operation of OPERATIONS)
    for (const kind of KINDS)
      if ((await isLetIn(operation, clientOf(kind))) !== mayCall(operation, kind)) found.push(`${operation.id} ${kind}`);
  return found;
}

/** The same of every act of every simulator: it is for whoever may call the operation that does it. */
async function breachesByActs(clientOf: (kind: Kind) => Client): Promise<readonly string[]> {
  const { sellerId } = await market.seller();
  const body = { orderNumber: "1", shippingCode: 1, sku: "NADA" };
  const found: string[] = [];
  for (const simulator of SIMULATORS)
    for (const [act, { operation }] of Object.entries(SIMULATOR_DEFINITIONS[simulator].acts))
      for (const kind of PEOPLE) {
        const path = `/operator/v1/sellers/${sellerId}/simulators/${simulator}/acts`;
        const { status } = await clientOf(kind).post(path, { act, ...body });
        if ((status !== 403) !== mayCall(operation, kind)) found.push(`${simulator} ${act} ${kind}`);
      }
  return found;
}

describe("who may call what (T51)", () => {
  it("is what a person has reviewed", async () => {
    await expect(`${table}\n`).toMatchFileSnapshot("who-may.txt");
  });

  it("is what the server does, for every operation and role", { timeout: 120_000 }, async () => {
    const found = await breaches((kind) => clients.get(kind)!);
    figures({ operations: OPERATIONS.length, "roles and scopes": KINDS.length, breaches: found.length });
    expect(found).toEqual([]);
  });

  it("would not be believed of a door that lets support in as admin, or a scope in as another", { timeout: 120_000 }, async () => {
    const planted: Partial<Record<Kind, Kind>> = { "role:support": "role:admin", lookups: "products" };
    const found = await breaches((kind) => clients.get(planted[kind] ?? kind)!);
    expect(found).toContain("createOperatorKey role:support");
    expect(found).toContain("postProduct lookups");
  });

  it("is no more through a simulator: whoever may not do it themselves may not ask for it", async () => {
    expect(await breachesByActs((kind) => clients.get(kind)!)).toEqual([]);
  });

  it("would not be believed of simulators that do as admin what integration asks for", async () => {
    const found = await breachesByActs((kind) => clients.get(kind === "role:integration" ? "role:admin" : kind)!);
    expect(found).toContain("payment approve role:integration");
  });

  it("ends with the key: on the next request of this process, within 5 s of any", async () => {
    const admin = clients.get("role:admin")!;
    const made = (await admin.post("/operator/v1/operator-keys", { role: "catalog" })).json as {
      readonly id: string;
      readonly operatorKey: string;
    };
    const other = await startMarketplace({ database: market.database, settings: { ROLE: "api" } });
    const headers = { authorization: `Bearer ${made.operatorKey}` };
    const ask = async ({ request }: Pick<Marketplace, "request">) => (await request("GET", "/operator/v1/reference", { headers })).status;
    expect([await ask(market), await ask(other)]).toEqual([200, 200]);
    await admin.request("DELETE", `/operator/v1/operator-keys/${made.id}`);
    expect(await ask(market)).toBe(401);
    await eventually("the key to be nobody's", async () => (await ask(other)) === 401, 5_000);
    await other.stop();
  });
});
