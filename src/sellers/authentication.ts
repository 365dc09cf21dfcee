import type { Clock } from "../platform/basics/clock.ts";
import type { Environment, Operation } from "../platform/contract/operation.ts";
import { Refusal, type Failure } from "../platform/contract/errors.ts";
import type { Authenticate, Caller, Headers, AuthenticationInput } from "../platform/http/server.ts";
import { isWellFormedToken } from "../platform/basics/random.ts";
import { STRANGER, type Audit } from "./audit/append.ts";
import type { Directory, KnownCredential } from "./credential-cache.ts";
import { sellerErrors } from "./errors.ts";
import type { FailureBudget } from "./failure-budget.ts";
import { scopesAllow, type OperatorIdentity, type Role, type SellerIdentity } from "./caller-identity.ts";
import { OWN_CHANGES } from "./credentials/contract.ts";
import { expiryHeaders } from "./credentials/expiry-notice.ts";
import { createLocalQuota } from "./quota/local-quota.ts";
import type { QuotaDecision } from "./quota/gcra.ts";
import { quotaHeaders, type Lane } from "./quota/headers.ts";
import type { QuotaMeter } from "./quota/meter.ts";

/** Token prefixes say the environment, so that a token in the wrong one is told so (decisions 6). */
export const TOKEN_PREFIX: Readonly<Record<Environment, string>> = { sandbox: "vts", production: "vtp" };
/** Operator keys look alike in both environments. */
export const OPERATOR_KEY_PREFIX = "vto";

const OTHER: Readonly<Record<Environment, Environment>> = { sandbox: "production", production: "sandbox" };

/** What both doors refuse with when they know nobody: the refusal given, or to wait after too many of them. */
function turnedAway(
  failures: FailureBudget,
  { remoteAddress, arrivedAt }: AuthenticationInput,
  clientId: string | undefined,
  refusal: Refusal,
): Refusal {
  const seconds = failures.failed(remoteAddress, clientId, arrivedAt);
  return seconds === 0 ? refusal : sellerErrors.refuse("failures_exceeded", { params: { seconds }, retryAfterSeconds: seconds });
}

/** What is wrong with a header of a credential that did not come with one value. */
function notOnce(name: string, values: readonly string[]): readonly Failure[] {
  if (values.length === 1) return [];
  const code = values.length === 0 ? "credential_missing" : "credential_ambiguous";
  return [sellerErrors.failure(code, { pointer: `header.${name}`, received: name })];
}

/** Which quota a call is taken from: what moves orders has one of its own. */
const laneOf = ({ priority }: Operation): Lane => (priority === "orders" ? "orders" : "default");

export interface SellerAuthenticatorContext {
  readonly directory: Directory;
  readonly meter: QuotaMeter;
  readonly failures: FailureBudget;
  readonly environment: Environment;
  readonly clock: Clock;
  /** Told of what sellers change of their credentials. */
  readonly audit: Audit;
}

/** What sellers are called in the audit log. */
const SELLER = "seller";

/** The sellers' door: `client_id` and `access_token`, then permission, then quota (seed 5). */
export function createSellerAuthenticator({
  directory,
  meter,
  failures,
  environment,
  clock,
  audit,
}: SellerAuthenticatorContext): Authenticate {
  const recorded = (caller: Caller, { actor }: SellerIdentity): Caller => {
    const at = clock.now();
    return { ...caller, record: (call) => audit({ actor, role: SELLER }, at, call) };
  };

  const entryOf = (
    { identity, tenant, suspended, expiresAt }: KnownCredential,
    { operation, arrivedAt }: AuthenticationInput,
    metered: QuotaDecision,
  ): Caller => {
    const { permission } = operation;
    const { sellerId, clientId, quotaPerMinute } = identity;
    const quota = quotaHeaders(quotaPerMinute, metered.remaining, metered.resetSeconds, laneOf(operation));
    const headers = { ...quota, ...expiryHeaders(expiresAt, arrivedAt) };
    const known: Caller = { identity, sellerId, principal: clientId, tenant, headers };
    const caller = OWN_CHANGES.has(operation.id) ? recorded(known, identity) : known;
    if (suspended) return { ...caller, refusal: sellerErrors.refuse("seller_suspended") };
    if (!scopesAllow(identity.scopes, permission as string))
      return { ...caller, refusal: sellerErrors.refuse("scope_missing", { allowed: permission }) };
    if (metered.allowed) return caller;
    const seconds = metered.retrySeconds;
    const facts = { allowed: quotaPerMinute, params: { seconds }, retryAfterSeconds: seconds };
    return { ...caller, refusal: sellerErrors.refuse("quota_exceeded", facts) };
  };

  const admit = (known: KnownCredential | undefined, input: AuthenticationInput, clientId: string, nowMs: number) => {
    if (!known || (known.expiresAt !== undefined && known.expiresAt <= nowMs))
      return turnedAway(failures, input, clientId, sellerErrors.refuse("credential_invalid"));
    const metered = meter.take(known.quotas[laneOf(input.operation)], nowMs);
    return metered instanceof Promise ? metered.then((decision) => entryOf(known, input, decision)) : entryOf(known, input, metered);
  };

  return (input) => {
    const clientIds = input.values("client_id");
    const tokens = input.values("access_token");
    const away = (refusal: Refusal) => turnedAway(failures, input, clientIds[0], refusal);
    if (clientIds.length !== 1 || tokens.length !== 1)
      return away(new Refusal([...notOnce("client_id", clientIds), ...notOnce("access_token", tokens)]));
    const [clientId, token] = [clientIds[0]!, tokens[0]!];
    const nowMs = input.arrivedAt;
    const remembered = directory.remembered(clientId, token, nowMs, input.remoteAddress);
    if (remembered) return admit(remembered, input, clientId, nowMs);
    const other = OTHER[environment];
    if (isWellFormedToken(token, TOKEN_PREFIX[other]))
      return away(sellerErrors.refuse("environment_wrong", { pointer: "header.access_token", received: other, allowed: environment }));
    if (!isWellFormedToken(token, TOKEN_PREFIX[environment])) return away(sellerErrors.refuse("credential_invalid"));
    return directory.find(clientId, token, nowMs, input.remoteAddress).then((found) => admit(found, input, clientId, nowMs));
  };
}

/** Attempts with wrong keys that a process notes down per minute; whoever guesses on adds nothing to the audit log. */
const STRANGERS_PER_MINUTE = 12;
const ALL_AT_ONCE_PERCENT = 100;
const OPERATOR_HEADER = { pointer: "header.Authorization" };

export interface OperatorAuthenticatorContext {
  readonly directory: Directory;
  readonly failures: FailureBudget;
  readonly clock: Clock;
  /** They go with every answer. */
  readonly headers: Headers;
  /** Told of whatever a known key is used for, and of a few wrong keys per minute. */
  readonly audit: Audit;
}

/** What one of the marketplace's people is refused with whose role may not call an operation; undefined when it may. */
export function roleRefusal(role: Role, { permission }: Pick<Operation, "permission">): Refusal | undefined {
  const roles = permission as readonly string[];
  if (role === "admin" || roles.includes(role)) return undefined;
  return sellerErrors.refuse("role_missing", { received: role, allowed: ["admin", ...roles] });
}

/** The operators' door: `Authorization: Bearer`, then the role. A call without any key is nobody's. */
export function createOperatorAuthenticator({ directory, failures, clock, headers, audit }: OperatorAuthenticatorContext): Authenticate {
  const strangers = createLocalQuota(ALL_AT_ONCE_PERCENT);
  const stranger = (refusal: Refusal, { arrivedAt }: AuthenticationInput): Caller | Refusal => {
    if (!strangers.take("all of them", STRANGERS_PER_MINUTE, arrivedAt).allowed) return refusal;
    const at = clock.now();
    return { identity: undefined, headers, record: (call) => audit(STRANGER, at, call), refusal };
  };
  const entryOf = (operator: OperatorIdentity, { operation }: AuthenticationInput): Caller => {
    const at = clock.now();
    const caller: Caller = {
      identity: operator,
      principal: operator.keyId,
      tenant: operator.keyId,
      headers,
      record: (call) => audit(operator, at, call),
    };
    const refusal = roleRefusal(operator.role, operation);
    return refusal === undefined ? caller : { ...caller, refusal };
  };
  return async (input) => {
    const keys = input.values("authorization");
    const away = (refusal: Refusal) => turnedAway(failures, input, undefined, refusal);
    if (keys.length > 1) return away(new Refusal(notOnce("Authorization", keys)));
    const key = /^Bearer (\S+)$/i.exec(keys[0] ?? "")?.[1];
    if (key === undefined) return away(sellerErrors.refuse("operator_key_missing", OPERATOR_HEADER));
    const wrong = () => stranger(away(sellerErrors.refuse("operator_key_invalid", OPERATOR_HEADER)), input);
    if (!isWellFormedToken(key, OPERATOR_KEY_PREFIX)) return wrong();
    const operator = await directory.operator(key, input.arrivedAt);
    return operator ? entryOf(operator, input) : wrong();
  };
}
