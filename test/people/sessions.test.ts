import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, eventually, startMarketplace, type Marketplace, type Reply } from "../harness.ts";
import { cookieOf, enter, invite, newPerson, page, PAGE, PASSWORD, personOf, SESSION } from "./people.ts";

/** Signing in, sessions and their ends (web 3). */
let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace({ settings: { SIGN_INS_PER_HOUR: "100000" } });
});
afterAll(() => market.stop());

const HOUR = 3_600_000;
const ME = "/portal/v1/me";
const codeOf = ({ json }: Reply) => json?.details?.[0]?.code as string | undefined;
const statusOf = async (ask: Promise<Reply>) => (await ask).status;

describe("signing in", () => {
  it("gives a session and says who it is for", async () => {
    const { email } = await newPerson(market, { name: "Ana", role: "catalog" });
    const reply = await enter(market, email);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.json).toMatchObject({ name: "Ana", email, hasPassword: true, passkeys: 0, environment: "sandbox", version: "test" });
    expect(reply.json.memberships).toEqual([{ kind: "marketplace", role: "catalog" }]);
    const me = await personOf(market, reply).get(ME);
    expect([me.status, me.json]).toEqual([200, reply.json]);
  });

  it("sets a cookie that scripts cannot read and other sites cannot send, for this machine over http", async () => {
    const { email } = await newPerson(market);
    const [cookie] = (await enter(market, email)).headers.getSetCookie();
    expect(cookie).toMatch(/^vitrine_session=vss_\w+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  });

  it.each(["  ANA.PRADO@LOJA.EXAMPLE ", "ana.prado@loja.example"])("takes %j for the same e-mail", async (email) => {
    if (email.startsWith(" ")) await newPerson(market, { email: "ana.prado@loja.example" });
    expect(await statusOf(enter(market, email))).toBe(201);
  });

  it("answers alike to an unknown person, a wrong password, and somebody who was disabled", async () => {
    const [known, disabled] = [await newPerson(market), await newPerson(market)];
    await market.database.query("update people set disabled_at = 1 where person_id = $1", [disabled.personId]);
    const replies = [
      await enter(market, known.email, "outra senha qualquer"),
      await enter(market, "ninguem@loja.example", PASSWORD),
      await enter(market, disabled.email),
    ];
    for (const { status, json } of replies) {
      expect(status).toBe(401);
      expect({ ...json, requestId: "" }).toEqual({ ...replies[0]!.json, requestId: "" });
    }
    expect(codeOf(replies[0]!)).toBe("sign_in_refused");
  });

  it("ends the session that the browser had, and never takes a token from outside", async () => {
    const before = await newPerson(market);
    const planted = await client(market.baseUrl, { ...PAGE, cookie: before.cookie }).post(SESSION, {
      email: before.email,
      password: PASSWORD,
    });
    expect(cookieOf(planted)).not.toBe(before.cookie);
    expect(await statusOf(before.get(ME))).toBe(401);
    const chosen = `vitrine_session=vss_${"A".repeat(49)}`;
    const fixed = await client(market.baseUrl, { ...PAGE, cookie: chosen }).post(SESSION, { email: before.email, password: PASSWORD });
    expect(cookieOf(fixed)).not.toBe(chosen);
    expect(await statusOf(client(market.baseUrl, { cookie: chosen }).get(ME))).toBe(401);
  });

  it.each([
    [{}],
    [{ email: "a@b.example" }],
    [{ invitation: "vin_1", password: "x", passkey: {} }],
    [{ passkey: {}, password: "x" }],
    [{ code: "123456" }],
  ])("asks for one way: %j", async (body) => {
    const reply = await page(market).post(SESSION, body);
    expect([reply.status, codeOf(reply)]).toEqual([422, "way_unclear"]);
  });

  it("makes whoever guesses wait, also once the guess is right", async () => {
    const guarded = await startMarketplace({ database: market.database, settings: { ROLE: "api", SIGN_INS_PER_HOUR: "6" } });
    const { email } = await newPerson(market);
    const wrong = await enter(guarded, email, "outra senha qualquer");
    const right = await enter(guarded, ` ${email.toUpperCase()}`);
    expect([wrong.status, right.status, codeOf(right)]).toEqual([401, 429, "sign_ins_exceeded"]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await statusOf(enter(guarded, (await newPerson(market)).email))).toBe(201);
    // A passkey names nobody: its options are counted for the address alone.
    const named = page({ baseUrl: guarded.baseUrl.replace("127.0.0.1", "localhost") });
    const asked = await Promise.all(Array.from({ length: 12 }, () => named.post("/portal/v1/passkeys/sign-in-options", undefined)));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 429]));
    await guarded.stop();
  });
});

describe("a password", () => {
  it.each([
    ["curta 12345", "password_short"],
    ["Senha123456789", "password_common"],
    ["corinthians2026", "password_common"],
    ["aaaaaaaaaaaaaaaa", "password_common"],
    ["abcabcabcabcabc", "password_common"],
    ["qwertyuiopasdf", "password_common"],
    ["teresa.cunha@loja.example", "password_personal"],
    ["Teresa Cunha 1", "password_personal"],
  ])("%j is refused: %s", async (password, code) => {
    const { code: invitation } = await invite(market, { email: `teresa.cunha@loja.example`, name: "Teresa Cunha" });
    const reply = await page(market).post(SESSION, { invitation, password });
    expect([reply.status, codeOf(reply)]).toEqual([422, code]);
    expect(reply.text).not.toContain(password);
  });

  it.each(["quatro palavras sem nada", "    . . . x y z w    ", "ação e reação 🙂", "correto cavalo bateria grampo"])(
    "%j will do",
    async (password) => {
      const { code: invitation } = await invite(market);
      expect(await statusOf(page(market).post(SESSION, { invitation, password }))).toBe(201);
    },
  );

  it("is changed by who knows it; other sessions end and this one gets another cookie", async () => {
    const person = await newPerson(market);
    const other = personOf(market, await enter(market, person.email));
    const put = (current: string, password: string) => person.put("/portal/v1/me/password", { current, password });
    expect(codeOf(await put("outra senha qualquer", "cinco palavras sem relação"))).toBe("password_wrong");
    const reply = await put(PASSWORD, "cinco palavras sem relação");
    expect(reply.status, reply.text).toBe(200);
    const renewed = client(market.baseUrl, { ...PAGE, cookie: cookieOf(reply)! });
    expect([await statusOf(other.get(ME)), await statusOf(renewed.get(ME))]).toEqual([401, 200]);
    expect([
      await statusOf(enter(market, person.email)),
      await statusOf(enter(market, person.email, "cinco palavras sem relação")),
    ]).toEqual([401, 201]);
  });
});

describe("a session", () => {
  it("lasts 12 hours without a call, and 7 days at most", async () => {
    const [idle, busy] = [await newPerson(market), await newPerson(market)];
    market.clock.move(11 * HOUR);
    expect([await statusOf(busy.get(ME))]).toEqual([200]);
    market.clock.move(1.5 * HOUR);
    expect([await statusOf(idle.get(ME)), await statusOf(busy.get(ME))]).toEqual([401, 200]);
    for (let hours = 12.5; hours + 11 < 7 * 24; hours += 11) {
      market.clock.move(11 * HOUR);
      expect(await statusOf(busy.get(ME)), `after ${hours + 11} hours`).toBe(200);
    }
    market.clock.move(11 * HOUR);
    expect(await statusOf(busy.get(ME))).toBe(401);
  });

  it("is taken back from a browser once it has ended", async () => {
    const person = await newPerson(market);
    expect(await statusOf(person.request("DELETE", SESSION))).toBe(204);
    const reply = await person.get(ME);
    expect([reply.status, codeOf(reply)]).toEqual([401, "session_invalid"]);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^vitrine_session=; Path=\/; Max-Age=0;/);
  });

  it("is listed and ended by its person, and by nobody else", async () => {
    const person = await newPerson(market);
    market.clock.move(1_000);
    const other = personOf(market, await enter(market, person.email));
    const { items } = (await person.get("/portal/v1/sessions")).json as { items: { id: string; isCurrent: boolean; way: string }[] };
    expect(items.map(({ isCurrent, way }) => [isCurrent, way])).toEqual([
      [false, "password"],
      [true, "invitation"],
    ]);
    const { id } = items[0]!;
    const stranger = await newPerson(market);
    expect(codeOf(await stranger.request("DELETE", `/portal/v1/sessions/${id}`))).toBe("session_unknown");
    expect(await statusOf(person.request("DELETE", `/portal/v1/sessions/${id}`))).toBe(204);
    expect([await statusOf(other.get(ME)), await statusOf(person.get(ME)), await statusOf(stranger.get(ME))]).toEqual([401, 200, 200]);
    const third = personOf(market, await enter(market, person.email));
    expect(await statusOf(person.request("DELETE", "/portal/v1/sessions"))).toBe(204);
    expect([await statusOf(third.get(ME)), await statusOf(person.get(ME))]).toEqual([401, 200]);
  });

  it.each([
    ["no cookie", undefined, "session_missing"],
    ["another cookie", "theme=dark; lang=pt", "session_missing"],
    ["an empty one", "vitrine_session=", "session_missing"],
    ["what is no token", "vitrine_session=abc", "session_invalid"],
    ["a token of nobody", `vitrine_session=vss_${"A".repeat(49)}`, "session_invalid"],
    ["rubbish", ";;=;= vitrine_session ;=x", "session_missing"],
    ["two of them", "vitrine_session=a; vitrine_session=b", "session_ambiguous"],
  ])("is asked for where there is %s", async (_what, cookie, code) => {
    const reply = await client(market.baseUrl, cookie === undefined ? {} : { cookie }).get(ME);
    expect([reply.status, codeOf(reply)]).toEqual([401, code]);
  });

  it("is found among other cookies, quoted, and twice with the same value", async () => {
    const { cookie } = await newPerson(market);
    const [name, value] = cookie.split("=");
    for (const sent of [`a=b; ${cookie}; c=d,e`, `${name}="${value}"`, `${cookie}; ${cookie}`])
      expect(await statusOf(client(market.baseUrl, { cookie: sent }).get(ME)), sent).toBe(200);
  });

  it("ends in every process within 5 s: with the session, the membership, or the person", async () => {
    const other = await startMarketplace({ database: market.database, settings: { ROLE: "api" }, clock: market.clock });
    const { sellerId } = await market.seller();
    const people = await Promise.all([1, 2, 3].map(() => newPerson(market, { sellerId, role: "stock" })));
    const ask = (i: number) => people[i]!.forSeller(sellerId, other).get("/api/v1/brands");
    for (const i of [0, 1, 2]) expect(await statusOf(ask(i))).toBe(200);
    const { query } = market.database;
    await people[0]!.request("DELETE", SESSION);
    await query("delete from memberships where person_id = $1", [people[1]!.personId]);
    await query("update people set disabled_at = 1 where person_id = $1", [people[2]!.personId]);
    for (const [i, status] of [401, 403, 401].entries())
      await eventually(`an end for ${i}`, async () => (await statusOf(ask(i))) === status, 5_000);
    await other.stop();
  });
});
