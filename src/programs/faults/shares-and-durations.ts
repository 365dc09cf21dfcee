import { UsageError } from "../../command-line/usage-error.ts";
import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";

const TEXTS = {
  share: {
    "pt-BR": "--{name} {received}: envie uma parte como 30% ou 0.3, acima de 0 e até 100%",
    en: "--{name} {received}: give a share like 30% or 0.3, above 0 and up to 100%",
  },
  duration: {
    "pt-BR": "--{name} {received}: envie um tempo como 500ms, 2s ou 1m",
    en: "--{name} {received}: give a time like 500ms, 2s or 1m",
  },
  both: {
    "pt-BR": "--{name} {received}: envie um tempo como 2s, ou tempo e parte como 2s:30%",
    en: "--{name} {received}: give a time like 2s, or a time and a share like 2s:30%",
  },
} as const satisfies Record<string, LocalizedText>;

const usageError = (text: keyof typeof TEXTS, lang: Lang, name: string, received: string) =>
  new UsageError(formatMessage(TEXTS[text][lang], { name, received }));

/** Number of hundredths of a percent in the whole. Shares are rounded to hundredths of a percent. */
const STEPS = 10_000;

/** Parses a share such as `30%` or `0.3` into a number in (0, 1]; throws `UsageError` for any other text. `name` is the option. */
export function parseShare(name: string, received: string, lang: Lang): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(received) ?? [];
  const share = Math.round((Number(number) / (percent === "%" ? 100 : 1)) * STEPS) / STEPS;
  if (!(share > 0 && share <= 1)) throw usageError("share", lang, name, received);
  return share;
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Parses a duration such as `500ms`, `2s` or `1m` into milliseconds; throws `UsageError` for any other text. `name` is the option. */
export function parseDuration(name: string, received: string, lang: Lang): number {
  const [, count, unit] = /^(\d{1,9})(ms|s|m)$/.exec(received) ?? [];
  const ms = Number(count) * UNITS_MS[unit ?? ""]!;
  if (!(ms > 0)) throw usageError("duration", lang, name, received);
  return ms;
}

/** Parses a duration with a share, such as `2s:30%`. The share is 1 if it is omitted. */
export function parseDurationAndShare(name: string, received: string, lang: Lang): { readonly ms: number; readonly share: number } {
  const [duration = "", share = "100%", ...surplus] = received.split(":");
  if (surplus.length > 0) throw usageError("both", lang, name, received);
  return { ms: parseDuration(name, duration, lang), share: parseShare(name, share, lang) };
}

/** A share as a percentage in the format of the language, such as `30%`. */
export const shareText = (share: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 2 }).format(share);

/** A duration as text: in seconds if it is a whole number of seconds (`2s`), otherwise in milliseconds (`500ms`). */
export const durationText = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`);
