import type { Environment, LocalizedText } from "../platform/contract/index.ts";
import { splitServerUrls } from "../platform/database/index.ts";

/** A setting as a row: where it is given, how it is read, and what it is without being given. */
export interface Setting<T> {
  readonly environmentVariable: string;
  /** `--flag` of bin/start that sets it too. */
  readonly flag?: string;
  /** What it is without being set; may depend on the environment served. */
  readonly fallback: (environment: Environment) => T;
  readonly read: (text: string) => T | undefined;
  readonly expects: LocalizedText;
  readonly meaning: string;
  /** Printed as `(set)` only. */
  readonly secret?: boolean;
  /** Why serving needs it to be set; undefined where its fallback will do. */
  readonly need?: (served: ServedEnvironment) => LocalizedText | undefined;
}

/** What the need for a setting depends on. */
export interface ServedEnvironment {
  readonly environment: Environment;
  /** Empty for the embedded PostgreSQL. */
  readonly databaseUrl: string;
}

/** Any text. */
export const parseText = (value: string): string | undefined => value;
const whole =
  (minimum: number, maximum: number) =>
  (value: string): number | undefined => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  };
/** A URL of one of these schemes, without `?` and `#`. */
export const parseUrl =
  (...schemes: readonly string[]) =>
  (value: string): string | undefined =>
    schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? "") && /^\w+:\/\/[^?#\s]+$/.test(value) ? value : undefined;
/** The URL of a database: its server or several, or the folder of its socket as `@/name?host=`. */
export const parseDatabaseUrl = (value: string): string | undefined => (splitServerUrls(value) === undefined ? undefined : value);
/** What a server may listen on: a name or an IPv4 address, or an IPv6 one; without a port. */
export const parseListenAddress = (value: string): string | undefined =>
  /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*(%\w+)?)$/i.test(value) ? value : undefined;
/** One of these words. */
export const parseOneOf =
  <const Word extends string>(...words: readonly Word[]) =>
  (value: string): Word | undefined =>
    words.find((one) => one === value);
/** Texts between commas. */
export const parseList = (value: string): readonly string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
/** Whole numbers between commas, one at least. */
export const parseIntegers =
  (minimum: number, maximum: number) =>
  (value: string): readonly number[] | undefined => {
    const read = parseList(value).map(whole(minimum, maximum));
    return read.includes(undefined) || read.length === 0 ? undefined : (read as number[]);
  };

/** `true` or `false`. */
export const parseBoolean = (value: string): boolean | undefined => (value === "true" || value === "false" ? value === "true" : undefined);

/** What `yesOrNo` reads. */
export const TRUE_OR_FALSE: LocalizedText = { "pt-BR": "true ou false", en: "true or false" };

/** What `wholes` reads where they are waits. */
export const WHOLE_SECONDS: LocalizedText = {
  "pt-BR": "números inteiros de segundos, separados por vírgula",
  en: "whole numbers of seconds, comma separated",
};

/** Seconds of a day. */
export const DAY_SECONDS = 24 * 3600;

/** The setting of a whole number within bounds. */
export const integerSetting = (
  environmentVariable: string,
  [minimum, maximum]: readonly [number, number],
  fallback: Setting<number>["fallback"],
  meaning: string,
  flag?: string,
): Setting<number> => ({
  environmentVariable,
  ...(flag === undefined ? {} : { flag }),
  fallback,
  read: whole(minimum, maximum),
  expects: { "pt-BR": `um número inteiro de ${minimum} a ${maximum}`, en: `a whole number from ${minimum} to ${maximum}` },
  meaning,
});
