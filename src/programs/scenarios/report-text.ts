import { displayValue, formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";
import type { Terminal } from "../../command-line/command.ts";
import { coloured } from "../../command-line/colours.ts";
import type { Scenario, Step } from "./format.ts";
import type { Finding } from "./format-validation.ts";
import type { Mismatch } from "./matchers.ts";
import type { StepReport } from "./run-scenario.ts";
import { stepTypeOf } from "./steps/index.ts";

const PART_NAMES: Readonly<Record<StepReport["part"], LocalizedText>> = {
  given: { "pt-BR": "Dado", en: "Given" },
  when: { "pt-BR": "Quando", en: "When" },
  then: { "pt-BR": "Então", en: "Then" },
};
const TEXTS = {
  mismatch: { "pt-BR": "{pointer}: esperado {expected}, veio {received}", en: "{pointer}: expected {expected}, got {received}" },
  wholeDocument: { "pt-BR": "o documento", en: "the document" },
  nothing: { "pt-BR": "nada", en: "nothing" },
  passed: { "pt-BR": "passou", en: "passed" },
  failed: { "pt-BR": "falhou", en: "failed" },
  totals: { "pt-BR": "{count} cenários: {passed} passaram, {failed} falharam", en: "{count} scenarios: {passed} passed, {failed} failed" },
  invalidFile: { "pt-BR": "com erros: veja bin/vitrine scenario check", en: "with errors: see bin/vitrine scenario check" },
  interrupted: { "pt-BR": "interrompido", en: "interrupted" },
  notUndone: { "pt-BR": "não foi desfeito: {reason}", en: "was not undone: {reason}" },
} as const satisfies Record<string, LocalizedText>;

const PASSED = "✓";
const FAILED = "✗";

/** A scenario's name and description. */
export const titleText = ({ name, about }: Scenario, { lang, out }: Terminal): string =>
  `${coloured(out, "strong", name)}: ${about[lang]}\n`;

/** The lines of a step: its sentence, its summary and its mismatches. The first step of a part also has the part's heading. */
export function stepText(
  { part, nth, step, summary, mismatches, refusal = [], failure, elapsedMs }: StepReport,
  { lang, out }: Terminal,
): string {
  const isGood = mismatches.length === 0 && failure === undefined;
  const heading = nth === 1 ? [`  ${PART_NAMES[part][lang]}`] : [];
  const mark = coloured(out, isGood ? "good" : "bad", isGood ? PASSED : FAILED);
  const did = coloured(out, "quiet", `${summary}  ${elapsedMs} ms`);
  const lines = step.say === undefined ? [`    ${mark} ${did}`] : [`    ${mark} ${step.say[lang]}`, `      ${did}`];
  const errors = [...mismatches.map((one) => mismatchText(one, lang)), ...refusal, ...(failure === undefined ? [] : [failure])];
  return [...heading, ...lines, ...errors.map((line) => coloured(out, "bad", `      ${line}`))].map((line) => `${line}\n`).join("");
}

/** The step in progress, on one line of a terminal. `CLEAR_LINE` removes that line. */
export const currentStepText = (step: Step, { lang, out }: Terminal): string =>
  `    … ${step.say?.[lang] ?? stepTypeOf(step).verb}`.slice(0, (out.columns ?? Number.POSITIVE_INFINITY) - 1);

/** Control characters that clear the current line of a terminal. */
export const CLEAR_LINE = "\r\x1b[K";

/** Outcome of a scenario run. */
export type Ending = "passed" | "failed" | "interrupted";

/** The result line of a scenario. */
export function resultText({ ended, elapsedMs }: { readonly ended: Ending; readonly elapsedMs: number }, { lang, out }: Terminal): string {
  const word = coloured(out, ended === "passed" ? "good" : "bad", TEXTS[ended][lang]);
  return `  ${word} (${(elapsedMs / 1_000).toFixed(1)} s)\n`;
}

/** The totals of several scenarios. */
export const totalsText = (passed: number, count: number, lang: Lang): string =>
  `${formatMessage(TEXTS.totals[lang], { count, passed, failed: count - passed })}\n`;

/** The text that `scenario list` shows in place of a description if a file has errors. */
export const invalidFileText = (lang: Lang): string => TEXTS.invalidFile[lang];

/** A finding on one line. */
export const findingText = ({ pointer, message }: Finding): string => `  ${pointer || "/"}: ${message}\n`;

/** A line for a change that the run could not undo. */
export const cleanupErrorText = (reason: string, lang: Lang): string => `  ${formatMessage(TEXTS.notUndone[lang], { reason })}\n`;

const mismatchText = ({ pointer, expected, received }: Mismatch, lang: Lang): string =>
  formatMessage(TEXTS.mismatch[lang], {
    pointer: pointer || TEXTS.wholeDocument[lang],
    expected: displayValue(expected),
    received: received === undefined ? TEXTS.nothing[lang] : displayValue(received),
  });
