import type { Audience } from "../../platform/contract/operation.ts";
import { randomDigits } from "../../platform/basics/random.ts";
import type { Lang } from "../../platform/contract/errors.ts";
import type { SellerCredential } from "../certify/seller-api.ts";
import { call, type Reply } from "../http-client.ts";
import type { Instance } from "../instance.ts";
import type { Inbox } from "./inbox.ts";

/** Where a scenario plays: a seller of a running sandbox, what was kept so far, and what is to be put right at the end. */
export interface Scene {
  readonly instance: Instance;
  readonly lang: Lang;
  /** Aborted by Ctrl-C: whoever waits stops waiting. */
  readonly signal: AbortSignal;
  readonly sellerId: number;
  readonly values: Map<string, unknown>;
  /** The seller's receiver, once it listens. */
  inbox: Inbox | undefined;
  /** Calls as whoever the operation is for, whatever the answer. */
  send(audience: Audience, method: string, path: string, more?: Sent): Promise<Reply>;
  /** At the end, the last one first. */
  afterwards(undo: () => PromiseLike<unknown>): void;
  /** Puts right what there is to; answers what could not be. */
  close(): Promise<readonly unknown[]>;
}

/** What goes with a call. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Who plays the seller. */
export interface Cast {
  readonly sellerId: number;
  readonly credential: SellerCredential;
}

/** Sets the scene. The names that are there from the beginning are `sellerId`, `mark`, `url` and `images`. */
export function openScene(instance: Instance, { sellerId, credential }: Cast, { lang, signal }: Pick<Scene, "lang" | "signal">): Scene {
  const undoing: (() => PromiseLike<unknown>)[] = [];
  const asSeller = { client_id: credential.clientId, access_token: credential.accessToken };
  return {
    instance,
    lang,
    signal,
    sellerId,
    values: new Map<string, unknown>([
      ["sellerId", sellerId],
      ["mark", randomDigits(8)],
      ["url", instance.url],
      ["images", `${instance.url}/images`],
    ]),
    inbox: undefined,
    send(audience, method, path, { headers = {}, body } = {}) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      if (audience === "operator") return instance.send(method, path, { headers, ...sent });
      const who = audience === "seller" ? asSeller : {};
      return call(instance.url + path, { method, headers: { "accept-language": lang, ...who, ...headers }, ...sent });
    },
    afterwards(undo) {
      undoing.push(undo);
    },
    async close() {
      const failures: unknown[] = [];
      for (const undo of undoing.toReversed()) {
        try {
          await undo();
        } catch (error) {
          failures.push(error);
        }
      }
      return failures;
    },
  };
}

/** The names that `openScene` begins with. */
export const FIRST_NAMES = ["sellerId", "mark", "url", "images"] as const;
