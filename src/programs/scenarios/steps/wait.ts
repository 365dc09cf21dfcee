import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import { defineStep, type CommonFields } from "../step-type.ts";

interface WaitStep extends CommonFields {
  readonly wait: number | string;
}

const WAITED: LocalizedText = { "pt-BR": "{seconds} s de tempo real", en: "{seconds} s of real time" };
const NO_WAIT: LocalizedText = {
  "pt-BR": "wait: {wait} não são segundos de 0 a {most}",
  en: "wait: {wait} is no number of seconds from 0 to {most}",
};
/** The longest wait. A step that asks for more, such as a longer `Retry-After`, fails. */
const MAX_SECONDS = 60;

/** Waits a number of seconds in real time, such as the value of `Retry-After`. */
export const waitStep = defineStep<WaitStep>({
  verb: "wait",
  does: {
    "pt-BR": "Espera tantos segundos de tempo real, no máximo 60: o que Retry-After pediu. Para o resto há within e clock.",
    en: "Waits so many seconds of real time, 60 at most: what Retry-After asked for. For all else there are within and clock.",
  },
  properties: {
    wait: { description: "Segundos: um número, ou ${nome} guardado", "x-description-en": "Seconds: a number, or a kept ${name}" },
  },
  example: { wait: "${retryAfter}" },
  async run({ wait }, { lang, signal }) {
    const seconds = Number(wait);
    if (!(seconds >= 0 && seconds <= MAX_SECONDS)) throw new Error(formatMessage(NO_WAIT[lang], { wait, most: MAX_SECONDS }));
    await sleep(seconds * 1_000, undefined, { signal });
    return { summary: formatMessage(WAITED[lang], { seconds }), document: { seconds } };
  },
});
