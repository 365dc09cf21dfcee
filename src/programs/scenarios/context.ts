import { call, type Reply } from "../../client/http-client.ts";
import type { OperatorApi } from "../../client/operator-api.ts";
import { randomDigits } from "../../platform/basics/index.ts";
import type { Audience, Lang } from "../../platform/contract/index.ts";
import type { TestSeller } from "./test-seller.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

/** State of a scenario run: its seller, its variables, and the actions that undo its changes. */
export interface RunContext {
  readonly api: OperatorApi;
  readonly lang: Lang;
  /** Aborted by Ctrl-C. All waits then end. */
  readonly signal: AbortSignal;
  readonly sellerId: number;
  readonly variables: Map<string, unknown>;
  /** The receiver of the seller's notifications. Set by a `listen` step. */
  receiver: WebhookReceiver | undefined;
  /** Makes a call with the credential for this audience. Returns the reply, even if it is a refusal. */
  send(audience: Audience, method: string, path: string, request?: RequestParts): Promise<Reply>;
  /** Registers an action for `cleanUp`, which runs the actions in reverse order. */
  onCleanup(undo: () => PromiseLike<unknown>): void;
  /** Runs all registered actions and returns their errors. */
  cleanUp(): Promise<readonly unknown[]>;
}

/** Headers and body of a call. */
export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Values of which each is sent as a line of NDJSON, in place of a body. */
  readonly lines?: readonly unknown[];
}

/** The variables that every scenario starts with. */
export const INITIAL_VARIABLES = ["sellerId", "mark", "url", "images"] as const;

/** Creates the context of a run, with `INITIAL_VARIABLES`. `mark` is random and makes skus unique. */
export function createContext(
  api: OperatorApi,
  { sellerId, credential }: Pick<TestSeller, "sellerId" | "credential">,
  { lang, signal }: Pick<RunContext, "lang" | "signal">,
): RunContext {
  const cleanups: (() => PromiseLike<unknown>)[] = [];
  const sellerHeaders = { client_id: credential.clientId, access_token: credential.accessToken };
  const initial: Readonly<Record<(typeof INITIAL_VARIABLES)[number], unknown>> = {
    sellerId,
    mark: randomDigits(8),
    url: api.url,
    images: `${api.url}/images`,
  };
  return {
    api,
    lang,
    signal,
    sellerId,
    variables: new Map(Object.entries(initial)),
    receiver: undefined,
    send(audience, method, path, { headers: given = {}, body, lines } = {}) {
      const text = lines === undefined ? JSON.stringify(body) : lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const content = text === undefined ? {} : { body: text };
      const headers = lines === undefined ? given : { "content-type": "application/x-ndjson", ...given };
      if (audience === "operator") return api.send(method, path, { headers, ...content });
      const credentials = audience === "seller" ? sellerHeaders : {};
      return call(api.url + path, { method, headers: { "accept-language": lang, ...credentials, ...headers }, ...content });
    },
    onCleanup(undo) {
      cleanups.push(undo);
    },
    async cleanUp() {
      const errors: unknown[] = [];
      for (const undo of cleanups.toReversed()) {
        try {
          await undo();
        } catch (error) {
          errors.push(error);
        }
      }
      return errors;
    },
  };
}
