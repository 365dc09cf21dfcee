import { realNow } from "../platform/clock.ts";
import { endpoint, type Call, type Endpoint, type Environment } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import { createHourlyBudget, insertSeller, makeApplication, makeCredential } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { sandboxErrors } from "./errors.ts";

export interface SelfServiceContext {
  readonly db: Database;
  readonly settings: { readonly environment: Environment; readonly selfServicePerHour: number };
  readonly inventCnpj: () => string;
}

const EVERYBODY = "everybody";
const VALIDATIONS = "/api/v1/technical-validations";

/** Sandbox credentials for whoever asks (decisions 6): a seller with an invented CNPJ, an application and a credential, or nothing. */
export function selfServiceEndpoints({ db, settings, inventCnpj }: SelfServiceContext): readonly Endpoint[] {
  const { environment, selfServicePerHour } = settings;
  const budget = createHourlyBudget(selfServicePerHour);
  return [
    endpoint(contract.createSandboxCredential, async (call: Call<typeof contract.createSandboxCredential, undefined>) => {
      const seconds = budget.take(EVERYBODY, realNow());
      if (seconds > 0) {
        const facts = { allowed: selfServicePerHour, params: { seconds }, retryAfterSeconds: seconds };
        return sandboxErrors.refuse("self_service_exhausted", facts);
      }
      const { name } = call.body;
      const { at, requestId } = call;
      const made = await db.transaction("every seller", async (transaction) => {
        const [seller] = await transaction.run(insertSeller, [name, at, inventCnpj(), null]);
        const sellerId = seller!.seller_id;
        const clientId = await makeApplication(transaction, environment, { name, at });
        const { accessToken } = await makeCredential(transaction, environment, { sellerId, clientId, name, requestId, at });
        return { sellerId, name, clientId, accessToken };
      });
      const links = [
        { rel: "validations", href: VALIDATIONS },
        { rel: "docs", href: "/docs/guides/going-live.md" },
      ];
      return { status: 201, headers: { location: VALIDATIONS }, body: { ...made, links } };
    }),
  ];
}
