import { setTimeout as sleep } from "node:timers/promises";
import type { Lang } from "../../platform/contract/errors.ts";
import { call, Declined } from "../http-client.ts";
import { createPace } from "../import/pace.ts";
import { patientApi, type PatientOptions } from "../import/patient-api.ts";

/** The seller API as the certification calls it: within its quota, and every refusal ends it. */
export interface SellerApi {
  /** The body answered; throws what the marketplace says no with. */
  ask<Body>(method: string, path: string, body?: object): Promise<Body>;
}

/** A seller's credential. */
export interface SellerCredential {
  readonly clientId: string;
  readonly accessToken: string;
}

/** Speaks as a seller; tells every wait before it waits. */
export function sellerApi(
  url: string,
  { clientId, accessToken }: SellerCredential,
  lang: Lang,
  onWait: NonNullable<PatientOptions["onWait"]>,
): SellerApi {
  const now = () => performance.now();
  const headers = { client_id: clientId, access_token: accessToken, "accept-language": lang };
  const api = patientApi({ url, headers, pace: createPace(now, sleep), now, onWait });
  return {
    async ask<Body>(method: string, path: string, body?: object) {
      const reply = await api.send<Body>(method, path, body === undefined ? undefined : JSON.stringify(body));
      if (reply.status >= 400) throw new Declined(reply);
      return reply.body as Body;
    },
  };
}

/** A seller of the sandbox's own self-service, with a credential. */
export async function selfServed(url: string, name: string, lang: Lang): Promise<SellerCredential> {
  const reply = await call<SellerCredential>(`${url}/api/v1/sandbox/credentials`, {
    method: "POST",
    headers: { "accept-language": lang },
    body: JSON.stringify({ name }),
  });
  if (reply.status >= 400 || reply.body === undefined) throw new Declined(reply);
  return reply.body;
}
