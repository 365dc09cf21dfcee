import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime, parseDateTime, realNow } from "../../src/platform/basics/clock.ts";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";

const KEYS = "/api/v1/credentials";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Decisions 6: a revocation reaches every process within 5 s of real time. */
const REACHES_ALL_MS = 5_000;
/** Last uses are written every ten seconds. */
const LAST_USE_MS = 15_000;

let one: Marketplace;
let other: Marketplace;
let admin: Client;
beforeAll(async () => {
  one = await startMarketplace();
  other = await startMarketplace({ database: one.database, clock: one.clock, settings: { ROLE: "api" } });
  admin = await one.operator("admin");
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const works = async (speaker: Client) => (await speaker.get("/api/v1/brands")).status;
const withToken = (seller: Seller, { json }: Reply, market = one) =>
  client(market.baseUrl, { client_id: seller.clientId, access_token: json.accessToken as string });
const rotate = (speaker: Client, overlapHours?: number, headers: Readonly<Record<string, string>> = {}) =>
  speaker.post(`${KEYS}/rotate`, overlapHours === undefined ? {} : { overlapHours }, { headers });
const codes = ({ json }: Reply) => json.details.map(({ code }: { code: string }) => code);
const operatorPath = ({ sellerId }: Pick<Seller, "sellerId">, id?: string) =>
  `/operator/v1/sellers/${sellerId}/credentials${id === undefined ? "" : `/${id}`}`;

/** A seller whose only credential is made over HTTP, with an expiry. */
async function expiring(expiresAt: number): Promise<Seller> {
  const { json: made } = await admin.post("/operator/v1/sellers", { name: "Loja Breve" });
  const { json } = await admin.post(operatorPath(made), { name: "breve", expiresAt });
  const { id: credentialId, clientId, accessToken } = json;
  const speaker = client(one.baseUrl, { client_id: clientId, access_token: accessToken });
  return { ...speaker, sellerId: made.sellerId, credentialId, clientId, accessToken };
}

describe("a rotation (decisions 6: several live at once)", () => {
  it("gives a successor alike, tells its token once, and lets both work during the overlap", async () => {
    const seller = await one.seller({ scopes: ["products", "lookups"], plan: 777, separatePriceAndStock: true });
    const before = realNow();
    const reply = await rotate(seller);
    expect(reply.status).toBe(201);
    expect(reply.headers.get("location")).toBe(`${KEYS}/${reply.json.id}`);
    expect(reply.json).toMatchObject({ clientId: seller.clientId, scopes: ["products", "lookups"], replaces: seller.credentialId });
    expect(reply.json).not.toHaveProperty("expiresAt");
    const ends = parseDateTime(reply.json.previousExpiresAt)! - before;
    expect(Math.abs(ends - 24 * HOUR_MS)).toBeLessThan(10_000);
    const successor = withToken(seller, reply);
    expect([await works(seller), await works(successor), await works(withToken(seller, reply, other))]).toEqual([200, 200, 200]);

    const { items } = (await successor.get(KEYS)).json;
    expect(items).toMatchObject([
      { id: seller.credentialId, current: false, plan: 777, expiresAt: reply.json.previousExpiresAt },
      { id: reply.json.id, current: true, plan: 777, separatePriceAndStock: true, replaces: seller.credentialId },
    ]);
    expect(JSON.stringify(items)).not.toContain(reply.json.accessToken);
  });

  it("with overlap 0 ends the one before at once, here and at the other process within 5 s", async () => {
    const seller = await one.seller();
    const there = client(other.baseUrl, seller.headers);
    expect(await works(there)).toBe(200);
    const successor = withToken(seller, await rotate(seller, 0));
    expect([await works(seller), await works(successor)]).toEqual([401, 200]);
    await expect(eventually("the other's 401", async () => (await works(there)) === 401, REACHES_ALL_MS)).resolves.toBe(true);
  });

  it("is refused while two are live, and goes on once one is revoked", async () => {
    const seller = await one.seller();
    const successor = withToken(seller, await rotate(seller));
    const refused = await rotate(successor);
    expect([refused.status, codes(refused), refused.json.details[0].allowed]).toEqual([422, ["credentials_at_most"], 2]);
    // What was refused changed nothing: the successor has no end.
    const { items } = (await successor.get(KEYS)).json;
    expect(items.find(({ current }: { current: boolean }) => current)).not.toHaveProperty("expiresAt");
    expect((await successor.request("DELETE", `${KEYS}/${seller.credentialId}`)).status).toBe(200);
    expect((await rotate(successor)).status).toBe(201);
  });

  it("asked for by many at once gives one successor", async () => {
    const seller = await one.seller();
    const there = client(other.baseUrl, seller.headers);
    const replies = await Promise.all([seller, there, seller, there, seller, there].map((speaker) => rotate(speaker)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it("keeps the lifetime it was made for", async () => {
    const seller = await expiring(realNow() + 90 * DAY_MS);
    const first = await rotate(seller, 0);
    expect(Math.abs(parseDateTime(first.json.expiresAt)! - realNow() - 90 * DAY_MS)).toBeLessThan(10_000);
    const second = await rotate(withToken(seller, first), 1);
    expect(Math.abs(parseDateTime(second.json.expiresAt)! - realNow() - 90 * DAY_MS)).toBeLessThan(10_000);
  });

  it("never lets a credential live longer than it would have", async () => {
    const expiresAt = realNow() + 2 * HOUR_MS;
    const reply = await rotate(await expiring(expiresAt), 100);
    expect(reply.json.previousExpiresAt).toBe(isoDateTime(expiresAt));
  });

  it.each([-1, 169, 1.5, "24.5"])("refuses an overlap of %j hours", async (overlapHours) => {
    const reply = await (await one.seller()).post(`${KEYS}/rotate`, { overlapHours });
    expect([reply.status, reply.json.details[0].pointer]).toEqual([400, "/overlapHours"]);
  });

  it("is an operator's too, for any live credential of the seller", async () => {
    const seller = await one.seller();
    const reply = await admin.post(`${operatorPath(seller, seller.credentialId)}/rotate`, { overlapHours: 0 });
    expect([reply.status, reply.json.replaces]).toEqual([201, seller.credentialId]);
    expect([await works(seller), await works(withToken(seller, reply))]).toEqual([401, 200]);

    const ended = await admin.post(`${operatorPath(seller, seller.credentialId)}/rotate`, {});
    expect([ended.status, codes(ended)]).toEqual([422, ["credential_ended"]]);
    const elsewhere = await admin.post(`${operatorPath(await one.seller(), seller.credentialId)}/rotate`, {});
    expect([elsewhere.status, codes(elsewhere)]).toEqual([404, ["credential_unknown"]]);
  });
});

describe("a revocation by the seller", () => {
  it("reaches every process within 5 s, and may be of the credential that asks", async () => {
    const seller = await one.seller();
    const there = client(other.baseUrl, seller.headers);
    expect(await works(there)).toBe(200);
    expect((await seller.request("DELETE", `${KEYS}/${seller.credentialId}`)).json).toMatchObject({ id: seller.credentialId });
    expect(await works(seller)).toBe(401);
    await expect(eventually("the other's 401", async () => (await works(there)) === 401, REACHES_ALL_MS)).resolves.toBe(true);
  });

  it("knows no credential of others: another seller's, another application's, nobody's", async () => {
    const seller = await one.seller();
    const stranger = await one.seller();
    const { json: second } = await admin.post(operatorPath(seller), { name: "outra aplicação" });
    for (const id of [stranger.credentialId, second.id as string, "crd_nobody"]) {
      const reply = await seller.request("DELETE", `${KEYS}/${id}`);
      expect([reply.status, codes(reply)]).toEqual([404, ["credential_unknown"]]);
    }
    expect(await works(stranger)).toBe(200);
    expect((await seller.get(KEYS)).json.items.map(({ id }: { id: string }) => id)).toEqual([seller.credentialId]);
  });

  it("takes no permission away that the caller does not have", async () => {
    const seller = await one.seller();
    const body = { name: "consulta", clientId: seller.clientId, scopes: ["lookups"] };
    const small = withToken(seller, await admin.post(operatorPath(seller), body));
    const reply = await small.request("DELETE", `${KEYS}/${seller.credentialId}`);
    expect([reply.status, codes(reply)]).toEqual([403, ["scope_missing"]]);
    expect(await works(seller)).toBe(200);
  });
});

describe("the address of a credential", () => {
  const linkOf = ({ links }: { links: { rel: string; href: string }[] }) => links.find(({ rel }) => rel === "self")!.href;

  it("answers what the list says of it, to operators and to its application", async () => {
    const seller = await one.seller();
    const made = await admin.post(operatorPath(seller), { name: "segunda", clientId: seller.clientId, scopes: ["orders"] });
    for (const [speaker, list] of [
      [admin, operatorPath(seller)],
      [seller, KEYS],
    ] as const) {
      const { items } = (await speaker.get(list)).json;
      expect(items).toHaveLength(2);
      for (const item of items) {
        const reply = await speaker.get(linkOf(item));
        // Uses are written meanwhile.
        const { lastUsedAt: _at, lastUsedFrom: _from, ...told } = item;
        expect([reply.status, reply.json]).toMatchObject([200, told]);
      }
    }
    expect(linkOf(made.json)).toBe(made.headers.get("location"));
    expect((await admin.get(linkOf(made.json))).json).toMatchObject({ id: made.json.id, name: "segunda", scopes: ["orders"] });
    const rotated = await rotate(withToken(seller, made), 0);
    expect((await seller.get(rotated.headers.get("location")!)).json).toMatchObject({ id: rotated.json.id, replaces: made.json.id });
  });

  it("knows no credential of others: another seller's, another application's, nobody's", async () => {
    const seller = await one.seller();
    const stranger = await one.seller();
    const { json: second } = await admin.post(operatorPath(seller), { name: "outra aplicação" });
    for (const id of [stranger.credentialId, second.id as string, "crd_nobody"]) {
      const reply = await seller.get(`${KEYS}/${id}`);
      expect([reply.status, codes(reply)]).toEqual([404, ["credential_unknown"]]);
    }
    const elsewhere = await admin.get(operatorPath(seller, stranger.credentialId));
    expect([elsewhere.status, codes(elsewhere)]).toEqual([404, ["credential_unknown"]]);
  });
});

describe("what sellers change of their credentials", () => {
  it("is in the audit log, what they read is not", async () => {
    const seller = await one.seller();
    await seller.get(KEYS);
    const { json } = await rotate(seller, 5);
    await seller.request("DELETE", `${KEYS}/${json.id as string}`);
    const { items } = (await admin.get("/operator/v1/audit?size=100")).json;
    const actor = `credential:${seller.credentialId}`;
    const own = items.filter((row: { actor: string }) => row.actor === actor);
    expect(own).toMatchObject([
      { role: "seller", operation: "revokeOwnCredential", target: `${KEYS}/${json.id as string}`, status: 200 },
      { role: "seller", operation: "rotateOwnCredential", change: '{"overlapHours":5}', status: 201 },
    ]);
  });
});

describe("the last use of a credential", () => {
  it("is told with the address it came from", { timeout: LAST_USE_MS + 5_000 }, async () => {
    const seller = await one.seller();
    const before = realNow();
    await works(seller);
    const used = await eventually(
      "the last use",
      async () => {
        const [row] = (await admin.get(operatorPath(seller))).json.items;
        return row.lastUsedAt === undefined ? undefined : row;
      },
      LAST_USE_MS,
    );
    expect(parseDateTime(used.lastUsedAt)).toBeGreaterThanOrEqual(before);
    expect(used.lastUsedFrom).toMatch(/^(127\.0\.0\.1|::ffff:127\.0\.0\.1)$/);
  });

  it("is the last of several, also when the credential was looked up anew in between", { timeout: LAST_USE_MS + 5_000 }, async () => {
    const seller = await one.seller();
    await works(seller);
    await rotate(seller);
    const before = realNow();
    await works(seller);
    const isTold = async () => {
      const { items } = (await admin.get(operatorPath(seller))).json;
      const { lastUsedAt } = items.find(({ id }: { id: string }) => id === seller.credentialId);
      return lastUsedAt !== undefined && parseDateTime(lastUsedAt)! >= before;
    };
    await expect(eventually("the second use", isTold, LAST_USE_MS)).resolves.toBe(true);
  });
});

describe("the end of a credential", () => {
  const header = async (seller: Seller) => (await seller.get("/api/v1/brands")).headers.get("credential-expires");

  it("is told with every answer from 14 days before it on, refusals too", async () => {
    const soon = realNow() + 14 * DAY_MS - 60_000;
    const seller = await expiring(soon);
    expect(await header(seller)).toBe(isoDateTime(soon));
    expect((await seller.get("/api/v1/orders/none")).headers.get("credential-expires")).toBe(isoDateTime(soon));
    expect(await header(await expiring(realNow() + 14 * DAY_MS + 60_000))).toBeNull();
    expect(await header(await one.seller())).toBeNull();
  });

  it("is told to the feed once, unless there is a successor or it was made for two days or fewer", async () => {
    const early = await expiring(realNow() + 30 * DAY_MS);
    // What listen and import make for themselves.
    const brief = await expiring(realNow() + DAY_MS);
    const replaced = await expiring(realNow() + 20 * DAY_MS);
    await rotate(replaced, 1);
    const soon = await expiring(realNow() + 3 * DAY_MS);
    const eventsOf = ({ sellerId }: Seller) =>
      one.database.query<{ name: string; resource: string; payload: string }>(
        "select name, resource, payload from events where seller_id = $1 order by seq",
        [sellerId],
      );
    const [told] = await eventually("the event", async () => {
      const rows = await eventsOf(soon);
      return rows.length > 0 ? rows : undefined;
    });
    expect(told).toMatchObject({ name: "credential.expiring", resource: `credential/${soon.credentialId}` });
    expect(Object.keys(JSON.parse(told!.payload))).toEqual(["expiresAt"]);
    // Another round, begun by another credential, tells nothing again.
    const later = await expiring(realNow() + 3 * DAY_MS);
    await eventually("the next event", async () => (await eventsOf(later)).length > 0);
    expect([await eventsOf(soon), await eventsOf(early), await eventsOf(replaced), await eventsOf(brief)]).toEqual([[told], [], [], []]);
  });
});
