import type { Lang } from "../platform/contract/index.ts";
import { call, RequestRefused, type Reply } from "./http-client.ts";

/** A seller's credential. Every call sends both values as headers. */
export interface SellerCredential {
  readonly clientId: string;
  readonly accessToken: string;
}

/** The headers of a seller's calls. `lang` is the language of refusals. */
export const sellerHeaders = ({ clientId, accessToken }: SellerCredential, lang: Lang): Readonly<Record<string, string>> => ({
  client_id: clientId,
  access_token: accessToken,
  "accept-language": lang,
});

/** The seller API. Returns the body of a 2xx or 3xx reply; undefined if the reply has none. Throws `RequestRefused` for any other reply. */
export interface SellerApi {
  request<Body>(method: string, path: string, body?: object): Promise<Body | undefined>;
}

/** Makes a call and returns the reply, even if it is a refusal. */
export type SendCall = <Body>(method: string, path: string, body?: string) => Promise<Reply<Body>>;

/** A seller API that makes its calls with `send`. */
export const createSellerApi = (send: SendCall): SellerApi => ({
  async request<Body>(method: string, path: string, body?: object) {
    const reply = await send<Body>(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (reply.status >= 400) throw new RequestRefused(reply);
    return reply.body;
  },
});

/** A `SendCall` for a seller's credential at `url`. Calls are not repeated. */
export const sendAs = (url: string, credential: SellerCredential, lang: Lang): SendCall => {
  const headers = sellerHeaders(credential, lang);
  return (method, path, body) => call(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
};
