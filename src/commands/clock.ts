import { setTimeout as delay } from "node:timers/promises";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { findInstance, type Instance } from "../command-line/instance.ts";
import { unknownName } from "../command-line/unknown-name.ts";
import { alignColumns } from "../command-line/columns.ts";

const CLOCK = "/operator/v1/clock";
/** Interval for polling a long move. A move takes at most half a minute. Polling ends after a minute. */
const POLL_INTERVAL_MS = 250;
const MAX_POLLS = 240;

/** The request for each of these words on the command line. Any other word is a duration to move by or an instant to move to. */
const NAMED_REQUESTS = {
  show: { method: "GET", path: CLOCK },
  freeze: { method: "PUT", path: CLOCK, body: { frozen: true } },
  unfreeze: { method: "PUT", path: CLOCK, body: { frozen: false } },
  reset: { method: "DELETE", path: CLOCK },
} as const;
type ClockRequest = { readonly method: string; readonly path: string; readonly body?: object };

/** `clock +3d`, `clock show`: moves or shows the sandbox's clock (decisions 8). */
export const clock: Command = {
  name: "clock",
  does: {
    "pt-BR": "Mostra, adianta, para ou zera o relógio do sandbox. O que vence no caminho acontece.",
    en: "Shows, moves, stops or resets the sandbox's clock. What is due on the way happens.",
  },
  positionals: [
    {
      name: "MOVE",
      optional: true,
      suggests: [...Object.keys(NAMED_REQUESTS), "+1h", "+1d", "+3d"],
      meaning: {
        "pt-BR": "quanto adiantar (+3d, +90m, +2h30m), até quando (2026-12-01T09:00), ou show, freeze, unfreeze, reset (padrão: show)",
        en: "how far (+3d, +90m, +2h30m), until when (2026-12-01T09:00), or show, freeze, unfreeze, reset (default: show)",
      },
    },
  ],
  options: INSTANCE_OPTIONS,
  json: { as: "object", fields: ["now", "realNow", "aheadMs", "frozen", "movingTo?", "next?", "moved?", "links"] },
  examples: [
    { line: "clock", does: { "pt-BR": "Que horas são, e o que acontece a seguir.", en: "What time it is, and what happens next." } },
    {
      line: "clock +3d",
      does: { "pt-BR": "Três dias adiante, com tudo o que vence no caminho.", en: "Three days ahead, with everything due on the way." },
    },
    { line: "clock reset", does: { "pt-BR": "De volta ao tempo real.", en: "Back to real time." } },
  ],
  run,
};

interface ClockState {
  readonly now: string;
  readonly realNow: string;
  readonly aheadMs: number;
  readonly frozen: boolean;
  readonly movingTo?: string;
  readonly next?: { readonly work: string; readonly dueAt: string };
  readonly moved?: { readonly finished: boolean; readonly done: readonly { readonly work: string; readonly count: number }[] };
}

async function run(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const { method, path, body } = requestOf(args.positionals[0] ?? "show", lang);
  const instance = findInstance(args, lang);
  const { body: answer } = await instance.request<ClockState>(method, path, body);
  const state = await awaitMove(instance, answer!);
  out.write(wantsJson(args) ? `${JSON.stringify(state)}\n` : alignColumns(rows(state, method === "POST", lang)));
  return 0;
}

/** Polls until the move is complete, at most `MAX_POLLS` times. Returns the clock's state. A long move continues after the call is answered. */
async function awaitMove(instance: Instance, first: ClockState): Promise<ClockState> {
  let state = first;
  for (let poll = 0; state.movingTo !== undefined && poll < MAX_POLLS; poll += 1) {
    await delay(POLL_INTERVAL_MS);
    state = (await instance.request<ClockState>("GET", CLOCK)).body!;
  }
  return state;
}

function requestOf(word: string, lang: Lang): ClockRequest {
  if (Object.hasOwn(NAMED_REQUESTS, word)) return NAMED_REQUESTS[word as keyof typeof NAMED_REQUESTS];
  // Durations and instants contain digits. The marketplace checks their format.
  if (!/\d/.test(word)) throw unknownName("MOVE", word, [...Object.keys(NAMED_REQUESTS), "+3d", "+2h30m"], lang);
  const isInstant = /^\d{4}-/.test(word);
  return { method: "POST", path: `${CLOCK}/moves`, body: isInstant ? { to: word } : { by: word } };
}

const TEXTS = {
  now: { "pt-BR": "marketplace", en: "marketplace" },
  real: { "pt-BR": "tempo real", en: "real time" },
  next: { "pt-BR": "a seguir", en: "next" },
  done: { "pt-BR": "aconteceu", en: "happened" },
  frozen: { "pt-BR": "{now} (parado)", en: "{now} (frozen)" },
  moving: { "pt-BR": "{now} (a caminho de {movingTo})", en: "{now} (on its way to {movingTo})" },
} as const;

/** Texts for the kinds of work that became due during a move. The keys are the marketplace's names. */
const WORK_TEXTS: Readonly<Record<string, LocalizedText>> = {
  "reference data": { "pt-BR": "mudança de dados de referência", en: "reference data change" },
  validation: { "pt-BR": "validação de famílias", en: "family validation" },
  images: { "pt-BR": "download de imagens", en: "image download" },
  changes: { "pt-BR": "conferência de pedidos de mudança", en: "check of change requests" },
  "review rules": { "pt-BR": "regras de aprovação comparadas com a fila", en: "approval rules compared with the queue" },
  "change warnings": {
    "pt-BR": "avisos de mudanças",
    en: "warnings of change",
  },
  "outdated families": {
    "pt-BR": "nova validação de famílias depois de uma mudança de regras",
    en: "revalidation of families after a change of rules",
  },
  "due orders": { "pt-BR": "passo de pedido", en: "order step" },
  "customers to forget": { "pt-BR": "apagamento de dados de cliente", en: "erasure of a customer" },
  bulk: { "pt-BR": "linhas de lotes", en: "rows of bulk jobs" },
  "bulk jobs to forget": { "pt-BR": "apagamento de lotes antigos", en: "erasure of old bulk jobs" },
  simulators: { "pt-BR": "plano dos simuladores", en: "simulators' plan" },
  "simulated acts": { "pt-BR": "ato simulado", en: "simulated act" },
};

/** The text for a kind of due work. A newer marketplace may report an unknown kind, which is shown by its name. */
export const workText = (work: string, lang: Lang): string => WORK_TEXTS[work]?.[lang] ?? work;

function rows({ now, realNow, frozen, movingTo, next, moved }: ClockState, hasMoved: boolean, lang: Lang): string[][] {
  const current =
    movingTo === undefined
      ? frozen
        ? formatMessage(TEXTS.frozen[lang], { now })
        : now
      : formatMessage(TEXTS.moving[lang], { now, movingTo });
  return [
    [TEXTS.now[lang], current],
    [TEXTS.real[lang], realNow],
    ...(hasMoved && moved ? moved.done : []).map(({ work, count }) => [TEXTS.done[lang], `${count} × ${workText(work, lang)}`]),
    ...(next === undefined ? [] : [[TEXTS.next[lang], `${next.dueAt} ${workText(next.work, lang)}`]]),
  ];
}
