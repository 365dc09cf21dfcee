import type { Environment } from "./platform/contract.ts";
import type { LogLevel } from "./platform/log.ts";

/** Every setting of Vitrine as a row; the only reader of the process's environment. `bin/vitrine config` prints them. */
interface Setting<T> {
  readonly environmentVariable: string;
  /** `--flag` of bin/start that sets it too. */
  readonly flag?: string;
  /** What it is without being set; may depend on the environment served. */
  readonly fallback: (environment: Environment) => T;
  readonly read: (text: string) => T | undefined;
  readonly expects: string;
  readonly meaning: string;
  /** Printed as `(set)` only. */
  readonly secret?: boolean;
}

const text = (value: string): string | undefined => value;
const whole =
  (minimum: number, maximum: number) =>
  (value: string): number | undefined => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  };
const word =
  <const Word extends string>(...words: readonly Word[]) =>
  (value: string): Word | undefined =>
    words.find((one) => one === value);
const list = (value: string): readonly string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
const wholes =
  (minimum: number, maximum: number) =>
  (value: string): readonly number[] | undefined => {
    const read = list(value).map(whole(minimum, maximum));
    return read.includes(undefined) || read.length === 0 ? undefined : (read as number[]);
  };

const DAY_SECONDS = 24 * 3600;

const number = (
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
  expects: `a whole number from ${minimum} to ${maximum}`,
  meaning,
});

/** Every setting, in the order they are printed. */
export const SETTINGS = {
  environment: {
    environmentVariable: "ENVIRONMENT",
    flag: "env",
    fallback: () => "sandbox",
    read: word("sandbox", "production"),
    expects: "sandbox or production",
    meaning: "Which environment this process serves. Each has a database of its own.",
  } satisfies Setting<Environment> as Setting<Environment>,
  port: number("PORT", [0, 65_535], () => 8080, "TCP port to listen on; 0 takes a free one.", "port"),
  host: {
    environmentVariable: "HOST",
    flag: "host",
    fallback: (environment) => (environment === "sandbox" ? "127.0.0.1" : "0.0.0.0"),
    read: text,
    expects: "an address",
    meaning: "Address to listen on.",
  } as Setting<string>,
  dataDir: {
    environmentVariable: "DATA_DIR",
    flag: "data",
    fallback: () => ".vitrine",
    read: text,
    expects: "a folder",
    meaning: "Folder of the embedded PostgreSQL and of the instance file that the command line reads.",
  } as Setting<string>,
  databaseUrl: {
    environmentVariable: "DATABASE_URL",
    flag: "database-url",
    fallback: () => "",
    read: text,
    expects: "a postgres:// URL",
    meaning: "A PostgreSQL server (15 or later) to use instead of the embedded one.",
    secret: true,
  } as Setting<string>,
  role: {
    environmentVariable: "ROLE",
    flag: "role",
    fallback: () => ["api", "worker"],
    read: (value) => (list(value).every((one) => one === "api" || one === "worker") ? list(value) : undefined),
    expects: "api, worker or both, comma separated",
    meaning: "What this process does: answer the API, carry out due work.",
  } as Setting<readonly string[]>,
  publicUrl: {
    environmentVariable: "PUBLIC_URL",
    fallback: () => "",
    read: text,
    expects: "a base URL",
    meaning: "Base URL in documents and printed addresses; empty = the address listened on.",
  } as Setting<string>,
  logLevel: {
    environmentVariable: "LOG_LEVEL",
    fallback: () => "warn",
    read: word("silent", "error", "warn", "info", "debug"),
    expects: "silent, error, warn, info or debug",
    meaning: "Least severe log line to write; info writes one line per request.",
  } as Setting<LogLevel>,
  outboundHostsAllowed: {
    environmentVariable: "OUTBOUND_HOSTS_ALLOWED",
    fallback: () => [],
    read: list,
    expects: "hosts, host:port or CIDRs, comma separated",
    meaning: "Exempt from the guard against private addresses. The sandbox always allows its own image host for images.",
  } as Setting<readonly string[]>,
  familySettleSeconds: number(
    "FAMILY_SETTLE_SECONDS",
    [0, 30 * DAY_SECONDS],
    (environment) => (environment === "sandbox" ? 10 : 4 * 3600),
    "Seconds an incomplete family waits for its missing members before it is criticized.",
  ),
  imageRecheckSeconds: number(
    "IMAGE_RECHECK_SECONDS",
    [0, 30 * DAY_SECONDS],
    () => 3600,
    "Age in seconds above which a good image is fetched again when its product is sent again.",
  ),
  imageRetrySeconds: {
    environmentVariable: "IMAGE_RETRY_SECONDS",
    fallback: (environment) => (environment === "sandbox" ? [1, 3] : [30, 300, 1800]),
    read: wholes(0, DAY_SECONDS),
    expects: "whole numbers of seconds, comma separated",
    meaning: "Waits between tries of an image that could not be fetched; after the last it becomes a critique.",
  } as Setting<readonly number[]>,
  imageConcurrency: number("IMAGE_CONCURRENCY", [1, 256], () => 16, "Images fetched at the same time."),
  quotaPerMinute: number(
    "QUOTA_PER_MINUTE",
    [1, 10_000_000],
    (environment) => (environment === "sandbox" ? 250 : 50),
    "Calls per minute of a credential whose plan says nothing else.",
  ),
  quotaBurstPercent: number("QUOTA_BURST_PERCENT", [1, 100], () => 100, "Share of a minute's calls that may come at once."),
  maxInFlight: number("MAX_IN_FLIGHT", [1, 100_000], () => 1_000, "Requests in progress above which further ones are answered 503."),
  bodyLimitBytes: number(
    "BODY_LIMIT_BYTES",
    [1024, 64 * 1024 * 1024],
    () => 1024 * 1024,
    "Largest request body where the operation sets no other.",
  ),
  databaseConnections: number("DATABASE_CONNECTIONS", [2, 100], () => 10, "Connections for calls."),
  statementTimeoutMs: number("STATEMENT_TIMEOUT_MS", [100, 60_000], () => 5_000, "Longest statement of a call, in milliseconds."),
  drainSeconds: number(
    "DRAIN_SECONDS",
    [0, 300],
    (environment) => (environment === "sandbox" ? 0 : 5),
    "Seconds between turning unready and closing, for load balancers to notice.",
  ),
  reviewSlaHours: number("REVIEW_SLA_HOURS", [1, 24 * 90], () => 48, "Hours within which the catalogue team reviews a product."),
} as const;

export type Settings = { readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };

/** What is wrong with the settings given, one sentence each. */
export class SettingsFault extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/** Variables by their names, such as the environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

interface Sources {
  readonly flags: Variables;
  readonly variables: Variables;
  readonly readFile?: ((path: string) => string) | undefined;
}

/** What was given for a setting, and where: the flag wins over the variable, the variable over its file. An empty text is none. */
function given(
  setting: Setting<unknown>,
  { flags, variables, readFile }: Sources,
): { readonly value: string; readonly source: string } | undefined {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  const file = variables[`${setting.environmentVariable}_FILE`];
  const variable = variables[setting.environmentVariable];
  const value = flag ?? variable ?? (file && readFile ? readFile(file).trim() : undefined);
  if (value === undefined || value === "") return undefined;
  if (flag !== undefined) return { value, source: `--${setting.flag}` };
  return { value, source: variable === undefined ? `${setting.environmentVariable}_FILE` : setting.environmentVariable };
}

const faultOf = (setting: Setting<unknown>, value: string) =>
  `${setting.environmentVariable}=${setting.secret ? "(set)" : value}: expected ${setting.expects}`;

/**
 * Reads every setting from flags (`{port: "8080"}`), then the environment (`NAME`, or `NAME_FILE` naming a file that
 * `readFile` reads), then its fallback. Throws `SettingsFault` with every fault at once.
 */
export function readSettings(flags: Variables, variables: Variables = process.env, readFile?: (path: string) => string): Settings {
  const faults: string[] = [];
  const read = (setting: Setting<unknown>, environment: Environment): unknown => {
    const found = given(setting, { flags, variables, readFile });
    if (!found) return setting.fallback(environment);
    const parsed = setting.read(found.value);
    if (parsed === undefined) faults.push(faultOf(setting, found.value));
    return parsed;
  };
  const environment = (read(SETTINGS.environment, "sandbox") ?? "sandbox") as Environment;
  const settings = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, read(setting as Setting<unknown>, environment)]),
  );
  const unknown = Object.keys(flags).filter((flag) => !Object.values(SETTINGS).some((setting) => setting.flag === flag));
  faults.push(...unknown.map((flag) => `--${flag}: no such option`));
  if (faults.length > 0) throw new SettingsFault([...new Set(faults)]);
  return settings as Settings;
}

/** A setting as it stands, every value as the text that would set it; a secret is `(set)`. */
export interface SettingInForce {
  readonly name: keyof Settings;
  readonly environmentVariable: string;
  /** Without its dashes. */
  readonly flag?: string;
  readonly value: string;
  /** What it is without being set, in the environment served. */
  readonly fallback: string;
  /** The flag or variable it was given by; absent when it was not. */
  readonly source?: string;
  /** What is wrong with the value given. */
  readonly fault?: string;
}

/** Every setting in the order of the table, whether right or wrong: the view that `readSettings` has no place for. */
export function settingsInForce(
  flags: Variables,
  variables: Variables = process.env,
  readFile?: (path: string) => string,
): readonly SettingInForce[] {
  const sources = { flags, variables, readFile };
  const environment = SETTINGS.environment.read(given(SETTINGS.environment, sources)?.value ?? "") ?? "sandbox";
  return Object.entries(SETTINGS).map(([name, row]) => {
    const setting = row as Setting<unknown>;
    const found = given(setting, sources);
    const fallback = String(setting.fallback(environment));
    return {
      name: name as keyof Settings,
      environmentVariable: setting.environmentVariable,
      ...(setting.flag === undefined ? {} : { flag: setting.flag }),
      value: found ? (setting.secret ? "(set)" : found.value) : fallback,
      fallback,
      ...(found ? { source: found.source } : {}),
      ...(found && setting.read(found.value) === undefined ? { fault: faultOf(setting, found.value) } : {}),
    };
  });
}

/** A variable that is no setting of the server: the command line's language, its operator key. */
export const environmentVariable = (name: string): string | undefined => process.env[name] || undefined;
