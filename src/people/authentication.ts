import { type Environment, type Operation, Refusal } from "../platform/contract/index.ts";
import type { Clock } from "../platform/basics/index.ts";
import type { Authenticate, AuthenticationInput, Caller, Headers } from "../platform/http/index.ts";
import {
  type AppendAudit,
  credentialContract,
  laneOf,
  meterKeys,
  type OperatorIdentity,
  quotaHeaders,
  type QuotaMeter,
  recordAs,
  roleRefusal,
  sellerErrors,
  type SellerIdentity,
} from "../sellers/index.ts";
import { peopleErrors } from "./errors.ts";
import { marketplaceRoleOf, type Membership, membershipOf, type PersonIdentity, type Visitor } from "./person-identity.ts";
import { areaOf, roleAllows, rolesAllowed, scopesOf } from "./roles.ts";
import { type SessionStore } from "./session-store.ts";
import { SESSION_MS } from "./session-times.ts";
import { COOKIE_NAME, cookieValues, endedCookie, sessionCookie } from "./sign-in/cookie.ts";
import { foreignRefusal } from "./sign-in/request-origin.ts";
import { siteOf } from "./sign-in/site.ts";

export interface PeopleAuthenticatorContext {
  readonly environment: Environment;
  readonly settings: { readonly publicUrl: string; readonly personQuotaPerMinute: number };
  readonly sessions: SessionStore;
  readonly meter: QuotaMeter;
  readonly clock: Clock;
  readonly audit: AppendAudit;
  /** Headers sent with every answer that has no quota of its own. */
  readonly headers: Headers;
}

/** How people are told from other callers, at each door. */
export interface PeopleAuthenticators {
  /** Holders of a session. */
  readonly person: Authenticate;
  /** Everybody, for signing in. */
  readonly visitor: Authenticate;
  /** The sellers' door: a call without credential headers but with a session cookie is a person's. Others go to `credentials`. */
  readonly atSellersDoor: (credentials: Authenticate) => Authenticate;
  /** The operators' door: the same. */
  readonly atOperatorsDoor: (keys: Authenticate) => Authenticate;
}

/** A person at a door, and the headers of every answer to them. */
interface Known {
  readonly who: PersonIdentity;
  readonly headers: Headers;
}

/** Creates the authenticators of people. They differ from those of credentials in one thing: what browsers send by themselves is not trusted. */
export function createPeopleAuthenticators(context: PeopleAuthenticatorContext): PeopleAuthenticators {
  const { environment, settings, sessions, headers, clock, audit } = context;
  const cookieName = COOKIE_NAME[environment];
  const siteFor = (input: AuthenticationInput) => siteOf({ environment, publicUrl: settings.publicUrl }, input.headers);
  const tokensOf = ({ headers: { cookie } }: AuthenticationInput) => (cookie === undefined ? [] : cookieValues(cookie, cookieName));

  /** The person of the session cookie, or the refusal. A cookie that is worth nothing is taken back. */
  async function identify(input: AuthenticationInput): Promise<Known | Caller | Refusal> {
    const [token, ...others] = tokensOf(input);
    if (token === undefined) return peopleErrors.refuse("session_missing");
    if (others.length > 0) return peopleErrors.refuse("session_ambiguous", { pointer: "header.Cookie" });
    const site = siteFor(input);
    const foreign = foreignRefusal(input.operation.method, input.headers, site);
    if (foreign !== undefined) return foreign;
    const found = await sessions.find(token);
    const place = { environment, site };
    if (found === undefined) {
      const refusal = peopleErrors.refuse("session_invalid", { pointer: "header.Cookie" });
      return { identity: undefined, headers: { ...headers, "set-cookie": endedCookie(place) }, refusal };
    }
    const { expiresAt: _end, ...person } = found.session;
    const renewed = found.newToken && { "set-cookie": sessionCookie(place, found.newToken, SESSION_MS / 1000) };
    return { who: { ...person, site }, headers: renewed ? { ...headers, ...renewed } : headers };
  }
  const whenKnown = async (input: AuthenticationInput, then: (known: Known) => Caller | Promise<Caller>) => {
    const known = await identify(input);
    return "who" in known ? then(known) : known;
  };

  const record = (who: { readonly actor: string; readonly role: string }) => recordAs(who, audit, clock.now());
  const isOfPerson = (input: AuthenticationInput) => input.headers.cookie !== undefined && tokensOf(input).length > 0;

  return {
    person: (input) => whenKnown(input, (known) => personCaller(known, input.operation, record)),
    visitor(input) {
      const site = siteFor(input);
      const { remoteAddress: address } = input;
      const agent = input.headers["user-agent"] ?? "-";
      const visitor: Visitor = { address, agent, site, token: tokensOf(input)[0] };
      const refusal = foreignRefusal(input.operation.method, input.headers, site);
      const caller: Caller = { identity: visitor, tenant: `address ${address}`, headers };
      return refusal === undefined ? caller : { ...caller, refusal };
    },
    atSellersDoor: (credentials) => (input) => {
      const { client_id, access_token } = input.headers;
      const isPerson = client_id === undefined && access_token === undefined && isOfPerson(input);
      return isPerson ? whenKnown(input, (known) => sellersPerson(context, known, input)) : credentials(input);
    },
    atOperatorsDoor: (keys) => (input) =>
      input.headers.authorization === undefined && isOfPerson(input)
        ? whenKnown(input, (known) => operatorsPerson(known, input.operation, record))
        : keys(input),
  };
}

type Record = (who: { readonly actor: string; readonly role: string }) => NonNullable<Caller["record"]>;
const PERSON = "person";

/** Somebody at the portal's own operations. What changes something is in the audit log. */
function personCaller({ who, headers }: Known, { method }: Operation, record: Record): Caller {
  const { actor } = who;
  const caller: Caller = { identity: who, tenant: actor, headers };
  return method === "GET" ? caller : { ...caller, record: record({ actor, role: PERSON }) };
}

/** One of the marketplace's people at the operators' door. All of their calls are in the audit log, as those of keys are. */
function operatorsPerson({ who, headers }: Known, operation: Operation, record: Record): Caller {
  const { actor, sessionId, name } = who;
  const role = marketplaceRoleOf(who);
  const known: Caller = { identity: undefined, principal: actor, tenant: actor, headers };
  if (role === undefined) return { ...known, record: record({ actor, role: PERSON }), refusal: peopleErrors.refuse("not_of_marketplace") };
  const operator: OperatorIdentity = { keyId: sessionId, role, name, actor };
  const caller: Caller = { ...known, identity: operator, record: record(operator) };
  const refusal = roleRefusal(role, operation);
  return refusal === undefined ? caller : { ...caller, refusal };
}

/** A seller's person at the sellers' door, within the quota that people have for themselves. */
async function sellersPerson(
  { meter, settings, audit, clock }: PeopleAuthenticatorContext,
  { who, headers }: Known,
  { operation, values, arrivedAt }: AuthenticationInput,
): Promise<Caller> {
  const { actor } = who;
  const caller: Caller = { identity: undefined, principal: actor, tenant: actor, headers };
  const membership = namedSeller(who, values("vitrine-seller"));
  if (membership instanceof Refusal) return { ...caller, refusal: membership };
  const { sellerId, role } = membership;
  const identity: SellerIdentity = {
    ...sellerIdentityOf(who, membership, settings.personQuotaPerMinute),
    mayCall: (other) => roleAllows(role, other),
  };
  const decision = await meter.take(meterKeys(identity)[laneOf(operation)], arrivedAt);
  const quota = quotaHeaders(identity.quotaPerMinute, decision.remaining, decision.resetSeconds, laneOf(operation));
  const known: Caller = { ...caller, identity, sellerId, headers: { ...headers, ...quota } };
  const own = isRecorded(operation) ? { ...known, record: recordAs({ actor, role }, audit, clock.now()) } : known;
  if (membership.isSuspended) return { ...own, refusal: sellerErrors.refuse("seller_suspended") };
  if (!roleAllows(role, operation)) return { ...own, refusal: sellerRoleRefusal(role, operation) };
  if (decision.allowed) return own;
  const seconds = decision.retrySeconds;
  const details = { allowed: identity.quotaPerMinute, params: { seconds }, retryAfterSeconds: seconds };
  return { ...own, refusal: peopleErrors.refuse("person_quota_exceeded", details) };
}

/** Whether a seller's call is in the audit log: what changes credentials or people is. */
const isRecorded = (operation: Operation): boolean =>
  credentialContract.OWN_CHANGES.has(operation.id) || (operation.method !== "GET" && areaOf(operation) === "people");

type SellerMembership = Extract<Membership, { kind: "seller" }>;
const SELLER_ID = /^[1-9]\d{0,14}$/;

/** The membership for the seller that the header names, or the refusal. */
function namedSeller(who: PersonIdentity, values: readonly string[]): SellerMembership | Refusal {
  const pointer = "header.Vitrine-Seller";
  const own = who.memberships.flatMap((one) => (one.kind === "seller" ? [one.sellerId] : []));
  const allowed = own.length === 0 ? ["-"] : own;
  const [received, ...others] = values;
  if (received === undefined) return peopleErrors.refuse("seller_not_named", { pointer, allowed });
  if (others.length > 0) return peopleErrors.refuse("seller_ambiguous", { pointer });
  if (!SELLER_ID.test(received)) return peopleErrors.refuse("seller_not_a_number", { pointer, received });
  return membershipOf(who, Number(received)) ?? peopleErrors.refuse("membership_missing", { pointer, received, allowed });
}

function sellerRoleRefusal(role: SellerMembership["role"], operation: Operation): Refusal {
  if (areaOf(operation) === "application") return peopleErrors.refuse("application_only");
  return peopleErrors.refuse("seller_role_missing", { received: role, allowed: rolesAllowed(operation) });
}

/**
 * A person as the sellers' operations see a caller. The session stands for the credential. It is that of no application, so its calls count neither for
 * a technical validation nor for the methods that an application has used.
 */
export const sellerIdentityOf = (
  { actor, sessionId }: Pick<PersonIdentity, "actor" | "sessionId">,
  { sellerId, role }: Pick<SellerMembership, "sellerId" | "role">,
  quotaPerMinute: number,
): SellerIdentity => ({
  sellerId,
  credentialId: sessionId,
  clientId: actor,
  scopes: scopesOf(role, "read"),
  quotaPerMinute,
  ceilingPerMinute: undefined,
  separatePriceAndStock: false,
  changeRequests: true,
  actor,
});
