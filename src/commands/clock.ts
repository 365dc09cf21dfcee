import { setTimeout as delay } from "node:timers/promises";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import type { Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { findInstance, type Instance } from "./instance.ts";
import { unknownName } from "./line/parse.ts";
import { columns } from "./table.ts";

const CLOCK = "/operator/v1/clock";
/** A move ends within half a minute. */
const LOOK_MS = 250;
const MOST_LOOKS = 240;

/** What can be asked of the clock by name; anything else says how far it moves, or until when. */
const WORDS = {
  show: { method: "GET", path: CLOCK },
  freeze: { method: "PUT", path: CLOCK, body: { frozen: true } },
  unfreeze: { method: "PUT", path: CLOCK, body: { frozen: false } },
  reset: { method: "DELETE", path: CLOCK },
} as const;
type Asked = { readonly method: string; readonly path: string; readonly body?: object };

/** `clock +3d`, `clock show`: the sandbox's time (decisions 8). */
export const clock: Command = {
  name: "clock",
  does: {
    "pt-BR": "Mostra, adianta, para ou volta o relógio do sandbox; o que vence no caminho acontece.",
    en: "Shows, moves, stops or resets the sandbox's clock; what is due on the way happens.",
  },
  words: [
    {
      name: "MOVE",
      optional: true,
      suggests: [...Object.keys(WORDS), "+1h", "+1d", "+3d"],
      meaning: {
        "pt-BR": "quanto adiantar (+3d, +90m, +2h30m), até quando (2026-12-01T09:00), ou show, freeze, unfreeze, reset; sem nada, show",
        en: "how far (+3d, +90m, +2h30m), until when (2026-12-01T09:00), or show, freeze, unfreeze, reset; show when left out",
      },
    },
  ],
  options: INSTANCE_OPTIONS,
  json: { as: "object", fields: ["now", "realNow", "aheadMs", "frozen", "movingTo?", "next?", "moved?", "links"] },
  examples: [
    { line: "clock", does: { "pt-BR": "Que horas são, e o que acontece a seguir.", en: "What time it is, and what happens next." } },
    {
      line: "clock +3d",
      does: { "pt-BR": "Três dias adiante, com tudo o que vence neles.", en: "Three days on, with all that is due in them." },
    },
    { line: "clock reset", does: { "pt-BR": "De volta ao tempo real.", en: "Back to real time." } },
  ],
  run: ask,
};

interface Shown {
  readonly now: string;
  readonly realNow: string;
  readonly aheadMs: number;
  readonly frozen: boolean;
  readonly movingTo?: string;
  readonly next?: { readonly work: string; readonly dueAt: string };
  readonly moved?: { readonly finished: boolean; readonly done: readonly { readonly work: string; readonly count: number }[] };
}

async function ask(args: Arguments, { lang, out }: Terminal): Promise<number> {
  const { method, path, body } = askedOf(args.words[0] ?? "show", lang);
  const instance = findInstance(args, lang);
  const { body: answered } = await instance.ask<Shown>(method, path, body);
  const shown = await arrived(instance, answered!);
  out.write(wantsJson(args) ? `${JSON.stringify(shown)}\n` : columns(rows(shown, method === "POST", lang)));
  return 0;
}

/** A move that takes longer than an answer may goes on; this is the clock when it has arrived. */
async function arrived(instance: Instance, answered: Shown): Promise<Shown> {
  let shown = answered;
  for (let look = 0; shown.movingTo !== undefined && look < MOST_LOOKS; look += 1) {
    await delay(LOOK_MS);
    shown = (await instance.ask<Shown>("GET", CLOCK)).body!;
  }
  return shown;
}

function askedOf(word: string, lang: Lang): Asked {
  if (Object.hasOwn(WORDS, word)) return WORDS[word as keyof typeof WORDS];
  // A length and an instant have digits, whatever else is wrong with them; the marketplace says that.
  if (!/\d/.test(word)) throw unknownName("MOVE", word, [...Object.keys(WORDS), "+3d", "+2h30m"], lang);
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

/** What the marketplace calls the works that its clock stops for, in words for people. */
const WORK_TEXTS: Readonly<Record<string, LocalizedText>> = {
  "reference data": { "pt-BR": "mudança de dados de referência", en: "change of reference data" },
  validation: { "pt-BR": "validação de famílias", en: "validation of families" },
  images: { "pt-BR": "busca de imagens", en: "fetching of images" },
  "outdated families": {
    "pt-BR": "nova validação de famílias, por regras que mudaram",
    en: "another validation of families, by rules that changed",
  },
  "due orders": { "pt-BR": "passo de pedido", en: "step of an order" },
  "customers to forget": { "pt-BR": "esquecimento de cliente", en: "forgetting of a customer" },
  simulators: { "pt-BR": "plano dos simuladores", en: "plan of the simulators" },
  "simulated acts": { "pt-BR": "ato simulado", en: "simulated act" },
};

/** A work in words for people; one that another version has, as it calls it. */
export const workText = (work: string, lang: Lang): string => WORK_TEXTS[work]?.[lang] ?? work;

function rows({ now, realNow, frozen, movingTo, next, moved }: Shown, hasMoved: boolean, lang: Lang): string[][] {
  const standing =
    movingTo === undefined
      ? frozen
        ? formatMessage(TEXTS.frozen[lang], { now })
        : now
      : formatMessage(TEXTS.moving[lang], { now, movingTo });
  return [
    [TEXTS.now[lang], standing],
    [TEXTS.real[lang], realNow],
    ...(hasMoved && moved ? moved.done : []).map(({ work, count }) => [TEXTS.done[lang], `${count} × ${workText(work, lang)}`]),
    ...(next === undefined ? [] : [[TEXTS.next[lang], `${next.dueAt} ${workText(next.work, lang)}`]]),
  ];
}
