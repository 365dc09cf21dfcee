import type { Clock } from "../platform/basics/index.ts";
import { createWakeUpSignal, type Slice } from "../platform/jobs/index.ts";
import { auditEndpoints, lastDay } from "./audit/operations.ts";
import type { Admit } from "./credentials/create.ts";
import { announceExpiring, type AppendEvents } from "./credentials/expiry-worker.ts";
import { ownCredentialEndpoints } from "./credentials/operations.ts";
import { credentialEndpoints } from "./credentials/operator-operations.ts";
import { sellerEndpoints, type SellersContext } from "./operations.ts";
import { operatorKeyEndpoints } from "./operator-keys/operations.ts";
import { limitsEndpoints, type LimitsContext } from "./quota/limits-operations.ts";

export interface SellersSliceContext extends SellersContext, LimitsContext {
  readonly clock: Clock;
  readonly admit: Admit;
  /** Appends to the events feed. Passed in, because the events slice implements it and imports this slice. */
  readonly appendEvents: AppendEvents;
}

const EXPIRY_POLL_MS = 3_600_000;

/** Opens the slice of sellers, with their applications, credentials and quotas (seed 5, 6). */
export function openSellers(context: SellersSliceContext): Slice {
  const expiring = createWakeUpSignal();
  const announce = async () => {
    await announceExpiring(context);
    return 0;
  };
  return {
    endpoints: [
      ...sellerEndpoints(context),
      ...credentialEndpoints({ ...context, onExpiring: expiring.send }),
      ...ownCredentialEndpoints(context),
      ...operatorKeyEndpoints(context),
      ...auditEndpoints(context),
      ...limitsEndpoints(context),
    ],
    health: {
      audit: () => lastDay(context.db),
      quotas: () => Promise.resolve({ callsHeld: context.meter.held() }),
    },
    jobs: [{ name: "expiring credentials", role: "worker", pollMs: EXPIRY_POLL_MS, run: announce, wakeUp: expiring }],
    close: () => context.meter.close(),
  };
}

export { type AppendAudit, createAudit } from "./audit/append.ts";
export { findAuditedReasons } from "./audit/reason-lookups.ts";
export * as auditContract from "./audit/contract.ts";
export * as sellersContract from "./contract.ts";
export { createCredentialCache, type CredentialCache } from "./credential-cache.ts";
export { createOperatorAuthenticator, laneOf, recordAs, roleRefusal, createSellerAuthenticator } from "./authentication.ts";
export { sellerErrors } from "./errors.ts";
export { createFailureBudget, networkOf } from "./failure-budget.ts";
export { sellerId } from "./fields.ts";
export { createHourlyLimit } from "./hourly-limit.ts";
export {
  mayCall,
  ROLES,
  SCOPES,
  scopesAllow,
  type Scope,
  type OperatorCall,
  type OperatorIdentity,
  type Role,
  type SellerCall,
  type SellerIdentity,
} from "./caller-identity.ts";
export * as credentialContract from "./credentials/contract.ts";
export { issueCredential, createApplication, createCredential, type Admit } from "./credentials/create.ts";
export type { AppendEvents, FeedEvent } from "./credentials/expiry-worker.ts";
export * as operatorKeyContract from "./operator-keys/contract.ts";
export { maskValues } from "./audit/redaction.ts";
export { issueOperatorKey } from "./operator-keys/create.ts";
export { createPublicAuthenticator, type PublicCall } from "./anonymous-access.ts";
export { findActiveOperatorKey, findOperatorKey, findSeller, insertSeller } from "./queries.ts";
export * as limitsContract from "./quota/contract.ts";
export { readApplicationQuotas } from "./quota/application-quotas.ts";
export { quotaHeaders } from "./quota/headers.ts";
export { meterKeys } from "./quota/meter-key.ts";
export { createLocalQuota } from "./quota/process-quota.ts";
export { createQuotaMeter, type QuotaMeter } from "./quota/meter.ts";
export type { ExpiringCredential } from "./credentials/expiring-credentials.ts";
export { expiringCredentials, identityOfCredential, sellersOfApplication, findInvalidCredentials } from "./credential-lookups.ts";
