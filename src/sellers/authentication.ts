import { type Clock, isWellFormedToken } from "../platform/basics/index.ts";
import { type Environment, type Failure, type Operation, PEOPLE_ONLY, Refusal } from "../platform/contract/index.ts";
import type { Authenticate, AuthenticationInput, Caller, Headers } from "../platform/http/index.ts";
import { UNKNOWN_CALLER, type AppendAudit } from "./audit/append.ts";
import type { CredentialCache, CachedCredential } from "./credential-cache.ts";
import { sellerErrors } from "./errors.ts";
import type { FailureBudget } from "./failure-budget.ts";
import { scopesAllow, type OperatorIdentity, type Role } from "./caller-identity.ts";
import { OWN_CHANGES } from "./credentials/contract.ts";
import { expiryHeaders } from "./credentials/expiry-notice.ts";
import { createLocalQuota } from "./quota/process-quota.ts";
import type { QuotaDecision } from "./quota/gcra.ts";
import { quotaHeaders, rateLimitItem, type Lane } from "./quota/headers.ts";
import type { QuotaMeter } from "./quota/meter.ts";

/** Prefix of the tokens of each environment. It lets a refusal say that a token belongs to the other environment (decisions 6). */
export const TOKEN_PREFIX: Readonly<Record<Environment, string>> = { sandbox: "vts", production: "vtp" };
/** Prefix of operator keys, the same in both environments. */
export const OPERATOR_KEY_PREFIX = "vto";

const OTHER: Readonly<Record<Environment, Environment>> = { sandbox: "production", production: "sandbox" };

/** Counts a failed authentication. Returns the given refusal or, after too many failures, one that asks the caller to wait. */
function refuseUnknown(
  failures: FailureBudget,
  { remoteAddress, arrivedAt }: AuthenticationInput,
  clientId: string | undefined,
  refusal: Refusal,
): Refusal {
  const seconds = failures.failed(remoteAddress, clientId, arrivedAt);
  return seconds === 0 ? refusal : sellerErrors.refuse("failures_exceeded", { params: { seconds }, retryAfterSeconds: seconds });
}

/** The failure of a credential header that is missing or has several values. Empty when the header has exactly one value. */
function headerFailures(name: string, values: readonly string[]): readonly Failure[] {
  if (values.length === 1) return [];
  const code = values.length === 0 ? "credential_missing" : "credential_ambiguous";
  return [sellerErrors.failure(code, { pointer: `header.${name}`, received: name })];
}

/** The quota lane that a call uses. Operations with the priority `orders` have a lane of their own. */
export const laneOf = ({ priority }: Operation): Lane => (priority === "orders" ? "orders" : "default");

export interface SellerAuthenticatorContext {
  readonly credentialCache: CredentialCache;
  readonly meter: QuotaMeter;
  readonly failures: FailureBudget;
  readonly environment: Environment;
  readonly clock: Clock;
  /** Records the changes that sellers make to their credentials. */
  readonly audit: AppendAudit;
}

/** Role of sellers in the audit log. */
const SELLER = "seller";

/** Authenticates sellers by `client_id` and `access_token`, then checks permission and quota (seed 5). */
export function createSellerAuthenticator(context: SellerAuthenticatorContext): Authenticate {
  const { credentialCache, meter, failures, environment } = context;

  const admit = (credential: CachedCredential | undefined, input: AuthenticationInput, clientId: string, nowMs: number) => {
    if (!credential || (credential.expiresAt !== undefined && credential.expiresAt <= nowMs))
      return refuseUnknown(failures, input, clientId, sellerErrors.refuse("credential_invalid"));
    const decision = meter.take(credential.quotas[laneOf(input.operation)], nowMs);
    return decision instanceof Promise
      ? decision.then((later) => sellerCaller(context, credential, input, later))
      : sellerCaller(context, credential, input, decision);
  };

  return (input) => {
    const clientIds = input.values("client_id");
    const tokens = input.values("access_token");
    const refuse = (refusal: Refusal) => refuseUnknown(failures, input, clientIds[0], refusal);
    if (clientIds.length !== 1 || tokens.length !== 1)
      return refuse(new Refusal([...headerFailures("client_id", clientIds), ...headerFailures("access_token", tokens)]));
    const [clientId, token] = [clientIds[0]!, tokens[0]!];
    const nowMs = input.arrivedAt;
    const cached = credentialCache.findCached(clientId, token, nowMs, input.remoteAddress);
    if (cached) return admit(cached, input, clientId, nowMs);
    const other = OTHER[environment];
    if (isWellFormedToken(token, TOKEN_PREFIX[other]))
      return refuse(sellerErrors.refuse("environment_wrong", { pointer: "header.access_token", received: other, allowed: environment }));
    if (!isWellFormedToken(token, TOKEN_PREFIX[environment])) return refuse(sellerErrors.refuse("credential_invalid"));
    return credentialCache.find(clientId, token, nowMs, input.remoteAddress).then((found) => admit(found, input, clientId, nowMs));
  };
}

/** The caller that a valid credential identifies. Contains a refusal when the call is not allowed. */
function sellerCaller(
  { audit, clock, meter }: Pick<SellerAuthenticatorContext, "audit" | "clock" | "meter">,
  { identity, tenant, quotas, suspended, expiresAt }: CachedCredential,
  { operation, arrivedAt }: AuthenticationInput,
  decision: QuotaDecision,
): Caller {
  const { permission } = operation;
  const { sellerId, clientId, quotaPerMinute, actor } = identity;
  const quota = quotaHeaders(quotaPerMinute, decision.remaining, decision.resetSeconds, laneOf(operation));
  const rows = operation.metersRows && meter.peek(quotas.bulk, arrivedAt);
  const ratelimit = rows && { ratelimit: `${quota["ratelimit"]}, ${rateLimitItem("bulk", rows.remaining, rows.resetSeconds)}` };
  const headers = { ...quota, ...ratelimit, ...expiryHeaders(expiresAt, arrivedAt) };
  const known: Caller = { identity, sellerId, principal: clientId, tenant, headers };
  const caller = OWN_CHANGES.has(operation.id) ? { ...known, record: recordAs({ actor, role: SELLER }, audit, clock.now()) } : known;
  if (suspended) return { ...caller, refusal: sellerErrors.refuse("seller_suspended") };
  if (!scopesAllow(identity.scopes, permission as string)) return { ...caller, refusal: scopeRefusal(permission as string) };
  if (decision.allowed) return caller;
  const seconds = decision.retrySeconds;
  const details = { allowed: quotaPerMinute, params: { seconds }, retryAfterSeconds: seconds };
  return { ...caller, refusal: sellerErrors.refuse("quota_exceeded", details) };
}

const scopeRefusal = (permission: string): Refusal =>
  permission === PEOPLE_ONLY ? sellerErrors.refuse("person_only") : sellerErrors.refuse("scope_missing", { allowed: permission });

/**
 * Returns a function that records a call in the audit log, with the given actor and role. `at` is the time when the call arrived, in epoch ms of
 * the marketplace's clock.
 */
export const recordAs =
  (who: Parameters<AppendAudit>[0], audit: AppendAudit, at: number): NonNullable<Caller["record"]> =>
  (call) =>
    audit(who, at, call);

/** Maximum number of calls with wrong keys that a process records per minute. Without it, callers who guess keys could flood the audit log. */
const UNKNOWN_CALLERS_PER_MINUTE = 12;
const BURST_PERCENT = 100;
const OPERATOR_HEADER = { pointer: "header.Authorization" };

export interface OperatorAuthenticatorContext {
  readonly credentialCache: CredentialCache;
  readonly failures: FailureBudget;
  readonly clock: Clock;
  /** Headers sent with every answer. */
  readonly headers: Headers;
  /** Records every call with a valid key, and a few calls per minute with wrong keys. */
  readonly audit: AppendAudit;
}

/** The refusal when a role may not call an operation. Undefined when it may. */
export function roleRefusal(role: Role, { permission }: Pick<Operation, "permission">): Refusal | undefined {
  const roles = permission as readonly string[];
  if (role === "admin" || roles.includes(role)) return undefined;
  return sellerErrors.refuse("role_missing", { received: role, allowed: ["admin", ...roles] });
}

/** Authenticates operators by `Authorization: Bearer`, then checks the role. Does not record calls without a key in the audit log. */
export function createOperatorAuthenticator(context: OperatorAuthenticatorContext): Authenticate {
  const { credentialCache, failures, clock, headers, audit } = context;
  const recorded = createLocalQuota(BURST_PERCENT);

  /** Refuses a wrong key. Records the call in the audit log unless the limit is reached. */
  const refuseKey = (refusal: Refusal, { arrivedAt }: AuthenticationInput): Caller | Refusal => {
    if (!recorded.take("all of them", UNKNOWN_CALLERS_PER_MINUTE, arrivedAt).allowed) return refusal;
    return { identity: undefined, headers, record: recordAs(UNKNOWN_CALLER, audit, clock.now()), refusal };
  };

  return async (input) => {
    const keys = input.values("authorization");
    const refuse = (refusal: Refusal) => refuseUnknown(failures, input, undefined, refusal);
    if (keys.length > 1) return refuse(new Refusal(headerFailures("Authorization", keys)));
    const key = /^Bearer (\S+)$/i.exec(keys[0] ?? "")?.[1];
    if (key === undefined) return refuse(sellerErrors.refuse("operator_key_missing", OPERATOR_HEADER));
    const wrong = () => refuseKey(refuse(sellerErrors.refuse("operator_key_invalid", OPERATOR_HEADER)), input);
    if (!isWellFormedToken(key, OPERATOR_KEY_PREFIX)) return wrong();
    const operator = await credentialCache.findOperator(key, input.arrivedAt);
    return operator ? operatorCaller(context, operator, input) : wrong();
  };
}

function operatorCaller(
  { audit, clock, headers }: Pick<OperatorAuthenticatorContext, "audit" | "clock" | "headers">,
  operator: OperatorIdentity,
  { operation }: AuthenticationInput,
): Caller {
  const { keyId } = operator;
  const record = recordAs(operator, audit, clock.now());
  const caller: Caller = { identity: operator, principal: keyId, tenant: keyId, headers, record };
  const refusal = roleRefusal(operator.role, operation);
  return refusal === undefined ? caller : { ...caller, refusal };
}
