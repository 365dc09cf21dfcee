import { formatMessage, type LocalizedText } from "../../platform/contract/errors.ts";
import type { Terminal } from "../command.ts";
import { paint } from "../line/paint.ts";
import type { Delivery } from "../scenario/inbox.ts";
import type { Told } from "./plot.ts";
import { ACTORS, STORY, type Chapter } from "./story.ts";

/** What there is to say when the story is over. */
export interface Ending {
  readonly sellerId: number;
  readonly notifications: number;
  readonly elapsedMs: number;
}

/** Who tells the story, to people or to programs. */
export interface Voice {
  opened(url: string, sellerId: number): void;
  chapter(chapter: Chapter, told: Told): void;
  heard(delivery: Delivery): void;
  ended(ending: Ending): void;
}

const TEXTS = {
  opened: {
    "pt-BR": "Uma venda inteira em {url}, com a loja nova {sellerId}\n",
    en: "A whole sale at {url}, with the new seller {sellerId}\n",
  },
  verified: { "pt-BR": "assinatura conferida", en: "signature verified" },
  unverified: { "pt-BR": "ASSINATURA ERRADA", en: "WRONG SIGNATURE" },
  ended: {
    "pt-BR": "{chapters} passos e {notifications} notificações em {seconds} s",
    en: "{chapters} steps and {notifications} notifications in {seconds} s",
  },
  look: {
    "pt-BR": "Veja de novo: bin/vitrine events tail --seller {sellerId} --last {notifications}",
    en: "Look again: bin/vitrine events tail --seller {sellerId} --last {notifications}",
  },
} as const satisfies Record<string, LocalizedText>;

const requestIdOf = ({ reply }: Told) => reply.headers.get("x-request-id") ?? "-";
const resourceOf = ({ body }: Delivery) => body.parameters.orderNumber ?? body.parameters.sku ?? "";
const INDENT = "   ";

/** Tells people: a sentence per step, the call below it, and what is notified, as it arrives. `options` lead other commands here. */
export function readerVoice({ lang, out }: Terminal, options: string): Voice {
  const say = (line: string) => out.write(`${line}\n`);
  const width = Math.max(...Object.values(ACTORS).map((actor) => actor[lang].length));
  return {
    opened: (url, sellerId) => say(formatMessage(TEXTS.opened[lang], { url, sellerId })),
    chapter(chapter, told) {
      const nth = String(STORY.indexOf(chapter) + 1).padStart(2);
      const { method, path, reply, facts } = told;
      say(`${nth} ${paint(out, "strong", ACTORS[chapter.who][lang].padEnd(width))}  ${formatMessage(chapter.says[lang], facts)}`);
      say(paint(out, "quiet", `${INDENT}${method} ${path}  ${reply.status}  ${requestIdOf(told)}`));
    },
    heard(delivery) {
      const { body, verified } = delivery;
      const mark = verified ? paint(out, "good", TEXTS.verified[lang]) : paint(out, "bad", TEXTS.unverified[lang]);
      say(`${INDENT}← ${body.eventCode} ${resourceOf(delivery)} ${body.status ?? ""}  ${body.id}  ${mark}`);
    },
    ended({ sellerId, notifications, elapsedMs }) {
      const facts = { chapters: STORY.length, notifications, seconds: (elapsedMs / 1_000).toFixed(1), sellerId };
      say(`\n${formatMessage(TEXTS.ended[lang], facts)}\n${formatMessage(TEXTS.look[lang], facts)}${options}`);
    },
  };
}

/** Tells programs: one object per line. */
export function programVoice({ lang, out }: Terminal): Voice {
  const say = (line: object) => out.write(`${JSON.stringify(line)}\n`);
  return {
    opened: (url, sellerId) => say({ kind: "opened", url, sellerId }),
    chapter(chapter, told) {
      const { name, who, says } = chapter;
      const { method, path, reply, facts } = told;
      const status = reply.status;
      say({ kind: "step", name, who, says: formatMessage(says[lang], facts), method, path, status, requestId: requestIdOf(told) });
    },
    heard: ({ body, verified }) => say({ kind: "notification", notification: body, verified }),
    ended: (ending) => say({ kind: "ended", ...ending }),
  };
}
