import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import type { Arguments } from "./arguments.ts";
import { borrowCredential } from "./borrowed-credential.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { call, Declined } from "./http-client.ts";
import { findInstance, sellerOrReady, type Instance } from "./instance.ts";
import { interruption } from "./line/interruption.ts";
import { addressOption, LARGEST_WHOLE, wholeOption } from "./usage.ts";

const POLL_MS = 500;
const PAGE = 100;
const ENDPOINTS = "/api/v1/notifications/endpoints";

const TEXTS = {
  opened: {
    "pt-BR": "enviando os eventos do lojista {sellerId} para {url}\nsegredo das assinaturas: {secret}\nCtrl-C encerra",
    en: "sending the events of seller {sellerId} to {url}\nsecret of the signatures: {secret}\nCtrl-C ends it",
  },
} as const satisfies Record<string, LocalizedText>;

/** First where it receives and the secret, then attempts. */
const FIELDS =
  "sellerId? url? secret? deliveryId? seq? status? attempt? at? responseStatus? elapsedMs? trouble? nextAttemptAt? links?".split(" ");

/**
 * `listen --forward-to URL`: a receiver on this machine gets what happens to a seller, signed as in production (decisions 8). It is a
 * notification endpoint of its own at a running sandbox, removed at the end; what is shown are its deliveries.
 */
export const listen: Command = {
  name: "listen",
  does: {
    "pt-BR": "Envia as notificações de um lojista, assinadas, a um endereço desta máquina; Ctrl-C encerra.",
    en: "Sends a seller's notifications, signed, to an address on this machine; Ctrl-C ends it.",
  },
  options: [
    { name: "forward-to", value: "URL", needed: true, meaning: { "pt-BR": "onde receber", en: "where to receive" } },
    {
      name: "seller",
      value: "ID",
      meaning: {
        "pt-BR": "de qual lojista (padrão: o lojista pronto do sandbox)",
        en: "of which seller (default: the sandbox's ready seller)",
      },
    },
    { name: "count", value: "N", meaning: { "pt-BR": "encerra depois de tantas tentativas", en: "ends after so many attempts" } },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "lines", fields: FIELDS },
  exits: { done: { "pt-BR": "também com Ctrl-C", en: "with Ctrl-C as well" } },
  examples: [
    {
      line: "listen --forward-to http://localhost:3000/webhooks --seller 1",
      does: {
        "pt-BR": "O receptor desta máquina recebe o que acontece, assinado como em produção.",
        en: "This machine's receiver gets what happens, signed as in production.",
      },
    },
  ],
  async run(args, terminal) {
    await follow(args, terminal);
    return 0;
  },
};

interface Attempt {
  readonly deliveryId: string;
  readonly at: string;
  readonly attempt: number;
  readonly status: string;
  readonly responseStatus?: number;
  readonly elapsedMs: number;
  readonly trouble?: string;
}

async function follow(args: Arguments, { lang, out }: Terminal): Promise<void> {
  const url = addressOption(args, "forward-to", "", lang);
  const count = wholeOption(args, "count", { least: 1, most: LARGEST_WHOLE, otherwise: Number.POSITIVE_INFINITY }, lang);
  const isJson = wantsJson(args);
  const instance = findInstance(args, lang);
  const sellerId = sellerOrReady(args, instance, lang);
  const { signal, release } = interruption();
  try {
    await asSeller(instance, sellerId, lang, async (ask) => {
      const body = { name: "listen", url, events: ["product", "order"] };
      const { id, secret } = (await ask<{ readonly id: string; readonly secret: string }>("POST", ENDPOINTS, body))!;
      try {
        out.write(
          isJson ? `${JSON.stringify({ sellerId, url, secret })}\n` : `${formatMessage(TEXTS.opened[lang], { sellerId, url, secret })}\n`,
        );
        await show(`${ENDPOINTS}/${id}/deliveries?size=${PAGE}`, { ask, count, signal }, (attempt) =>
          out.write(isJson ? `${JSON.stringify(attempt)}\n` : lineOf(attempt)),
        );
      } finally {
        await ask("DELETE", `${ENDPOINTS}/${id}`);
      }
    });
  } finally {
    release();
  }
}

const lineOf = ({ at, deliveryId, attempt, status, responseStatus, elapsedMs, trouble }: Attempt): string =>
  `${at}  ${deliveryId}  ${attempt}  ${status}  ${responseStatus ?? trouble ?? ""}  ${elapsedMs} ms\n`;

type Ask = <Body>(method: string, path: string, body?: unknown) => Promise<Body | undefined>;

/** Shows attempts as they are made, oldest first, until there were so many or it is interrupted. */
async function show(
  path: string,
  { ask, count, signal }: { readonly ask: Ask; readonly count: number; readonly signal: AbortSignal },
  told: (attempt: Attempt) => void,
): Promise<void> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    const page = await ask<{ readonly items: readonly Attempt[] }>("GET", path);
    const news = (page?.items ?? []).toReversed().filter((one) => !seen.has(keyOf(one)));
    for (const attempt of news) {
      seen.add(keyOf(attempt));
      told(attempt);
      if (seen.size >= count) return;
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const keyOf = ({ deliveryId, at, attempt }: Attempt) => `${deliveryId} ${at} ${attempt}`;

/** Works as a seller with a credential of its own, which is revoked afterwards, whatever happens. */
async function asSeller(instance: Instance, sellerId: number, lang: Lang, work: (ask: Ask) => Promise<void>): Promise<void> {
  const { clientId, accessToken, revoke } = await borrowCredential(instance, sellerId, { name: "listen", scopes: ["notifications"] });
  const headers = { client_id: clientId, access_token: accessToken, "accept-language": lang };
  try {
    await work(async <Body>(method: string, at: string, sent?: unknown) => {
      const reply = await call<Body>(instance.url + at, { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) });
      if (reply.status >= 400) throw new Declined(reply);
      return reply.body;
    });
  } finally {
    await revoke();
  }
}
