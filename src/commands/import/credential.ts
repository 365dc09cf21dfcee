import { setTimeout as sleep } from "node:timers/promises";
import type { Lang } from "../../platform/contract/errors.ts";
import { borrowCredential } from "../borrowed-credential.ts";
import type { Instance } from "../instance.ts";
import { createPace } from "./pace.ts";
import { patientApi, type PatientApi } from "./patient-api.ts";

/** For whom an import works, and within what. */
export interface ImportCredential {
  readonly sellerId: number;
  /** Calls per minute. */
  readonly plan: number;
  readonly lang: Lang;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

/** Works as a seller with a credential of its own, which is revoked afterwards, whatever happens; `onLeft` when even that fails. */
export async function withCredential<Result>(
  instance: Instance,
  { sellerId, plan, lang, signal }: ImportCredential,
  onLeft: (credentialId: string) => void,
  work: (api: PatientApi) => Promise<Result>,
): Promise<Result> {
  const { id, clientId, accessToken, revoke } = await borrowCredential(instance, sellerId, { name: "import", scopes: ["products"], plan });
  const now = () => performance.now();
  const pace = createPace(now, (ms) => sleep(ms, undefined, { signal }));
  const headers = { client_id: clientId, access_token: accessToken, "accept-language": lang };
  try {
    return await work(patientApi({ url: instance.url, headers, pace, now }));
  } finally {
    await revoke().catch(() => onLeft(id));
  }
}
