import { formatMessage, displayValue, type Lang, type LocalizedText } from "../../platform/contract/errors.ts";
import type { Terminal } from "../command.ts";
import { paint } from "../line/paint.ts";
import type { Scenario, Step } from "./format.ts";
import type { Finding } from "./json-schema.ts";
import type { Mismatch } from "./match.ts";
import type { Played } from "./play.ts";
import { rowOf } from "./read.ts";

const PARTS: Readonly<Record<Played["part"], LocalizedText>> = {
  given: { "pt-BR": "Dado", en: "Given" },
  when: { "pt-BR": "Quando", en: "When" },
  then: { "pt-BR": "Então", en: "Then" },
};
const TEXTS = {
  mismatch: { "pt-BR": "{pointer}: esperado {expected}, veio {received}", en: "{pointer}: expected {expected}, {received} came" },
  whole: { "pt-BR": "o documento", en: "the document" },
  nothing: { "pt-BR": "nada", en: "nothing" },
  passed: { "pt-BR": "passou", en: "passed" },
  failed: { "pt-BR": "falhou", en: "failed" },
  all: { "pt-BR": "{count} cenários: {passed} passaram, {failed} falharam", en: "{count} scenarios: {passed} passed, {failed} failed" },
  unsound: { "pt-BR": "com erros: veja bin/vitrine scenario check", en: "with faults: see bin/vitrine scenario check" },
  interrupted: { "pt-BR": "interrompido", en: "interrupted" },
  left: { "pt-BR": "não foi desfeito: {reason}", en: "was not put right: {reason}" },
} as const satisfies Record<string, LocalizedText>;

const GOOD = "✓";
const BAD = "✗";

/** The name of a scenario and what it shows. */
export const titleText = ({ name, about }: Scenario, { lang, out }: Terminal): string => `${paint(out, "strong", name)}: ${about[lang]}\n`;

/** A step that was played: its part when it is the first of it, what it tells, what it did, and where it was not as expected. */
export function stepText({ part, nth, step, told, mismatches, said = [], trouble, elapsedMs }: Played, { lang, out }: Terminal): string {
  const isGood = mismatches.length === 0 && trouble === undefined;
  const heading = nth === 1 ? [`  ${PARTS[part][lang]}`] : [];
  const mark = paint(out, isGood ? "good" : "bad", isGood ? GOOD : BAD);
  const did = paint(out, "quiet", `${told}  ${elapsedMs} ms`);
  const lines = step.say === undefined ? [`    ${mark} ${did}`] : [`    ${mark} ${step.say[lang]}`, `      ${did}`];
  const wrong = [...mismatches.map((one) => mismatchText(one, lang)), ...said, ...(trouble === undefined ? [] : [trouble])];
  return [...heading, ...lines, ...wrong.map((line) => paint(out, "bad", `      ${line}`))].map((line) => `${line}\n`).join("");
}

/** What is under way, in one line of a terminal; `CLEAR` takes it away again. */
export const waitingText = (step: Step, { lang, out }: Terminal): string =>
  `    … ${step.say?.[lang] ?? rowOf(step).verb}`.slice(0, (out.columns ?? Number.POSITIVE_INFINITY) - 1);

/** Takes back the line that is being written. */
export const CLEAR = "\r\x1b[K";

/** How a scenario may end. */
export type Ended = "passed" | "failed" | "interrupted";

/** How a scenario ended. */
export function endText({ ended, elapsedMs }: { readonly ended: Ended; readonly elapsedMs: number }, { lang, out }: Terminal): string {
  const word = paint(out, ended === "passed" ? "good" : "bad", TEXTS[ended][lang]);
  return `  ${word} (${(elapsedMs / 1_000).toFixed(1)} s)\n`;
}

/** How several ended. */
export const allText = (passed: number, count: number, lang: Lang): string =>
  `${formatMessage(TEXTS.all[lang], { count, passed, failed: count - passed })}\n`;

/** What stands in a list for a file that is no scenario. */
export const unsoundText = (lang: Lang): string => TEXTS.unsound[lang];

/** What is wrong with a file, and where. */
export const findingText = ({ pointer, message }: Finding): string => `  ${pointer || "/"}: ${message}\n`;

/** What a scenario left behind. */
export const leftText = (reason: string, lang: Lang): string => `  ${formatMessage(TEXTS.left[lang], { reason })}\n`;

const mismatchText = ({ pointer, expected, received }: Mismatch, lang: Lang): string =>
  formatMessage(TEXTS.mismatch[lang], {
    pointer: pointer || TEXTS.whole[lang],
    expected: displayValue(expected),
    received: received === undefined ? TEXTS.nothing[lang] : displayValue(received),
  });
