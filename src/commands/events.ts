import { setTimeout as sleep } from "node:timers/promises";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { findInstance, type Instance } from "../command-line/instance.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import { MAX_INT32, integerOption } from "../command-line/option-values.ts";

/** Default number of past events to show first. */
const DEFAULT_LAST = 10;
const PAGE_SIZE = 100;
const POLL_INTERVAL_MS = 500;

/** The fields of an event. Only operators see the last two. */
const FIELDS = [
  ..."id seq prevSeq sellerId name eventCode eventAction eventMessage eventDate parameters status? resourceVersion expands".split(" "),
  ..."links by cause changes requestId? resource actor".split(" "),
];

/** `events tail`: shows the last events, then new ones as they happen (decisions 8). */
export const events: Command = {
  name: "events",
  does: { "pt-BR": "Mostra o que acontece no marketplace.", en: "Shows what happens in the marketplace." },
  actions: [
    {
      name: "tail",
      does: {
        "pt-BR": "Mostra os últimos eventos de um lojista, ou de todos, e depois os novos. Ctrl-C encerra.",
        en: "Shows the last events of one seller, or of all, then new ones as they happen. Ctrl-C ends it.",
      },
      options: [
        { name: "seller", value: "ID", meaning: { "pt-BR": "só eventos deste lojista", en: "only this seller's events" } },
        {
          name: "last",
          value: String(DEFAULT_LAST),
          meaning: { "pt-BR": "quantos eventos passados mostrar", en: "how many past events to show" },
        },
        { name: "count", value: "N", meaning: { "pt-BR": "encerra depois de tantos eventos", en: "ends after so many events" } },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "lines", fields: FIELDS },
      exits: { done: { "pt-BR": "também com Ctrl-C", en: "also with Ctrl-C" } },
      examples: [
        { line: "events tail", does: { "pt-BR": "Acompanha todos os lojistas.", en: "Follows every seller." } },
        {
          line: "events tail --seller 1001 --last 0 --count 1 --json",
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

async function tail(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const sellerId = integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: undefined }, lang);
  const last = integerOption(args, "last", { min: 0, max: PAGE_SIZE, fallback: DEFAULT_LAST }, lang);
  let left = integerOption(args, "count", { min: 1, max: MAX_INT32, fallback: Number.POSITIVE_INFINITY }, lang);
  const format = wantsJson(args) ? (item: Item) => `${JSON.stringify(item)}\n` : eventText;
  const { signal, release } = interruptSignal();
  try {
    for await (const item of followEvents(findInstance(args, lang), { sellerId, last, signal })) {
      out.write(format(item));
      left -= 1;
      if (left === 0) break;
    }
  } finally {
    release();
  }
  return 0;
}

const eventText = ({ eventDate, sellerId, seq, resource, status, eventMessage }: Item): string =>
  `${eventDate}  ${sellerId}/${seq}  ${resource}  ${status === undefined ? "" : `${status}  `}${eventMessage}\n`;

/** The events to follow: those of one seller, or of all if `sellerId` is undefined. `last` is the number of past events to show first. */
interface FollowOptions {
  readonly sellerId: number | undefined;
  readonly last: number;
  readonly signal: AbortSignal;
}

/**
 * Yields the last events, oldest first, then new events until interrupted. Each poll reads the newest events to find the sellers that
 * have new events. Then it reads all events of each of these sellers after the last shown one, so that none is skipped.
 */
async function* followEvents(instance: Instance, { sellerId, last, signal }: FollowOptions): AsyncGenerator<Item> {
  const newest = `limit=${PAGE_SIZE}${sellerId === undefined ? "" : `&sellerId=${sellerId}`}`;
  const shown = new Map<number, number>(sellerId === undefined ? [] : [[sellerId, 0]]);
  const past = (await readEvents(instance, newest)).toReversed();
  for (const item of past) shown.set(item.sellerId, Math.max(item.seq, shown.get(item.sellerId) ?? 0));
  yield* past.slice(past.length - Math.min(last, past.length));
  while (!signal.aborted) {
    const news = firstUnseen(await readEvents(instance, newest), shown);
    for (const [seller, first] of news) {
      // If no event of the seller has been shown, start with its first new event.
      for await (const item of readFrom(instance, seller, shown.get(seller) ?? first - 1)) {
        shown.set(seller, item.seq);
        yield item;
      }
    }
    if (news.size === 0) await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The lowest `seq` of each seller that is among the newest events and not yet shown. `shown` contains the last shown `seq` by seller. */
function firstUnseen(items: readonly Item[], shown: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  for (const { sellerId, seq } of items) {
    if (seq > (shown.get(sellerId) ?? 0)) first.set(sellerId, Math.min(seq, first.get(sellerId) ?? seq));
  }
  return first;
}

/** Yields all events of a seller after a `seq`. */
async function* readFrom(instance: Instance, sellerId: number, after: number): AsyncGenerator<Item> {
  let position = after;
  for (;;) {
    const page = await readEvents(instance, `sellerId=${sellerId}&after=${position}&limit=${PAGE_SIZE}`);
    yield* page;
    if (page.length < PAGE_SIZE) return;
    position = page.at(-1)!.seq;
  }
}

async function readEvents(instance: Instance, query: string): Promise<readonly Item[]> {
  const { body } = await instance.request<{ readonly items: readonly Item[] }>("GET", `/operator/v1/events?${query}`);
  return body?.items ?? [];
}
