import { realNow } from "../platform/basics/index.ts";
import { type Endpoint, endpoint, type Environment, type Lang, type Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { changeIdempotently } from "../platform/idempotency/index.ts";
import { createHourlyLimit, insertSeller, createApplication, createCredential, sellerErrors, type PublicCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { sandboxErrors } from "./errors.ts";

export interface SelfServiceContext {
  readonly db: Database;
  readonly settings: { readonly environment: Environment; readonly selfServicePerHour: number; readonly selfServicePerAddress: number };
  readonly inventCnpj: () => string;
}

const TOTAL_KEY = "everybody";
const VALIDATIONS = "/api/v1/technical-validations";

const linksFor = (lang: Lang) => [
  { rel: "validations", href: VALIDATIONS },
  { rel: "docs", href: `/docs/guides/${lang}/going-live.md` },
];
const retryLater = (allowed: number, seconds: number) => ({ allowed, params: { seconds }, retryAfterSeconds: seconds });

/**
 * Self-service credentials of the sandbox (decisions 6). A call creates a seller with an invented CNPJ, an application and a credential.
 */
export function selfServiceEndpoints({ db, settings, inventCnpj }: SelfServiceContext): readonly Endpoint[] {
  const { environment, selfServicePerHour, selfServicePerAddress } = settings;
  const addressLimit = createHourlyLimit(selfServicePerAddress);
  const totalLimit = createHourlyLimit(selfServicePerHour);
  /** Counts one call against both limits, or refuses it with the time to wait. A call with a repeated Idempotency-Key does not get here. */
  const takeFromLimits = (address: string): Refusal | undefined => {
    const ownSeconds = addressLimit.take(address, realNow());
    if (ownSeconds > 0) return sellerErrors.refuse("address_quota_exceeded", retryLater(selfServicePerAddress, ownSeconds));
    const seconds = totalLimit.take(TOTAL_KEY, realNow());
    if (seconds === 0) return undefined;
    addressLimit.giveBack(address);
    return sandboxErrors.refuse("self_service_exhausted", retryLater(selfServicePerHour, seconds));
  };
  return [
    endpoint(contract.createSandboxCredential, async (call: PublicCall<typeof contract.createSandboxCredential>) => {
      const { address } = call.who;
      const refusal = takeFromLimits(address);
      if (refusal) return refusal;
      const { name } = call.body;
      const { at, requestId, lang } = call;
      const creation = changeIdempotently(db, "every seller", call.idempotencyKey, async (transaction) => {
        const [seller] = await transaction.run(insertSeller, [name, at, inventCnpj(), null]);
        const sellerId = seller!.seller_id;
        const clientId = await createApplication(transaction, environment, { name, at });
        const { accessToken } = await createCredential(transaction, environment, { sellerId, clientId, name, requestId, at });
        return { status: 201, headers: { location: VALIDATIONS }, body: { sellerId, name, clientId, accessToken, links: linksFor(lang) } };
      });
      return creation.catch((error: unknown) => {
        addressLimit.giveBack(address);
        totalLimit.giveBack(TOTAL_KEY);
        throw error;
      });
    }),
  ];
}
