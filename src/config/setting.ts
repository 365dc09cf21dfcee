import type { Environment, LocalizedText } from "../platform/contract/index.ts";
import { splitServerUrls } from "../platform/database/index.ts";

/** A setting as a row: where it is set, how it is parsed, and its default. */
export interface Setting<T> {
  readonly environmentVariable: string;
  /** The `--flag` of bin/start that also sets it. */
  readonly flag?: string;
  /** The default. It may depend on the environment served. */
  readonly fallback: (environment: Environment) => T;
  readonly read: (text: string) => T | undefined;
  readonly expects: LocalizedText;
  readonly meaning: string;
  /** Set for secrets, which are printed only as `(set)`. */
  readonly secret?: boolean;
  /** Reason why the server needs a value; undefined when the default suffices. */
  readonly need?: (served: ServedEnvironment) => LocalizedText | undefined;
}

/** Facts that decide whether a setting is needed. */
export interface ServedEnvironment {
  readonly environment: Environment;
  /** Empty for the embedded PostgreSQL. */
  readonly databaseUrl: string;
}

/** Accepts any text. */
export const parseText = (value: string): string | undefined => value;
const whole =
  (minimum: number, maximum: number) =>
  (value: string): number | undefined => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  };
/** Parses a URL with one of these schemes, without `?` and `#`. */
export const parseUrl =
  (...schemes: readonly string[]) =>
  (value: string): string | undefined =>
    schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? "") && /^\w+:\/\/[^?#\s]+$/.test(value) ? value : undefined;
/** Parses the URL of a database. It names one or several servers, or the folder of a socket as `@/name?host=`. */
export const parseDatabaseUrl = (value: string): string | undefined => (splitServerUrls(value) === undefined ? undefined : value);
/** Parses an address to listen on: a name, an IPv4 or an IPv6 address, without a port. */
export const parseListenAddress = (value: string): string | undefined =>
  /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*(%\w+)?)$/i.test(value) ? value : undefined;
/** Parses one of these values. */
export const parseOneOf =
  <const Word extends string>(...words: readonly Word[]) =>
  (value: string): Word | undefined =>
    words.find((one) => one === value);
/** Parses texts separated by commas. */
export const parseList = (value: string): readonly string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
/** Parses whole numbers separated by commas, at least one. */
export const parseIntegers =
  (minimum: number, maximum: number) =>
  (value: string): readonly number[] | undefined => {
    const read = parseList(value).map(whole(minimum, maximum));
    return read.includes(undefined) || read.length === 0 ? undefined : (read as number[]);
  };

/** Parses `true` or `false`. */
export const parseBoolean = (value: string): boolean | undefined => (value === "true" || value === "false" ? value === "true" : undefined);

/** The expected format of `parseBoolean`. */
export const TRUE_OR_FALSE: LocalizedText = { "pt-BR": "true ou false", en: "true or false" };

/** The expected format of `parseIntegers` for a list of delays. */
export const WHOLE_SECONDS: LocalizedText = {
  "pt-BR": "números inteiros de segundos, separados por vírgula",
  en: "whole numbers of seconds, comma separated",
};

/** A day in seconds. */
export const DAY_SECONDS = 24 * 3600;

/** A setting that is a whole number within limits. */
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
