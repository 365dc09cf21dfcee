import { realNow } from "../platform/clock.ts";
import type { Environment } from "../platform/contract.ts";
import { Refusal } from "../platform/errors.ts";
import type { Door, Knock } from "../platform/http.ts";
import { looksLikeToken } from "../platform/ids.ts";
import type { Directory, KnownCredential } from "./directory.ts";
import { sellerErrors } from "./errors.ts";
import type { OperatorIdentity, Scope } from "./identity.ts";
import { quotaHeaders, type Quota } from "./quota.ts";

/** Token prefixes say the environment, so that a token in the wrong one is told so (decisions 6). */
export const TOKEN_PREFIX: Readonly<Record<Environment, string>> = { sandbox: "vts", production: "vtp" };
/** Operator keys look alike in both environments. */
export const OPERATOR_KEY_PREFIX = "vto";

const OTHER: Readonly<Record<Environment, Environment>> = { sandbox: "production", production: "sandbox" };

/** The sellers' door: `client_id` and `access_token`, then permission, then quota (seed 5). */
export function sellerDoor(directory: Directory, quota: Quota, environment: Environment): Door {
  const admit = (known: KnownCredential | undefined, knock: Knock, nowMs: number) => {
    if (!known || (known.expiresAt !== undefined && known.expiresAt <= nowMs)) return sellerErrors.refuse("credential_invalid");
    const { identity } = known;
    const metered = quota.take(identity.credentialId, identity.quotaPerMinute, nowMs);
    const headers = quotaHeaders(identity.quotaPerMinute, metered.remaining, metered.resetSeconds);
    if (known.suspended) return withHeaders(sellerErrors.refuse("seller_suspended"), headers);
    const scope = knock.operation.permission as Scope;
    if (!identity.scopes.includes(scope)) return withHeaders(sellerErrors.refuse("scope_missing", { allowed: scope }), headers);
    if (!metered.allowed) {
      const seconds = metered.resetSeconds;
      const refusal = sellerErrors.refuse("quota_exceeded", { allowed: identity.quotaPerMinute, params: { seconds } });
      return withHeaders(refusal, { ...headers, "retry-after": String(seconds) });
    }
    return { who: identity, sellerId: identity.sellerId, headers };
  };

  return (knock) => {
    const clientIds = knock.values("client_id");
    const tokens = knock.values("access_token");
    if (clientIds.length === 0) return sellerErrors.refuse("credential_missing", { received: "client_id" });
    if (tokens.length === 0) return sellerErrors.refuse("credential_missing", { received: "access_token" });
    if (clientIds.length > 1) return sellerErrors.refuse("credential_ambiguous", { received: "client_id" });
    if (tokens.length > 1) return sellerErrors.refuse("credential_ambiguous", { received: "access_token" });
    const token = tokens[0]!;
    const other = OTHER[environment];
    if (looksLikeToken(token, TOKEN_PREFIX[other])) {
      return sellerErrors.refuse("environment_wrong", { received: other, allowed: environment });
    }
    if (!looksLikeToken(token, TOKEN_PREFIX[environment])) return sellerErrors.refuse("credential_invalid");
    const nowMs = realNow();
    const known = directory.credential(clientIds[0]!, token, nowMs);
    return known instanceof Promise ? known.then((found) => admit(found, knock, nowMs)) : admit(known, knock, nowMs);
  };
}

/** The operators' door: `Authorization: Bearer`, then the role. Every refusal of a known key is audited by `onRefused`. */
export function operatorDoor(
  directory: Directory,
  headers: Readonly<Record<string, string>>,
  onRefused: (operator: OperatorIdentity, knock: Knock) => Promise<void>,
): Door {
  const admit = async (operator: OperatorIdentity | undefined, knock: Knock) => {
    if (!operator) return sellerErrors.refuse("operator_key_invalid");
    const roles = knock.operation.permission as readonly string[];
    if (operator.role !== "admin" && !roles.includes(operator.role)) {
      await onRefused(operator, knock);
      return sellerErrors.refuse("role_missing", { received: operator.role, allowed: ["admin", ...roles] });
    }
    return { who: operator, headers };
  };
  return async (knock) => {
    const key = /^Bearer (\S+)$/i.exec(knock.values("authorization")[0] ?? "")?.[1];
    if (key === undefined) return sellerErrors.refuse("operator_key_missing");
    if (!looksLikeToken(key, OPERATOR_KEY_PREFIX)) return sellerErrors.refuse("operator_key_invalid");
    return admit(await directory.operator(key, realNow()), knock);
  };
}

const withHeaders = (refusal: Refusal, headers: Readonly<Record<string, string>>): Refusal => new Refusal(refusal.failures, headers);
