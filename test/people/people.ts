import { randomUUID } from "node:crypto";
import { issueInvitation } from "../../src/people/index.ts";
import type { Role } from "../../src/sellers/index.ts";
import type { SellerRole } from "../../src/people/roles.ts";
import { client, type Client, type Marketplace, type Reply } from "../harness.ts";

/** What a page of the portal sends with every call. */
export const PAGE = { "sec-fetch-site": "same-origin", "vitrine-portal": "1" } as const;
export const PASSWORD = "quatro palavras sem relação";
export const SESSION = "/portal/v1/session";

export interface Person extends Client {
  readonly personId: string;
  readonly email: string;
  readonly cookie: string;
  /** The same person at another process, or for a seller. */
  at(market: Pick<Marketplace, "baseUrl">): Client;
  forSeller(sellerId: number, market?: Pick<Marketplace, "baseUrl">): Client;
}

/** A page that nobody has signed in on. */
export const page = ({ baseUrl }: Pick<Marketplace, "baseUrl">): Client => client(baseUrl, PAGE);

/** The `name=value` of the session cookie that an answer sets; undefined when it sets none. */
export const cookieOf = ({ headers }: Pick<Reply, "headers">): string | undefined => headers.getSetCookie()[0]?.split(";")[0];

/** An invitation for somebody; of the marketplace with seller 0. */
export const invite = (
  { app, clock }: Pick<Marketplace, "app" | "clock">,
  { email = `${randomUUID()}@loja.example`, name = "Ana Prado", sellerId = 0, role = "admin" }: Partial<Invited> = {},
) => issueInvitation(app.db, { kind: "join", email, name, sellerId, role, invitedBy: "test", at: clock.now() });
interface Invited {
  readonly email: string;
  readonly name: string;
  readonly sellerId: number;
  readonly role: Role | SellerRole;
}

/** Somebody who has accepted an invitation and is signed in. */
export async function newPerson(market: Marketplace, invited: Partial<Invited> = {}): Promise<Person> {
  const { code } = await invite(market, invited);
  const reply = await page(market).post(SESSION, { invitation: code, password: PASSWORD });
  if (reply.status !== 201) throw new Error(`nobody joined: ${reply.status} ${reply.text}`);
  return personOf(market, reply);
}

/** The person that an answer has signed in. */
export function personOf(market: Pick<Marketplace, "baseUrl">, reply: Reply): Person {
  const cookie = cookieOf(reply)!;
  const { id, email } = reply.json as { readonly id: string; readonly email: string };
  const jar: Jar = { headers: { ...PAGE, cookie } };
  return {
    ...keepingCookie(market.baseUrl, jar),
    personId: id,
    email,
    cookie,
    at: ({ baseUrl }) => keepingCookie(baseUrl, jar),
    forSeller: (sellerId, { baseUrl } = market) => keepingCookie(baseUrl, jar, { "vitrine-seller": String(sellerId) }),
  };
}

/** The headers of a browser's calls, with the cookie that it was given last. */
interface Jar {
  headers: Readonly<Record<string, string>>;
}
/** Calls as a browser does: with the cookie that replaced the one before. One that has ended is sent on, to see what is said of it. */
function keepingCookie(baseUrl: string, jar: Jar, more: Readonly<Record<string, string>> = {}): Client {
  const request: Client["request"] = async (method, path, options = {}) => {
    const reply = await client(baseUrl, { ...jar.headers, ...more }).request(method, path, options);
    const renewed = cookieOf(reply);
    if (renewed !== undefined && !renewed.endsWith("=")) jar.headers = { ...jar.headers, cookie: renewed };
    return reply;
  };
  return {
    get headers() {
      return { ...jar.headers, ...more };
    },
    request,
    get: (path, options) => request("GET", path, options),
    post: (path, json, options) => request("POST", path, { ...options, json }),
    put: (path, json, options) => request("PUT", path, { ...options, json }),
  };
}

/** Signs somebody in with the password. */
export const enter = (market: Pick<Marketplace, "baseUrl">, email: string, password = PASSWORD): Promise<Reply> =>
  page(market).post(SESSION, { email, password });

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** The bytes of a secret in base 32 (RFC 4648). */
export function base32Bytes(text: string): Buffer {
  const bits = text.replaceAll(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
