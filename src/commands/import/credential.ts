import { setTimeout as sleep } from "node:timers/promises";
import { realNow } from "../../platform/clock.ts";
import type { Lang } from "../../platform/errors.ts";
import { Declined } from "../http-client.ts";
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

/** It ends by itself when nobody is left to revoke it. */
const LIFE_MS = 24 * 3_600_000;

interface Issued {
  readonly id: string;
  readonly clientId: string;
  readonly accessToken: string;
}

/** A credential of an application of its own; where only admitted ones get any, of the one the seller works with already. */
async function issued(instance: Instance, path: string, wanted: object): Promise<Issued> {
  try {
    return (await instance.ask<Issued>("POST", path, wanted)).body!;
  } catch (error) {
    if (!(error instanceof Declined) || !error.codes.includes("report_required")) throw error;
    const { body } = await instance.ask<{ readonly items: readonly Partial<Issued & Ended>[] }>("GET", path);
    const live = body!.items.find(({ revokedAt }) => revokedAt === undefined);
    if (live?.clientId === undefined) throw error;
    return (await instance.ask<Issued>("POST", path, { ...wanted, clientId: live.clientId })).body!;
  }
}
interface Ended {
  readonly revokedAt: string;
}

/** Works as a seller with a credential of its own, which is revoked afterwards, whatever happens; `onLeft` when even that fails. */
export async function withCredential<Result>(
  instance: Instance,
  { sellerId, plan, lang, signal }: ImportCredential,
  onLeft: (credentialId: string) => void,
  work: (api: PatientApi) => Promise<Result>,
): Promise<Result> {
  const path = `/operator/v1/sellers/${sellerId}/credentials`;
  const wanted = { name: "import", scopes: ["products"], plan, expiresAt: realNow() + LIFE_MS };
  const { id, clientId, accessToken } = await issued(instance, path, wanted);
  const now = () => performance.now();
  const pace = createPace(now, (ms) => sleep(ms, undefined, { signal }));
  const headers = { client_id: clientId, access_token: accessToken, "accept-language": lang };
  try {
    return await work(patientApi({ url: instance.url, headers, lang, pace, now }));
  } finally {
    await instance.ask("DELETE", `${path}/${id}`).catch(() => onLeft(id));
  }
}
