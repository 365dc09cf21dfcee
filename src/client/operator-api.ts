import { formatTexts, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { call, NoAnswer, RequestRefused, type CallOptions, type Reply } from "./http-client.ts";

/** The operator API of a running marketplace, called with an operator key. */
export interface OperatorApi {
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** Calls the API and returns a 2xx or 3xx reply. Throws `RequestRefused` for any other reply, `NoAnswer` if there is none. */
  request<Body>(method: string, path: string, body?: unknown): Promise<Reply<Body>>;
  /** Calls the API and returns the reply, even if it is a refusal. `body` is JSON text. Throws `NoAnswer` if there is no reply. */
  send(method: string, path: string, options?: Partial<Omit<CallOptions, "method">>): Promise<Reply>;
}

const NO_ANSWER: LocalizedText = {
  "pt-BR": "{where} não responde ({reason}); a instância está no ar? inicie com bin/start",
  en: "{where} does not answer ({reason}); is the instance running? start it with bin/start",
};

/** The operator API at `url`. `lang` is the language of refusals. */
export function createOperatorApi(url: string, operatorKey: string, lang: Lang): OperatorApi {
  const headers = { authorization: `Bearer ${operatorKey}`, "accept-language": lang };
  return {
    url,
    send: (method, path, options = {}) => call(url + path, { ...options, method, headers: { ...headers, ...options.headers } }),
    async request<Body>(method: string, path: string, body?: unknown) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await call<Body>(url + path, { method, headers, ...sent }).catch((error: unknown) => {
        throw error instanceof NoAnswer
          ? new NoAnswer(formatTexts(NO_ANSWER, { where: url, reason: error.texts }), { cause: error })
          : error;
      });
      if (reply.status >= 400) throw new RequestRefused(reply);
      return reply;
    },
  };
}

/** Number of items per page of a list. */
const PAGE_SIZE = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalPages: number;
}

/** Reads all pages of a list of the operator API and returns all items. */
export async function listAll<Item>(api: OperatorApi, path: string): Promise<readonly Item[]> {
  const separator = path.includes("?") ? "&" : "?";
  const items: Item[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { body } = await api.request<Page<Item>>("GET", `${path}${separator}page=${page}&size=${PAGE_SIZE}`);
    items.push(...(body?.items ?? []));
    pages = body?.totalPages ?? 0;
  }
  return items;
}

const NOT_FOUND = 404;

/** Whether the marketplace is a sandbox. Calls the clock operation, which only a sandbox has. */
export async function isSandbox(api: OperatorApi): Promise<boolean> {
  const { status } = await api.request("GET", "/operator/v1/clock").catch((error: unknown) => {
    if (error instanceof RequestRefused && error.status === NOT_FOUND) return { status: NOT_FOUND };
    throw error;
  });
  return status !== NOT_FOUND;
}
