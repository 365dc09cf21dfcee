import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOfStep } from "../../src/platform/crypto/time-based-code.ts";
import { startMarketplace, type Client, type Marketplace, type Reply } from "../harness.ts";
import { createAuthenticator, type Authenticator, type Lies, type Options } from "./authenticator.ts";
import { base32Bytes, enter, invite, newPerson, page, PASSWORD, type Person, personOf, SESSION } from "./people.ts";

/** Passkeys and time-based codes (web 3). */
let market: Marketplace;
/** The marketplace under its name: browsers keep no passkeys for addresses. */
let named: { readonly baseUrl: string };
beforeAll(async () => {
  market = await startMarketplace({ settings: { SIGN_INS_PER_HOUR: "100000" } });
  named = { baseUrl: market.baseUrl.replace("127.0.0.1", "localhost") };
});
afterAll(() => market.stop());

const PASSKEYS = "/portal/v1/passkeys";
const codeOf = ({ json }: Reply) => json?.details?.[0]?.code as string | undefined;
const optionsIn = ({ json }: Reply) => json.options as Options;

/** Registers a passkey of a person. */
async function register(person: Person, authenticator: Authenticator, lies: Lies = {}): Promise<Reply> {
  const caller = person.at(named);
  const options = optionsIn(await caller.post(`${PASSKEYS}/options`, undefined));
  return caller.post(PASSKEYS, { name: "Notebook", passkey: authenticator.register(options, named.baseUrl, lies) });
}
/** Signs in with a passkey. */
async function enterBy(authenticator: Authenticator, lies: Lies = {}, visitor: Client = page(named)): Promise<Reply> {
  const options = optionsIn(await visitor.post(`${PASSKEYS}/sign-in-options`, undefined));
  return visitor.post(SESSION, { passkey: authenticator.signIn(options, named.baseUrl, lies) });
}

describe("a passkey", () => {
  it("signs its person in, without a password and without saying who", async () => {
    const [person, authenticator] = [await newPerson(market), createAuthenticator()];
    const made = await register(person, authenticator);
    expect([made.status, made.json.name], made.text).toEqual([201, "Notebook"]);
    const reply = await enterBy(authenticator);
    expect([reply.status, reply.json?.id, reply.json?.passkeys], reply.text).toEqual([201, person.personId, 1]);
    const listed = (await personOf(named, reply).get(PASSKEYS)).json.items as { lastUsedAt: string }[];
    expect(listed.map(({ lastUsedAt }) => typeof lastUsedAt)).toEqual(["string"]);
  });

  const LIES: readonly (readonly [string, Lies])[] = [
    ["another key signed", { forged: true }],
    ["nobody proved to be its owner", { unverified: true }],
    ["it was made for another site", { rpId: "eva.example" }],
    ["the challenge is none of ours", { challenge: "Zm9v" }],
    ["its counter went back, as a copy's does", { counter: 1 }],
  ];
  it.each(LIES)("does not, when %s", async (_what, lies) => {
    const [person, authenticator] = [await newPerson(market), createAuthenticator()];
    await register(person, authenticator);
    expect((await enterBy(authenticator)).status).toBe(201);
    const reply = await enterBy(authenticator, lies);
    expect([reply.status, codeOf(reply)]).toEqual([401, "passkey_refused"]);
  });

  it("does not from another origin, twice for one challenge, or too late", async () => {
    const [person, authenticator] = [await newPerson(market), createAuthenticator()];
    await register(person, authenticator);
    const visitor = page(named);
    const fresh = async () => optionsIn(await visitor.post(`${PASSKEYS}/sign-in-options`, undefined));
    const foreign = await visitor.post(SESSION, { passkey: authenticator.signIn(await fresh(), "http://eva.example") });
    const answer = authenticator.signIn(await fresh(), named.baseUrl);
    const [once, twice] = [await visitor.post(SESSION, { passkey: answer }), await visitor.post(SESSION, { passkey: answer })];
    const options = await fresh();
    market.clock.move(5 * 60_000 + 1);
    const late = await visitor.post(SESSION, { passkey: authenticator.signIn(options, named.baseUrl) });
    expect([foreign, once, twice, late].map(({ status }) => status)).toEqual([401, 201, 401, 401]);
  });

  it.each([
    [{}],
    [{ id: 1 }],
    [{ id: "a", response: {} }],
    [{ id: "a", response: { clientDataJSON: "bm8" } }],
    [{ id: "a\0", response: { clientDataJSON: "bm8" } }],
    [{ response: { clientDataJSON: "bnVsbA" } }],
  ])("is refused like an unknown one when its answer is %j", async (passkey) => {
    const reply = await page(named).post(SESSION, { passkey });
    expect([reply.status, codeOf(reply)]).toEqual([401, "passkey_refused"]);
  });

  it("is not made for somebody else, nor twice", async () => {
    const [ana, eva, authenticator] = [await newPerson(market), await newPerson(market), createAuthenticator()];
    const options = optionsIn(await ana.at(named).post(`${PASSKEYS}/options`, undefined));
    const stolen = await eva.at(named).post(PASSKEYS, { passkey: authenticator.register(options, named.baseUrl) });
    expect([stolen.status, codeOf(stolen)]).toEqual([422, "passkey_invalid"]);
    expect((await register(ana, authenticator)).status).toBe(201);
    expect(codeOf(await register(eva, authenticator))).toBe("passkey_invalid");
  });

  it("accepts an invitation, and is then the only way in, which cannot be removed", async () => {
    const authenticator = createAuthenticator();
    const { code: invitation } = await invite(market, { name: "Bia" });
    const visitor = page(named);
    const options = optionsIn(await visitor.post("/portal/v1/invitations/passkey-options", { invitation }));
    const joined = await visitor.post(SESSION, { invitation, passkey: authenticator.register(options, named.baseUrl) });
    expect([joined.status, joined.json?.hasPassword, joined.json?.passkeys], joined.text).toEqual([201, false, 1]);
    const person = personOf(named, joined);
    const [{ id }] = (await person.get(PASSKEYS)).json.items as [{ id: string }];
    expect(codeOf(await person.request("DELETE", `${PASSKEYS}/${id}`))).toBe("last_way_in");
    expect((await person.put("/portal/v1/me/password", { password: PASSWORD })).status).toBe(200);
    expect((await enter(market, joined.json.email)).status).toBe(201);
    expect((await person.request("DELETE", `${PASSKEYS}/${id}`)).status).toBe(204);
    expect((await enterBy(authenticator)).status).toBe(401);
  });

  it("ends when its person begins again with a code of an administrator: a lost device lets nobody in", async () => {
    const [person, lost, fresh] = [await newPerson(market), createAuthenticator(), createAuthenticator()];
    await register(person, lost);
    const admin = await market.operator("admin");
    const invitation = (await admin.post(`/operator/v1/people/${person.personId}/reset`, undefined)).json.code as string;
    expect((await enterBy(lost)).status).toBe(201);
    const visitor = page(named);
    const options = optionsIn(await visitor.post("/portal/v1/invitations/passkey-options", { invitation }));
    const again = await visitor.post(SESSION, { invitation, passkey: fresh.register(options, named.baseUrl) });
    expect([again.status, again.json?.hasPassword, again.json?.passkeys], again.text).toEqual([201, false, 1]);
    expect([(await enterBy(lost)).status, (await enterBy(fresh)).status]).toEqual([401, 201]);
  });

  it("is not to be had under an address, for no browser would keep it", async () => {
    const reply = await page(market).post(`${PASSKEYS}/sign-in-options`, undefined);
    expect([reply.status, codeOf(reply)]).toEqual([422, "passkeys_unavailable"]);
  });

  it("is added only by who signed in recently", async () => {
    const person = await newPerson(market);
    market.clock.move(16 * 60_000);
    const reply = await person.at(named).post(`${PASSKEYS}/options`, undefined);
    expect([reply.status, codeOf(reply)]).toEqual([403, "sign_in_again"]);
  });
});

describe("time-based codes", () => {
  const CODES = "/portal/v1/time-based-codes";
  const STEP_MS = 30_000;
  /** Codes go by real time, as the phone does that shows them. */
  const codeAt = (secret: string, steps = 0) => codeOfStep(base32Bytes(secret), Math.floor(Date.now() / STEP_MS) + steps);

  it("are those of RFC 6238", () => {
    const secret = Buffer.from("12345678901234567890");
    expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((s) => codeOfStep(secret, Math.floor(s / 30)))).toEqual([
      "287082",
      "081804",
      "005924",
      "353130",
    ]);
  });

  it("are asked for with the password once they were confirmed, and serve once", async () => {
    const person = await newPerson(market);
    expect(codeOf(await person.put(CODES, { code: "000000" }))).toBe("codes_not_begun");
    const { secret, address } = (await person.post(CODES, undefined)).json as { secret: string; address: string };
    expect(address).toContain(`secret=${secret}`);
    expect((await enter(market, person.email)).status).toBe(201);
    expect(codeOf(await person.put(CODES, { code: "000000" }))).toBe("code_not_confirmed");
    expect((await person.put(CODES, { code: codeAt(secret, -1) })).json).toMatchObject({ hasTimeBasedCodes: true });
    expect(codeOf(await person.post(CODES, undefined))).toBe("codes_active");

    const withCode = (code?: string) => page(market).post(SESSION, { email: person.email, password: PASSWORD, code });
    expect([codeOf(await withCode()), codeOf(await withCode("000000"))]).toEqual(["code_required", "code_wrong"]);
    const code = codeAt(secret);
    expect([(await withCode(code)).status, codeOf(await withCode(code))]).toEqual([201, "code_wrong"]);
    const wrong = await page(market).post(SESSION, { email: person.email, password: "outra senha qualquer", code: codeAt(secret, 1) });
    expect(codeOf(wrong)).toBe("sign_in_refused");

    expect((await person.request("DELETE", CODES)).status).toBe(204);
    expect((await withCode()).status).toBe(201);
  });

  it("are stored encrypted, and in no log", async () => {
    const person = await newPerson(market);
    const { secret } = (await person.post(CODES, undefined)).json as { secret: string };
    const [row] = await market.database.query<{ row: string }>("select people::text as row from people where person_id = $1", [
      person.personId,
    ]);
    expect(row!.row).not.toContain(secret);
    expect(await market.database.query("select from request_log where answered like $1", [`%${secret}%`])).toEqual([]);
  });
});
