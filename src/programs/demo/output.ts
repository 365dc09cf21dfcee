import { coloured } from "../../command-line/colours.ts";
import type { Terminal } from "../../command-line/command.ts";
import { formatMessage, type LocalizedText } from "../../platform/contract/index.ts";
import type { Delivery } from "../scenarios/index.ts";
import type { DemoCall } from "./context.ts";
import { ACTORS, DEMO_STEPS, type DemoStep } from "./steps.ts";

/** Figures at the end of a demo. */
export interface DemoSummary {
  readonly sellerId: number;
  readonly notifications: number;
  readonly elapsedMs: number;
}

/** Prints a demo, for people or for programs. */
export interface DemoOutput {
  start(url: string, sellerId: number): void;
  step(step: DemoStep, call: DemoCall): void;
  notification(delivery: Delivery): void;
  end(summary: DemoSummary): void;
}

const TEXTS = {
  start: {
    "pt-BR": "Uma venda inteira em {url}, com a loja nova {sellerId}\n",
    en: "A whole sale at {url}, with the new seller {sellerId}\n",
  },
  verified: { "pt-BR": "assinatura conferida", en: "signature verified" },
  unverified: { "pt-BR": "ASSINATURA ERRADA", en: "WRONG SIGNATURE" },
  end: {
    "pt-BR": "{steps} passos e {notifications} notificações em {seconds} s",
    en: "{steps} steps and {notifications} notifications in {seconds} s",
  },
  lookAgain: {
    "pt-BR": "Veja de novo: bin/vitrine events tail --seller {sellerId} --last {notifications}",
    en: "Look again: bin/vitrine events tail --seller {sellerId} --last {notifications}",
  },
} as const satisfies Record<string, LocalizedText>;

const requestIdOf = ({ reply }: DemoCall) => reply.headers.get("x-request-id") ?? "-";
const resourceOf = ({ body }: Delivery) => body.parameters.orderNumber ?? body.parameters.sku ?? "";
const INDENT = "   ";

/** Output for people: a sentence per step, its call, and its notification. `options` are the command-line options that name the instance. */
export function createTextOutput({ lang, out }: Terminal, options: string): DemoOutput {
  const print = (line: string) => out.write(`${line}\n`);
  const width = Math.max(...Object.values(ACTORS).map((actor) => actor[lang].length));
  return {
    start: (url, sellerId) => print(formatMessage(TEXTS.start[lang], { url, sellerId })),
    step(step, call) {
      const nth = String(DEMO_STEPS.indexOf(step) + 1).padStart(2);
      const { method, path, reply, params } = call;
      print(`${nth} ${coloured(out, "strong", ACTORS[step.actor][lang].padEnd(width))}  ${formatMessage(step.text[lang], params)}`);
      print(coloured(out, "quiet", `${INDENT}${method} ${path}  ${reply.status}  ${requestIdOf(call)}`));
    },
    notification(delivery) {
      const { body, verified } = delivery;
      const signature = verified ? coloured(out, "good", TEXTS.verified[lang]) : coloured(out, "bad", TEXTS.unverified[lang]);
      print(`${INDENT}← ${body.eventCode} ${resourceOf(delivery)} ${body.status ?? ""}  ${body.id}  ${signature}`);
    },
    end({ sellerId, notifications, elapsedMs }) {
      const params = { steps: DEMO_STEPS.length, notifications, seconds: (elapsedMs / 1_000).toFixed(1), sellerId };
      print(`\n${formatMessage(TEXTS.end[lang], params)}\n${formatMessage(TEXTS.lookAgain[lang], params)}${options}`);
    },
  };
}

/** Output for programs: one JSON object per line. */
export function createJsonOutput({ lang, out }: Terminal): DemoOutput {
  const print = (line: object) => out.write(`${JSON.stringify(line)}\n`);
  return {
    start: (url, sellerId) => print({ kind: "opened", url, sellerId }),
    step({ name, actor, text }, call) {
      const { method, path, reply, params } = call;
      const says = formatMessage(text[lang], params);
      print({ kind: "step", name, who: actor, says, method, path, status: reply.status, requestId: requestIdOf(call) });
    },
    notification: ({ body, verified }) => print({ kind: "notification", notification: body, verified }),
    end: (summary) => print({ kind: "ended", ...summary }),
  };
}
