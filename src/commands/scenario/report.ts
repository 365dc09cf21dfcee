import { fill, shown, type Lang, type Texts } from "../../platform/errors.ts";
import type { Terminal } from "../command.ts";
import { paint } from "../line/paint.ts";
import type { Scenario } from "./format.ts";
import type { Finding } from "./json-schema.ts";
import type { Mismatch } from "./match.ts";
import type { Played } from "./play.ts";

const PARTS: Readonly<Record<Played["part"], Texts>> = {
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
  left: { "pt-BR": "não foi desfeito: {reason}", en: "was not put right: {reason}" },
} as const satisfies Record<string, Texts>;

const GOOD = "✓";
const BAD = "✗";

/** The name of a scenario and what it shows. */
export const titleText = ({ name, about }: Scenario, { lang, out }: Terminal): string => `${paint(out, "strong", name)}: ${about[lang]}\n`;

/** A step that was played: its part when it is the first of it, what it tells, what it did, and where it was not as expected. */
export function stepText({ part, nth, step, told, mismatches, trouble, elapsedMs }: Played, { lang, out }: Terminal): string {
  const isGood = mismatches.length === 0 && trouble === undefined;
  const heading = nth === 1 ? [`  ${PARTS[part][lang]}`] : [];
  const mark = paint(out, isGood ? "good" : "bad", isGood ? GOOD : BAD);
  const did = paint(out, "quiet", `${told}  ${elapsedMs} ms`);
  const lines = step.say === undefined ? [`    ${mark} ${did}`] : [`    ${mark} ${step.say[lang]}`, `      ${did}`];
  const wrong = [...mismatches.map((one) => mismatchText(one, lang)), ...(trouble === undefined ? [] : [trouble])];
  return [...heading, ...lines, ...wrong.map((line) => paint(out, "bad", `      ${line}`))].map((line) => `${line}\n`).join("");
}

/** How a scenario ended. */
export function endText({ passed, elapsedMs }: { readonly passed: boolean; readonly elapsedMs: number }, { lang, out }: Terminal): string {
  const word = passed ? paint(out, "good", TEXTS.passed[lang]) : paint(out, "bad", TEXTS.failed[lang]);
  return `  ${word} (${(elapsedMs / 1_000).toFixed(1)} s)\n`;
}

/** What is wrong with a file, and where. */
export const findingText = ({ pointer, message }: Finding): string => `  ${pointer || "/"}: ${message}\n`;

/** What a scenario left behind. */
export const leftText = (reason: string, lang: Lang): string => `  ${fill(TEXTS.left[lang], { reason })}\n`;

const mismatchText = ({ pointer, expected, received }: Mismatch, lang: Lang): string =>
  fill(TEXTS.mismatch[lang], {
    pointer: pointer || TEXTS.whole[lang],
    expected: shown(expected),
    received: received === undefined ? TEXTS.nothing[lang] : shown(received),
  });
