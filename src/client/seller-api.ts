import type { Lang } from "../platform/contract/index.ts";
import { call, RequestRefused, type Reply } from "./http-client.ts";

/** A seller's credential: both headers of every call. */
export interface SellerCredential {
  readonly clientId: string;
  readonly accessToken: string;
}

/** The headers of a seller's calls; refusals come in `lang`. */
export const sellerHeaders = ({ clientId, accessToken }: SellerCredential, lang: Lang): Readonly<Record<string, string>> => ({
  client_id: clientId,
  access_token: accessToken,
  "accept-language": lang,
});

/** The seller API: answers the body of a 2xx or 3xx, undefined when there is none; throws `RequestRefused` for any other answer. */
export interface SellerApi {
  request<Body>(method: string, path: string, body?: object): Promise<Body | undefined>;
}

/** Sends one call and answers it, whatever its status. */
export type SendCall = <Body>(method: string, path: string, body?: string) => Promise<Reply<Body>>;

/** The seller API over `send`. */
export const createSellerApi = (send: SendCall): SellerApi => ({
  async request<Body>(method: string, path: string, body?: object) {
    const reply = await send<Body>(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (reply.status >= 400) throw new RequestRefused(reply);
    return reply.body;
  },
});

/** Calls at `url` with a seller's credential, one try each. */
export const sendAs = (url: string, credential: SellerCredential, lang: Lang): SendCall => {
  const headers = sellerHeaders(credential, lang);
  return (method, path, body) => call(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
};
