import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/errors.ts";
import { UsageFault } from "../arguments.ts";

const TEXTS = {
  share: {
    "pt-BR": "--{name} {received}: envie uma parte como 30% ou 0.3, acima de 0 e até 100%",
    en: "--{name} {received}: give a share like 30% or 0.3, above 0 and up to 100%",
  },
  time: {
    "pt-BR": "--{name} {received}: envie um tempo como 500ms, 2s ou 1m",
    en: "--{name} {received}: give a time like 500ms, 2s or 1m",
  },
  both: {
    "pt-BR": "--{name} {received}: envie um tempo como 2s, ou tempo e parte como 2s:30%",
    en: "--{name} {received}: give a time like 2s, or a time and a share like 2s:30%",
  },
} as const satisfies Record<string, LocalizedText>;

const fault = (text: keyof typeof TEXTS, lang: Lang, name: string, received: string) =>
  new UsageFault(formatMessage(TEXTS[text][lang], { name, received }));

/** Shares have so many steps: hundredths of a percent. */
const STEPS = 10_000;

/** `30%` and `0.3` are 0.3; throws a usage fault for anything that is no share. */
export function shareOf(name: string, received: string, lang: Lang): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(received) ?? [];
  const share = Math.round((Number(number) / (percent === "%" ? 100 : 1)) * STEPS) / STEPS;
  if (!(share > 0 && share <= 1)) throw fault("share", lang, name, received);
  return share;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Milliseconds of `500ms`, `2s`, `1m`; throws a usage fault for anything that is no time. */
export function millisecondsOf(name: string, received: string, lang: Lang): number {
  const [, count, unit] = /^(\d{1,9})(ms|s|m)$/.exec(received) ?? [];
  const ms = Number(count) * UNITS[unit ?? ""]!;
  if (!(ms > 0)) throw fault("time", lang, name, received);
  return ms;
}

/** `2s`, or `2s:30%` of all; without a share it is all of them. */
export function timeAndShare(name: string, received: string, lang: Lang): { readonly ms: number; readonly share: number } {
  const [time = "", share = "100%", ...more] = received.split(":");
  if (more.length > 0) throw fault("both", lang, name, received);
  return { ms: millisecondsOf(name, time, lang), share: shareOf(name, share, lang) };
}

/** `30 %`, for people. */
export const shownShare = (share: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 2 }).format(share);

/** `2s`, `500ms`, for people. */
export const shownTime = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`);
