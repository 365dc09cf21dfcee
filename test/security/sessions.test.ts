import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { roleAllows, SELLER_ROLES, type SellerRole } from "../../src/people/roles.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { ROLES, type Role } from "../../src/sellers/index.ts";
import { figures } from "../figures.ts";
import { startMarketplace, type Client, type Marketplace } from "../harness.ts";
import { newPerson } from "../people/people.ts";

/**
 * Every operation by every role of people, through sessions (web 3). What the roles of sellers' people may do is a file that a person reviews,
 * `who-may-with-a-session.txt`; those of the marketplace are the operator keys' own, of `who-may.txt`.
 */
const OF_SELLERS = OPERATIONS.filter(({ audience }) => audience === "seller");
const OF_OPERATORS = OPERATIONS.filter(({ audience }) => audience === "operator");

let market: Marketplace;
let sellersPeople: ReadonlyMap<SellerRole, Client>;
let marketplacePeople: ReadonlyMap<Role, Client>;
beforeAll(async () => {
  const generous = { SIGN_INS_PER_HOUR: "1000000", PERSON_QUOTA_PER_MINUTE: "1000000", AUTH_FAILURES_PER_MINUTE: "1000000" };
  market = await startMarketplace({ settings: generous });
  const { sellerId } = await market.seller();
  sellersPeople = new Map(
    await Promise.all(SELLER_ROLES.map(async (role) => [role, (await newPerson(market, { sellerId, role })).forSeller(sellerId)] as const)),
  );
  marketplacePeople = new Map(await Promise.all(ROLES.map(async (role) => [role, await newPerson(market, { role })] as const)));
});
afterAll(() => market.stop());

const addressOf = ({ path }: Operation) => path.replace(/\{(\w+)\}/g, (_, name: string) => (/Id$|Code$/.test(name) ? "999999" : "nada"));
const CLOSED: ReadonlySet<string> = new Set([
  "seller_role_missing",
  "application_only",
  "role_missing",
  "not_of_marketplace",
  "seller_not_named",
]);

/** Whether the door let somebody in, whatever they were answered behind it. */
async function isLetIn(operation: Operation, caller: Client): Promise<boolean> {
  const { status, json } = await caller.request(operation.method, addressOf(operation), operation.body ? { json: { "": "" } } : {});
  const code = (json as { readonly details?: readonly { readonly code: string }[] } | undefined)?.details?.[0]?.code ?? "";
  return status !== 401 && !CLOSED.has(code);
}

async function breaches<Name extends string>(
  operations: readonly Operation[],
  people: ReadonlyMap<Name, Client>,
  allows: (role: Name, operation: Operation) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const operation of operations)
    for (const [role, caller] of people)
      if ((await isLetIn(operation, caller)) !== allows(role, operation)) found.push(`${operation.id} ${role}`);
  return found;
}
const operatorAllows = (role: Role, { permission }: Operation) => role === "admin" || permission.includes(role);

describe("who may call what with a session", () => {
  it("is what a person has reviewed", async () => {
    const table = OF_SELLERS.map((one) => {
      const who = SELLER_ROLES.filter((role) => roleAllows(role, one));
      return `${`${one.method} ${one.path}`.padEnd(80)} ${who.length === 0 ? "applications only" : who.join(" ")}`;
    });
    await expect(`${table.join("\n")}\n`).toMatchFileSnapshot("who-may-with-a-session.txt");
  });

  it("is what the server does, for every role and operation of sellers' people", { timeout: 120_000 }, async () => {
    const found = await breaches(OF_SELLERS, sellersPeople, roleAllows);
    figures({ operations: OF_SELLERS.length, roles: SELLER_ROLES.length, breaches: found.length });
    expect(found).toEqual([]);
  });

  it("is what the server does, for every role and operation of the marketplace's people", { timeout: 120_000 }, async () => {
    expect(await breaches(OF_OPERATORS, marketplacePeople, operatorAllows)).toEqual([]);
  });

  it(
    "leads through no other door: sellers' people are no operators, and the marketplace's work for no seller",
    { timeout: 120_000 },
    async () => {
      expect(await breaches(OF_OPERATORS, sellersPeople, () => false)).toEqual([]);
      expect(await breaches(OF_SELLERS, marketplacePeople, () => false)).toEqual([]);
    },
  );

  it("would not be believed of a door that lets support in as administrator", { timeout: 120_000 }, async () => {
    const planted = new Map([["support", sellersPeople.get("administrator")!] as const]);
    const found = await breaches(OF_SELLERS, planted, roleAllows);
    expect(found).toContain("putProduct support");
    expect(found).toContain("inviteToTeam support");
  });
});

describe("signing in tells nobody who has an account", () => {
  it("takes as long for unknown people as for wrong passwords", async () => {
    const { email } = await newPerson(market);
    const took = async (who: string) => {
      const start = performance.now();
      await market.request("POST", "/portal/v1/session", {
        headers: { "sec-fetch-site": "same-origin", "vitrine-portal": "1" },
        json: { email: who, password: "a senha de ninguém" },
      });
      return performance.now() - start;
    };
    const pairs: (readonly [number, number])[] = [];
    for (let i = 0; i < 15; i += 1) pairs.push([await took(email), await took(`ninguem${i}@loja.example`)]);
    const usual = (of: 0 | 1) => pairs.map((pair) => pair[of]).toSorted((a, b) => a - b)[7]!;
    // Hashing takes some 50 ms: whoever skipped it would be far off.
    expect(usual(1) / usual(0)).toBeGreaterThan(0.5);
    expect(usual(1) / usual(0)).toBeLessThan(2);
  });
});
