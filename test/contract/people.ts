import { randomUUID } from "node:crypto";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { codeOfStep } from "../../src/platform/crypto/time-based-code.ts";
import { client, type Client, type Marketplace, type Reply, type RequestOptions, type Seller } from "../harness.ts";
import { createAuthenticator, type Options } from "../people/authenticator.ts";
import { base32Bytes, enter, invite, newPerson, page, PAGE, PASSWORD, type Person, SESSION } from "../people/people.ts";

/** The people of a world: somebody for every operation that people call, or that is about people. */
export interface WorldPeople {
  /** Somebody who may call an operation of the portal, or one for people only; undefined where a credential or a key will do. */
  caller(operation: Operation): Promise<Client> | undefined;
  readonly bodies: Readonly<Record<string, unknown>>;
  /** A value for each parameter that paths name. */
  readonly values: Readonly<Record<string, (operation: Operation) => Promise<string>>>;
  /** How an operation is brought to answer a status, by `422 signIn`; `closed` is a process that has hardly any room. */
  provocation(status: number, operation: Operation, closed: Marketplace): Promise<Reply> | undefined;
}

const PASSKEYS = "/portal/v1/passkeys";
const CODES = "/portal/v1/time-based-codes";
/** Whoever calls these is signed out, or gets another cookie: somebody else for each call. */
const USED_UP = new Set(["signOut", "putPassword"]);

export async function furnishPeople(market: Marketplace, { sellerId }: Seller): Promise<WorldPeople> {
  const named = byName(market);
  const someone = await newPerson(market, { role: "support" });
  // What others change: a change of rights changes the cookie.
  const colleague = await newPerson(market, { role: "support" });
  const guest = await newPerson(market, { role: "support" });
  const coded = await newPerson(market, { role: "support" });
  const only = await newPerson(market, { role: "admin" });
  const head = await newPerson(market, { sellerId, role: "administrator" });
  const member = await newPerson(market, { sellerId, role: "stock" });
  const secret = base32Bytes((await coded.post(CODES, undefined)).json.secret as string);
  const open = await invite(market, { email: "aberto@loja.example" });
  const forGuest = await invite(market, { email: guest.email, sellerId, role: "orders" });
  const options = (await someone.at(named).post(`${PASSKEYS}/options`, undefined)).json.options as Options;
  const passkey = createAuthenticator().register(options, named.baseUrl);

  const callers: Readonly<Record<string, Person>> = { acceptInvitation: guest, confirmTimeBasedCodes: coded };
  const ofTeam = ({ audience }: Operation) => audience === "seller";
  const people: WorldPeople = {
    caller: ({ id, api, audience, permission }) => {
      if (permission === "people") return Promise.resolve(head.forSeller(sellerId));
      if (api !== "portal") return undefined;
      if (audience === "public") return Promise.resolve(page(named));
      if (USED_UP.has(id)) return newPerson(market, { role: "support" });
      return Promise.resolve((callers[id] ?? someone).at(named));
    },
    bodies: {
      signIn: { email: someone.email, password: PASSWORD },
      putPassword: { current: PASSWORD, password: "cinco palavras sem relação" },
      readInvitation: { invitation: open.code },
      invitationPasskeyOptions: { invitation: open.code },
      acceptInvitation: { invitation: forGuest.code },
      createPasskey: { name: "Notebook", passkey },
      // Codes change every half minute.
      get confirmTimeBasedCodes() {
        return { code: codeOfStep(secret, Math.floor(Date.now() / 30_000)) };
      },
    },
    values: {
      personId: async (operation) => {
        if (operation.id === "removeTeamMember") return (await newPerson(market, { sellerId, role: "stock" })).personId;
        if (operation.id === "removePerson") return (await newPerson(market, { role: "support" })).personId;
        return ofTeam(operation) ? member.personId : colleague.personId;
      },
      invitationId: async (operation) => {
        const { id } = await invite(market, ofTeam(operation) ? { sellerId, role: "stock" } : { role: "support" });
        return id;
      },
      sessionId: async () => {
        await enter(market, someone.email);
        const { items } = (await someone.get("/portal/v1/sessions")).json as { items: { id: string; isCurrent: boolean }[] };
        return items.find(({ isCurrent }) => !isCurrent)!.id;
      },
      passkeyId: () => insertPasskey(market, someone.personId),
    },
    provocation(status, operation, closed) {
      const own = REFUSED[`${status} ${operation.id}`];
      if (own === undefined && operation.api === "portal" && status === 403) return foreign(operation, people, market);
      return own?.({ market, named, closed, someone, coded, only, head, member, sellerId });
    },
  };
  return people;
}

/** A marketplace at its name: browsers keep passkeys for names only. */
const byName = ({ baseUrl }: Marketplace) => ({ baseUrl: baseUrl.replace("127.0.0.1", "localhost") });

/** Gives somebody a passkey that nobody holds. */
async function insertPasskey({ database }: Marketplace, personId: string): Promise<string> {
  const id = `pky_${randomUUID()}`;
  await database.query(
    `insert into passkeys (passkey_id, credential_id, person_id, public_key, counter, rp_id, name, created_at)
     values ($1, $2, $3, '', 0, 'localhost', 'Notebook', 1)`,
    [id, randomUUID(), personId],
  );
  return id;
}

/** A page that is none of ours. */
async function foreign(operation: Operation, people: WorldPeople, market: Marketplace): Promise<Reply> {
  const { cookie = "" } = (await people.caller(operation)!).headers;
  const path = operation.path.replaceAll(/\{\w+\}/g, "1");
  return client(market.baseUrl, { ...PAGE, cookie, "sec-fetch-site": "cross-site" }).request(operation.method, path);
}

interface Cast {
  readonly market: Marketplace;
  readonly named: { readonly baseUrl: string };
  readonly closed: Marketplace;
  readonly someone: Person;
  readonly coded: Person;
  readonly only: Person;
  readonly head: Person;
  readonly member: Person;
  readonly sellerId: number;
}
const VIEW = "/portal/v1/invitations";
const NOBODYS = { invitation: "vin_nada" };
const ask = (caller: Client, method: string, path: string, json?: unknown): Promise<Reply> =>
  caller.request(method, path, json === undefined ? {} : ({ json } satisfies RequestOptions));
/** Twice at a process that lets one through. */
async function twice(work: () => Promise<Reply>): Promise<Reply> {
  await work();
  return work();
}
const ofTeamTwice =
  (method: string, path: string) =>
  ({ closed, head, sellerId }: Cast) =>
    twice(() => head.forSeller(sellerId, closed).request(method, path));

const REFUSED: Readonly<Record<string, (cast: Cast) => Promise<Reply>>> = {
  "422 signIn": ({ market }) => page(market).post(SESSION, {}),
  "429 signIn": ({ closed, someone }) => twice(() => enter(closed, someone.email)),
  "422 putPassword": ({ someone }) => someone.put("/portal/v1/me/password", { current: "outra", password: PASSWORD }),
  "429 putPassword": ({ closed, someone }) =>
    twice(() => someone.at(closed).put("/portal/v1/me/password", { current: "outra", password: PASSWORD })),
  "422 passkeySignInOptions": ({ market }) => page(market).post(`${PASSKEYS}/sign-in-options`, undefined),
  // An address may ask ten times as often as a person.
  async "429 passkeySignInOptions"({ closed }) {
    const askOnce = () => page(byName(closed)).post(`${PASSKEYS}/sign-in-options`, undefined);
    const replies = await Promise.all(Array.from({ length: 12 }, askOnce));
    return replies.find(({ status }) => status === 429) ?? replies[0]!;
  },
  // What changes how somebody signs in asks for a recent session, and clocks are moved meanwhile.
  "422 passkeyOptions": async ({ market }) => (await newPerson(market)).post(`${PASSKEYS}/options`, undefined),
  "422 createPasskey": async ({ market }) => (await newPerson(market)).post(PASSKEYS, { passkey: {} }),
  async "422 deletePasskey"({ market }) {
    const person = await newPerson(market, { role: "support" });
    await market.database.query("update people set password_hash = null where person_id = $1", [person.personId]);
    return person.request("DELETE", `${PASSKEYS}/${await insertPasskey(market, person.personId)}`);
  },
  async "422 beginTimeBasedCodes"({ market }) {
    const person = await newPerson(market, { role: "support" });
    await person.post(CODES, undefined);
    await market.database.query("update people set code_since = 1 where person_id = $1", [person.personId]);
    return person.post(CODES, undefined);
  },
  "422 confirmTimeBasedCodes": ({ someone }) => someone.put(CODES, { code: "000000" }),
  "422 readInvitation": ({ market }) => page(market).post(`${VIEW}/view`, NOBODYS),
  "422 invitationPasskeyOptions": ({ named }) => page(named).post(`${VIEW}/passkey-options`, NOBODYS),
  "422 acceptInvitation": ({ someone }) => someone.post(`${VIEW}/accept`, NOBODYS),
  async "403 getPicture"({ market, sellerId }) {
    const other = await market.seller();
    const stranger = await newPerson(market, { sellerId: other.sellerId, role: "support" });
    return stranger.get(`/media/${sellerId}/NADA/0`);
  },
  "422 removePerson": ({ only }) => ask(only, "DELETE", `/operator/v1/people/${only.personId}`),
  "422 removeTeamMember": ({ head, sellerId }) => ask(head.forSeller(sellerId), "DELETE", `/api/v1/people/${head.personId}`),
  "429 listTeam": ofTeamTwice("GET", "/api/v1/people"),
  "429 inviteToTeam": ofTeamTwice("POST", "/api/v1/people"),
  "429 changeTeamMember": ofTeamTwice("PATCH", "/api/v1/people/1"),
  "429 removeTeamMember": ofTeamTwice("DELETE", "/api/v1/people/1"),
  "429 listTeamInvitations": ofTeamTwice("GET", "/api/v1/invitations"),
  "429 revokeTeamInvitation": ofTeamTwice("DELETE", "/api/v1/invitations/1"),
};
