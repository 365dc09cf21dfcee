import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Client, type Marketplace, type Reply } from "../harness.ts";
import { enter, invite, newPerson, page, PASSWORD, type Person, personOf, SESSION } from "./people.ts";

/** Invitations, and who may do what about people (web 3). */
let market: Marketplace;
let admin: Person;
beforeAll(async () => {
  market = await startMarketplace({ settings: { SIGN_INS_PER_HOUR: "100000" } });
  admin = await newPerson(market, { role: "admin" });
});
afterAll(() => market.stop());

const DAY = 86_400_000;
const PEOPLE = "/operator/v1/people";
const TEAM = "/api/v1/people";
const codeOf = ({ json }: Reply) => json?.details?.[0]?.code as string | undefined;
const join = (invitation: string, more: object = {}) => page(market).post(SESSION, { invitation, password: PASSWORD, ...more });
const view = (invitation: string) => page(market).post("/portal/v1/invitations/view", { invitation });
/** A seller with an administrator and somebody else. */
async function team() {
  const { sellerId } = await market.seller({ name: "Aurora" });
  const head = await newPerson(market, { sellerId, role: "administrator" });
  const other = await newPerson(market, { sellerId, role: "stock" });
  return { sellerId, head, other, asHead: head.forSeller(sellerId), asOther: other.forSeller(sellerId) };
}

describe("an invitation", () => {
  it("says what it is for, and lets its owner in, once", async () => {
    const { code } = await invite(market, { name: "Bia", role: "catalog" });
    expect((await view(code)).json).toMatchObject({ kind: "join", name: "Bia", role: "catalog", isRegistered: false });
    const reply = await join(code, { name: "Bia Nunes", language: "en" });
    expect([reply.status, reply.json.name, reply.json.language]).toEqual([201, "Bia Nunes", "en"]);
    for (const again of [await join(code), await view(code)]) expect([again.status, codeOf(again)]).toEqual([422, "invitation_invalid"]);
  });

  it("is taken by one of two who have it", async () => {
    const { code } = await invite(market);
    const statuses = (await Promise.all([1, 2, 3].map(() => join(code)))).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 422, 422]);
  });

  it.each(["", "vin_", "nada", `vin_${"A".repeat(49)}`])("is none: %j", async (code) => {
    expect(codeOf(await join(code))).toBe("invitation_invalid");
  });

  it("expires after 7 days, and when another one to the same takes its place", async () => {
    const { code } = await invite(market);
    market.clock.move(7 * DAY - 1);
    expect((await view(code)).status).toBe(200);
    market.clock.move(1);
    expect(codeOf(await join(code))).toBe("invitation_invalid");
    const email = "duas.vezes@loja.example";
    const [first, second] = [await invite(market, { email }), await invite(market, { email })];
    expect([codeOf(await join(first.code)), (await join(second.code)).status]).toEqual(["invitation_invalid", 201]);
    admin = await newPerson(market, { role: "admin" });
  });

  it("of somebody who has an account is accepted there, and gives the session another cookie", async () => {
    const person = await newPerson(market, { role: "support" });
    const { sellerId } = await market.seller({ name: "Boreal" });
    const { code } = await invite(market, { email: person.email, sellerId, role: "orders" });
    expect((await view(code)).json).toMatchObject({ isRegistered: true, sellerName: "Boreal" });
    expect(codeOf(await join(code))).toBe("person_registered");
    const eva = await newPerson(market);
    expect(codeOf(await eva.post("/portal/v1/invitations/accept", { invitation: code }))).toBe("invitation_of_another");
    const reply = await person.post("/portal/v1/invitations/accept", { invitation: code });
    expect(reply.json.memberships).toEqual([
      { kind: "marketplace", role: "support" },
      { kind: "seller", role: "orders", sellerId, sellerName: "Boreal" },
    ]);
    const next = await person.get("/portal/v1/me");
    const [cookie] = next.headers.getSetCookie();
    expect(cookie).toMatch(/^vitrine_session=vss_/);
    expect(cookie!.split(";")[0]).not.toBe(person.cookie);
    expect((await personOf(market, next).forSeller(sellerId).get("/api/v1/orders")).status).toBe(204);
  });

  it("without an e-mail asks for one", async () => {
    const { code } = await invite(market, { email: null as never });
    expect((await view(code)).json.email).toBe(undefined);
    expect(codeOf(await join(code))).toBe("email_needed");
    const reply = await join(code, { email: " Chefe@Loja.Example" });
    expect([reply.status, reply.json.email]).toEqual([201, "chefe@loja.example"]);
  });

  it("with one is not for another", async () => {
    const { code } = await invite(market);
    expect(codeOf(await join(code, { email: "eva@loja.example" }))).toBe("invitation_of_another");
  });
});

describe("the marketplace's people", () => {
  it("are invited, listed, changed and removed by administrators", async () => {
    const issued = await admin.post(PEOPLE, { email: " Caio@Vitrine.Example ", name: "Caio", role: "risk" });
    expect(issued.status, issued.text).toBe(201);
    expect(issued.json).toMatchObject({ email: "caio@vitrine.example", role: "risk", path: `/backoffice/convite#${issued.json.code}` });
    expect(((await admin.get("/operator/v1/invitations")).json.items as { id: string }[]).map(({ id }) => id)).toContain(issued.json.id);
    const caio = personOf(market, await join(issued.json.code));
    expect(codeOf(await admin.post(PEOPLE, { email: "caio@vitrine.example", name: "Caio", role: "risk" }))).toBe("already_member");

    const changed = await admin.request("PATCH", `${PEOPLE}/${caio.personId}`, { json: { role: "support" } });
    expect([changed.status, changed.json.memberships], changed.text).toEqual([
      200,
      [{ kind: "marketplace", role: "support", disabled: false }],
    ]);
    expect((await caio.get("/operator/v1/audit")).status).toBe(200);
    const listed = (await admin.get(`${PEOPLE}?size=100`)).json.items as { id: string; role: string }[];
    expect(listed).toContainEqual(expect.objectContaining({ id: caio.personId, role: "support" }));
    expect((await admin.request("DELETE", `${PEOPLE}/${caio.personId}`)).status).toBe(204);
    const gone = await eventually("the end", async () => {
      const reply = await personOf(market, await enter(market, "caio@vitrine.example")).get("/operator/v1/audit");
      return reply.status === 403 && reply;
    });
    expect(codeOf(gone)).toBe("not_of_marketplace");
    expect(codeOf(await admin.request("DELETE", `${PEOPLE}/${caio.personId}`))).toBe("person_unknown");
  });

  it("are disabled, also sellers', with their sessions, which do not come back", async () => {
    const { other } = await team();
    const patch = (disabled: boolean) => admin.request("PATCH", `${PEOPLE}/${other.personId}`, { json: { disabled } });
    expect((await patch(true)).json).toMatchObject({ disabled: true });
    expect([(await other.get("/portal/v1/me")).status, (await enter(market, other.email)).status]).toEqual([401, 401]);
    expect((await patch(false)).json).toMatchObject({ disabled: false });
    expect([(await other.get("/portal/v1/me")).status, (await enter(market, other.email)).status]).toEqual([401, 201]);
  });

  it("begin again with a code that an administrator gives: another password, other sessions end", async () => {
    const person = await newPerson(market);
    const issued = await admin.post(`${PEOPLE}/${person.personId}/reset`, undefined);
    expect(issued.status, issued.text).toBe(201);
    expect((await enter(market, person.email)).status).toBe(201);
    const again = await page(market).post(SESSION, { invitation: issued.json.code, password: "cinco palavras sem relação" });
    expect([again.status, again.json.id]).toEqual([201, person.personId]);
    expect([(await person.get("/portal/v1/me")).status, (await enter(market, person.email)).status]).toEqual([401, 401]);
    expect((await enter(market, person.email, "cinco palavras sem relação")).status).toBe(201);
  });

  it("keep somebody who administers them, also when two remove each other at once", async () => {
    const alone = await startMarketplace({ settings: { SIGN_INS_PER_HOUR: "100000" } });
    const [one, two] = [await newPerson(alone), await newPerson(alone)];
    const removals = await Promise.all([
      one.request("DELETE", `${PEOPLE}/${two.personId}`),
      two.request("DELETE", `${PEOPLE}/${one.personId}`),
    ]);
    expect(removals.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = removals[0].status === 204 ? one : two;
    for (const [method, json] of [
      ["DELETE", undefined],
      ["PATCH", { role: "support" }],
      ["PATCH", { disabled: true }],
    ] as const) {
      const reply = await left.request(method, `${PEOPLE}/${left.personId}`, { json });
      expect([reply.status, codeOf(reply)]).toEqual([422, "last_administrator"]);
    }
    await alone.stop();
  });
});

describe("a seller's people", () => {
  it("are invited by the marketplace first, then by their administrator", async () => {
    const { sellerId } = await market.seller();
    const issued = await admin.post(`/operator/v1/sellers/${sellerId}/people`, {
      email: `a${sellerId}@loja.example`,
      name: "Ana",
      role: "administrator",
    });
    expect(issued.json.path).toBe(`/portal/convite#${issued.json.code}`);
    const ana = personOf(market, await join(issued.json.code)).forSeller(sellerId);
    const next = await ana.post(TEAM, { email: `b${sellerId}@loja.example`, name: "Bia", role: "stock" });
    expect(next.status, next.text).toBe(201);
    expect((await join(next.json.code)).json.memberships).toEqual([expect.objectContaining({ role: "stock", sellerId })]);
    const listed = (await ana.get(TEAM)).json as { items: { name: string; role: string }[]; total: number };
    expect([listed.total, listed.items.map(({ role }) => role)]).toEqual([2, ["administrator", "stock"]]);
    expect((await admin.get(`/operator/v1/sellers/${sellerId}/people`)).json.total).toBe(2);
  });

  it("are nobody else's to see or change", async () => {
    const [mine, theirs] = [await team(), await team()];
    const before = (await theirs.asHead.get(TEAM)).json as object;
    const tries: readonly (readonly [string, string, object?])[] = [
      ["PATCH", `${TEAM}/${theirs.other.personId}`, { role: "administrator" }],
      ["PATCH", `${TEAM}/${theirs.other.personId}`, { disabled: true }],
      ["DELETE", `${TEAM}/${theirs.other.personId}`],
      ["DELETE", `${TEAM}/${admin.personId}`],
    ];
    for (const [method, path, json] of tries) {
      const reply = await mine.asHead.request(method, path, { json });
      expect([reply.status, codeOf(reply)], path).toEqual([404, "person_unknown"]);
    }
    const { id } = (await theirs.asHead.post(TEAM, { email: "convidada@loja.example", name: "C", role: "stock" })).json as { id: string };
    expect(codeOf(await mine.asHead.request("DELETE", `/api/v1/invitations/${id}`))).toBe("invitation_unknown");
    expect((await theirs.asHead.get(TEAM)).json).toEqual(before);
    expect((await theirs.asHead.request("DELETE", `/api/v1/invitations/${id}`)).status).toBe(204);
  });

  it("are changed in their own team only", async () => {
    const [{ sellerId, asHead, other, asOther }, elsewhere] = [await team(), await market.seller()];
    await market.database.query("insert into memberships (person_id, seller_id, role, created_at) values ($1, $2, 'stock', 1)", [
      other.personId,
      elsewhere.sellerId,
    ]);
    const ask = (caller: Client) => caller.get("/api/v2/products");
    expect((await asHead.request("PATCH", `${TEAM}/${other.personId}`, { json: { disabled: true } })).json).toMatchObject({
      disabled: true,
    });
    expect([codeOf(await ask(asOther)), (await ask(other.forSeller(elsewhere.sellerId))).status]).toEqual(["membership_missing", 204]);
    await asHead.request("PATCH", `${TEAM}/${other.personId}`, { json: { disabled: false, role: "support" } });
    expect((await ask(asOther)).status).toBe(204);
    expect((await asHead.request("DELETE", `${TEAM}/${other.personId}`)).status).toBe(204);
    expect(codeOf(await other.forSeller(sellerId).get("/api/v2/products"))).toBe("membership_missing");
  });

  it("keep somebody who administers them", async () => {
    const { asHead, head } = await team();
    for (const [method, json] of [
      ["DELETE", undefined],
      ["PATCH", { role: "stock" }],
      ["PATCH", { disabled: true }],
    ] as const)
      expect(codeOf(await asHead.request(method, `${TEAM}/${head.personId}`, { json }))).toBe("last_administrator");
  });

  it("are managed by administrators alone, and by no credential", async () => {
    const { asOther } = await team();
    expect(codeOf(await asOther.get(TEAM))).toBe("seller_role_missing");
    const credential = await market.seller();
    const reply = await credential.get(TEAM);
    expect([reply.status, codeOf(reply)]).toEqual([403, "person_only"]);
  });

  it("an Idempotency-Key invites once", async () => {
    const { asHead } = await team();
    const body = { email: "chave@loja.example", name: "Chave", role: "stock" };
    const headers = { "idempotency-key": "convite-1" };
    const [first, again] = [await asHead.post(TEAM, body, { headers }), await asHead.post(TEAM, body, { headers })];
    expect([first.status, again.status, again.json.code]).toEqual([201, 201, first.json.code]);
  });
});

describe("what is stored", () => {
  it("is hashes: no password, code or token stands in the database", async () => {
    const { code } = await invite(market);
    const person = personOf(market, await join(code));
    const token = person.cookie.split("=")[1]!;
    for (const table of ["people", "sessions", "invitations", "audit_log", "request_log"]) {
      const rows = await market.database.query<{ row: string }>(`select ${table}::text as row from ${table}`);
      const all = rows.map(({ row }) => row).join("\n");
      for (const secret of [code, token, PASSWORD]) expect(all, table).not.toContain(secret);
    }
    const [row] = await market.database.query<{ hash: string }>("select password_hash as hash from people where person_id = $1", [
      person.personId,
    ]);
    expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
