import { setTimeout as sleep } from "node:timers/promises";
import type { Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { findInstance, type Instance } from "./instance.ts";
import { interruption } from "./line/interruption.ts";
import { LARGEST_WHOLE, wholeOption } from "./usage.ts";

const SHOWN_FIRST = 10;
const PAGE = 100;
const POLL_MS = 500;

/** An event of the feed, and what operators see of it. */
const FIELDS = [
  ..."id seq prevSeq sellerId name eventCode eventAction eventMessage eventDate parameters status? resourceVersion expands".split(" "),
  ..."links by cause changes requestId? resource actor".split(" "),
];

/** `events tail`: what just happened, and what happens from now on (decisions 8). */
export const events: Command = {
  name: "events",
  does: { "pt-BR": "Mostra o que acontece no marketplace.", en: "Shows what happens in the marketplace." },
  actions: [
    {
      name: "tail",
      does: {
        "pt-BR": "Mostra os últimos eventos de um lojista, ou de todos, e os que vão acontecendo; Ctrl-C encerra.",
        en: "Shows the last events of a seller, or of all, and those to come as they happen; Ctrl-C ends it.",
      },
      options: [
        { name: "seller", value: "ID", meaning: { "pt-BR": "só os deste lojista", en: "only this seller's" } },
        {
          name: "last",
          value: String(SHOWN_FIRST),
          meaning: { "pt-BR": "quantos dos que já aconteceram mostrar", en: "how many of those that happened already to show" },
        },
        { name: "count", value: "N", meaning: { "pt-BR": "encerra depois de tantos eventos", en: "ends after so many events" } },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "lines", fields: FIELDS },
      exits: { done: { "pt-BR": "também com Ctrl-C", en: "with Ctrl-C as well" } },
      examples: [
        { line: "events tail", does: { "pt-BR": "Acompanha todos os lojistas.", en: "Follows every seller." } },
        {
          line: "events tail --seller 1 --last 0 --count 1 --json",
          does: { "pt-BR": "Espera pelo próximo evento de um lojista.", en: "Waits for the next event of a seller." },
        },
      ],
      run: tail,
    },
  ],
};

interface Item {
  readonly id: string;
  readonly seq: number;
  readonly sellerId: number;
  readonly eventDate: string;
  readonly eventMessage: string;
  readonly resource: string;
  readonly status?: string;
}

async function tail(args: Arguments, { lang, out }: Terminal): Promise<number> {
  const sellerId = wholeOption(args, "seller", { least: 1, most: LARGEST_WHOLE, otherwise: undefined }, lang);
  const last = wholeOption(args, "last", { least: 0, most: PAGE, otherwise: SHOWN_FIRST }, lang);
  let left = wholeOption(args, "count", { least: 1, most: LARGEST_WHOLE, otherwise: Number.POSITIVE_INFINITY }, lang);
  const show = wantsJson(args) ? (item: Item) => `${JSON.stringify(item)}\n` : lineOf;
  const { signal, release } = interruption();
  try {
    for await (const item of followed(findInstance(args, lang), { sellerId, last, signal })) {
      out.write(show(item));
      left -= 1;
      if (left === 0) break;
    }
  } finally {
    release();
  }
  return 0;
}

const lineOf = ({ eventDate, sellerId, seq, resource, status, eventMessage }: Item): string =>
  `${eventDate}  ${sellerId}/${seq}  ${resource}  ${status === undefined ? "" : `${status}  `}${eventMessage}\n`;

/**
 * The last events, oldest first, and then those to come. The newest events say which sellers there is news of; each of them is read on
 * from its last event that was shown, so none between is left out. Ends when it is interrupted.
 */
async function* followed(
  instance: Instance,
  { sellerId, last, signal }: { readonly sellerId: number | undefined; readonly last: number; readonly signal: AbortSignal },
): AsyncGenerator<Item> {
  const newest = sellerId === undefined ? "" : `&sellerId=${sellerId}`;
  const shown = new Map<number, number>(sellerId === undefined ? [] : [[sellerId, 0]]);
  const before = (await read(instance, `limit=${PAGE}${newest}`)).toReversed();
  for (const item of before) shown.set(item.sellerId, Math.max(item.seq, shown.get(item.sellerId) ?? 0));
  yield* before.slice(before.length - Math.min(last, before.length));
  while (!signal.aborted) {
    const news = new Map<number, number>();
    for (const { sellerId: of, seq } of await read(instance, `limit=${PAGE}${newest}`))
      if (seq > (shown.get(of) ?? 0)) news.set(of, Math.min(seq, news.get(of) ?? seq));
    for (const [of, first] of news) {
      // Of a seller that was quiet until now, what came before is not news.
      let after = shown.get(of) ?? first - 1;
      for (let page = await read(instance, `sellerId=${of}&after=${after}&limit=${PAGE}`); page.length > 0;) {
        yield* page;
        after = page.at(-1)!.seq;
        shown.set(of, after);
        page = page.length < PAGE ? [] : await read(instance, `sellerId=${of}&after=${after}&limit=${PAGE}`);
      }
    }
    if (news.size === 0) await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function read(instance: Instance, query: string): Promise<readonly Item[]> {
  const { body } = await instance.ask<{ readonly items: readonly Item[] }>("GET", `/operator/v1/events?${query}`);
  return body?.items ?? [];
}
