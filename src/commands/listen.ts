import { setTimeout as sleep } from "node:timers/promises";
import { createSellerApi, sendAs, type SellerApi } from "../client/seller-api.ts";
import { withTemporaryCredential } from "../client/temporary-credential.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { findInstance, sellerOrDefault } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { integerOption, MAX_INT32, urlOption } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { formatMessage, type LocalizedText } from "../platform/contract/index.ts";

const POLL_INTERVAL_MS = 500;
const PAGE_SIZE = 100;
const ENDPOINTS = "/api/v1/notifications/endpoints";

const STARTED: LocalizedText = {
  "pt-BR": "enviando os eventos do lojista {sellerId} para {url}\nsegredo das assinaturas: {secret}\nCtrl-C encerra",
  en: "sending the events of seller {sellerId} to {url}\nsigning secret: {secret}\nCtrl-C ends it",
};

/** Fields of the output: those of the first line (the endpoint and its secret), and those of delivery attempts. */
const FIELDS =
  "sellerId? url? secret? deliveryId? seq? status? attempt? at? responseStatus? elapsedMs? trouble? nextAttemptAt? links?".split(" ");

/**
 * `listen --forward-to URL`: sends a seller's notifications to an address on this machine, signed as in production (decisions 8). Registers
 * a notification endpoint, prints its delivery attempts, and removes it at the end.
 */
export const listen: Command = {
  name: "listen",
  does: {
    "pt-BR": "Envia as notificações de um lojista, assinadas, a um endereço desta máquina. Ctrl-C encerra.",
    en: "Sends a seller's notifications, signed, to an address on this machine. Ctrl-C ends it.",
  },
  options: [
    { name: "forward-to", value: "URL", needed: true, meaning: { "pt-BR": "para onde enviar", en: "where to send them" } },
    {
      name: "seller",
      value: "ID",
      meaning: {
        "pt-BR": "o lojista (padrão: o lojista pronto do sandbox)",
        en: "the seller (default: the sandbox's ready seller)",
      },
    },
    { name: "count", value: "N", meaning: { "pt-BR": "encerra depois de tantas tentativas", en: "ends after so many attempts" } },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "lines", fields: FIELDS },
  exits: { done: { "pt-BR": "também com Ctrl-C", en: "also with Ctrl-C" } },
  examples: [
    {
      line: "listen --forward-to http://localhost:3000/webhooks --seller 1001",
      does: {
        "pt-BR": "O receptor local recebe notificações assinadas como em produção.",
        en: "The local receiver gets notifications signed as in production.",
      },
    },
  ],
  async run(args, terminal) {
    await listenUntilEnd(args, terminal);
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

/** Registers the endpoint, prints its delivery attempts until `--count` or Ctrl-C, and removes it. */
async function listenUntilEnd(args: ParsedArguments, { lang, out }: Terminal): Promise<void> {
  const url = urlOption(args, "forward-to", "", lang);
  const count = integerOption(args, "count", { min: 1, max: MAX_INT32, fallback: Number.POSITIVE_INFINITY }, lang);
  const isJson = wantsJson(args);
  const instance = findInstance(args, lang);
  const sellerId = sellerOrDefault(args, instance, lang);
  const { signal, release } = interruptSignal();
  try {
    await withTemporaryCredential(instance, sellerId, { name: "listen", scopes: ["notifications"] }, async (credential) => {
      const api = createSellerApi(sendAs(instance.url, credential, lang));
      const endpoint = { name: "listen", url, events: ["product", "order"] };
      const { id, secret } = (await api.request<{ readonly id: string; readonly secret: string }>("POST", ENDPOINTS, endpoint))!;
      try {
        out.write(
          isJson ? `${JSON.stringify({ sellerId, url, secret })}\n` : `${formatMessage(STARTED[lang], { sellerId, url, secret })}\n`,
        );
        for await (const attempt of newAttempts(api, `${ENDPOINTS}/${id}/deliveries?size=${PAGE_SIZE}`, { count, signal }))
          out.write(isJson ? `${JSON.stringify(attempt)}\n` : attemptText(attempt));
      } finally {
        await api.request("DELETE", `${ENDPOINTS}/${id}`);
      }
    });
  } finally {
    release();
  }
}

const attemptText = ({ at, deliveryId, attempt, status, responseStatus, elapsedMs, trouble }: Attempt): string =>
  `${at}  ${deliveryId}  ${attempt}  ${status}  ${responseStatus ?? trouble ?? ""}  ${elapsedMs} ms\n`;

/** Yields delivery attempts as they are made, oldest first. Ends after `count` attempts, or when interrupted. */
async function* newAttempts(
  api: SellerApi,
  path: string,
  { count, signal }: { readonly count: number; readonly signal: AbortSignal },
): AsyncGenerator<Attempt, void> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    const page = await api.request<{ readonly items: readonly Attempt[] }>("GET", path);
    for (const attempt of (page?.items ?? []).toReversed()) {
      if (seen.has(keyOf(attempt))) continue;
      seen.add(keyOf(attempt));
      yield attempt;
      if (seen.size >= count) return;
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const keyOf = ({ deliveryId, at, attempt }: Attempt) => `${deliveryId} ${at} ${attempt}`;
