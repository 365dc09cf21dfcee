import { BULK_SETTINGS } from "./config/bulk.ts";
import { PICTURE_SETTINGS } from "./config/pictures.ts";
import { ADMISSION_SETTINGS } from "./config/seller-api.ts";
import {
  parseUrl,
  parseDatabaseUrl,
  DAY_SECONDS,
  parseList,
  parseListenAddress,
  integerSetting,
  parseText,
  TRUE_OR_FALSE,
  WHOLE_SECONDS,
  parseIntegers,
  parseOneOf,
  parseBoolean,
  type ServedEnvironment,
  type Setting,
} from "./config/setting.ts";
import { type Environment, formatTexts, LocalizedError, type LocalizedText, type Params } from "./platform/contract/index.ts";
import { type EncryptionKey, parseKeys } from "./platform/crypto/index.ts";
import type { LogLevel } from "./platform/observability/index.ts";
import type { ProcessRole } from "./platform/jobs/index.ts";

/**
 * The delay of a step that an operator can do. By default, the sandbox does it by itself after 30 s, and production leaves it to an
 * operator.
 */
const simulated = (environmentVariable: string, what: string): Setting<number> =>
  integerSetting(
    environmentVariable,
    [0, 30 * DAY_SECONDS],
    (environment) => (environment === "sandbox" ? 30 : 0),
    `Seconds after which ${what} by itself; 0 = never, an operator does it.`,
  );

/** Every setting of Vitrine, in the order of `bin/vitrine config`. Only this file reads the process's environment. */
export const SETTINGS = {
  environment: {
    environmentVariable: "ENVIRONMENT",
    flag: "env",
    fallback: () => "sandbox",
    read: parseOneOf("sandbox", "production"),
    expects: { "pt-BR": "sandbox ou production", en: "sandbox or production" },
    meaning: "Which environment this process serves. Each has a database of its own.",
  } satisfies Setting<Environment> as Setting<Environment>,
  port: integerSetting("PORT", [0, 65_535], () => 8080, "TCP port to listen on; 0 takes a free one.", "port"),
  host: {
    environmentVariable: "HOST",
    flag: "host",
    fallback: (environment) => (environment === "sandbox" ? "127.0.0.1" : "0.0.0.0"),
    read: parseListenAddress,
    expects: { "pt-BR": "um endereço IP ou um nome, sem porta", en: "an IP address or a name, without a port" },
    meaning: "Address to listen on. Where others reach it, the sandbox delivers no notifications to its own machine.",
  } as Setting<string>,
  dataDir: {
    environmentVariable: "DATA_DIR",
    flag: "data",
    fallback: (environment) => (environment === "sandbox" ? ".vitrine" : ".vitrine-production"),
    read: parseText,
    expects: { "pt-BR": "uma pasta", en: "a folder" },
    meaning: "Folder of the embedded PostgreSQL and of the instance file that the command line reads.",
  } as Setting<string>,
  databaseUrl: {
    environmentVariable: "DATABASE_URL",
    flag: "database-url",
    fallback: () => "",
    read: parseDatabaseUrl,
    expects: {
      "pt-BR": "uma URL postgres://, com um servidor ou vários (postgres://a:5432,b:5432/banco)",
      en: "a postgres:// URL, of one server or several (postgres://a:5432,b:5432/name)",
    },
    meaning:
      "A PostgreSQL server (15 or later) to use instead of the embedded one; of several, in their order, the first that takes writes.",
    secret: true,
  } as Setting<string>,
  encryptionKeys: {
    environmentVariable: "ENCRYPTION_KEYS",
    fallback: () => [],
    read: parseKeys,
    expects: {
      "pt-BR": "pares id:chave com ids distintos, separados por vírgula; uma chave são 32 bytes em base64",
      en: "id:key pairs with distinct ids, comma separated; a key is 32 bytes in base64",
    },
    meaning:
      "Keys of stored customer data and invoices: the first encrypts, all decrypt. Empty = one made in the data folder, but not in production on DATABASE_URL.",
    secret: true,
    need: ({ environment, databaseUrl }) =>
      environment === "production" && databaseUrl !== ""
        ? {
            "pt-BR": "os processos em DATABASE_URL têm as mesmas chaves; crie uma com echo key1:$(openssl rand -base64 32)",
            en: "the processes on DATABASE_URL share their keys; make one with echo key1:$(openssl rand -base64 32)",
          }
        : undefined,
  } as Setting<readonly EncryptionKey[]>,
  role: {
    environmentVariable: "ROLE",
    flag: "role",
    fallback: () => ["api", "worker", "dispatcher"],
    read: (value) => {
      const roles = parseList(value).map(parseOneOf("api", "worker", "dispatcher"));
      return roles.includes(undefined) ? undefined : (roles as ProcessRole[]);
    },
    expects: {
      "pt-BR": "api, worker, dispatcher ou vários, separados por vírgula",
      en: "api, worker, dispatcher or several, comma separated",
    },
    meaning: "What this process does: answer the API, carry out due work, deliver notifications.",
  } as Setting<readonly ProcessRole[]>,
  publicUrl: {
    environmentVariable: "PUBLIC_URL",
    fallback: () => "",
    read: parseUrl("http", "https"),
    expects: { "pt-BR": "uma URL base http:// ou https://, sem ? nem #", en: "a base URL http:// or https://, without ? or #" },
    meaning: "Base URL in documents and printed addresses; empty = the address listened on.",
  } as Setting<string>,
  logLevel: {
    environmentVariable: "LOG_LEVEL",
    fallback: () => "warn",
    read: parseOneOf("silent", "error", "warn", "info", "debug"),
    expects: { "pt-BR": "silent, error, warn, info ou debug", en: "silent, error, warn, info or debug" },
    meaning: "Least severe log line to write; info writes one line per request.",
  } as Setting<LogLevel>,
  outboundHostsAllowed: {
    environmentVariable: "OUTBOUND_HOSTS_ALLOWED",
    fallback: () => [],
    read: parseList,
    expects: { "pt-BR": "hosts, host:porta ou CIDRs, separados por vírgula", en: "hosts, host:port or CIDRs, comma separated" },
    meaning:
      "Exempt from the guard against private addresses. The sandbox always allows its own images, and, while HOST is a loopback address, its own machine for notifications.",
  } as Setting<readonly string[]>,
  familySettleSeconds: integerSetting(
    "FAMILY_SETTLE_SECONDS",
    [0, 30 * DAY_SECONDS],
    (environment) => (environment === "sandbox" ? 10 : 4 * 3600),
    "Seconds an incomplete family waits for its missing members before it is criticized.",
  ),
  imageRecheckSeconds: integerSetting(
    "IMAGE_RECHECK_SECONDS",
    [0, 30 * DAY_SECONDS],
    () => 3600,
    "Age in seconds above which a good image is fetched again when its product is sent again.",
  ),
  imageRetrySeconds: {
    environmentVariable: "IMAGE_RETRY_SECONDS",
    fallback: (environment) => (environment === "sandbox" ? [1, 3] : [30, 300, 1800]),
    read: parseIntegers(0, DAY_SECONDS),
    expects: WHOLE_SECONDS,
    meaning: "Waits between tries of an image that could not be fetched; after the last it becomes a critique.",
  } as Setting<readonly number[]>,
  ...PICTURE_SETTINGS,
  quotaPerMinute: integerSetting(
    "QUOTA_PER_MINUTE",
    [1, 10_000_000],
    (environment) => (environment === "sandbox" ? 250 : 50),
    "Calls per minute of a credential whose plan says nothing else.",
  ),
  quotaBurstPercent: integerSetting("QUOTA_BURST_PERCENT", [1, 100], () => 100, "Share of a minute's calls that may come at once."),
  maxInFlight: integerSetting(
    "MAX_IN_FLIGHT",
    [1, 100_000],
    () => 1_000,
    "Requests in progress above which further ones are answered 503.",
  ),
  maxLagMs: integerSetting(
    "MAX_LAG_MS",
    [10, 60_000],
    () => 100,
    "Lag of the event loop in milliseconds above which lists are answered 503; product writes above twice, offers four times, orders eight times.",
  ),
  bodyLimitBytes: integerSetting(
    "BODY_LIMIT_BYTES",
    [1024, 64 * 1024 * 1024],
    () => 1024 * 1024,
    "Largest request body where the operation sets no other.",
  ),
  databaseConnections: integerSetting("DATABASE_CONNECTIONS", [2, 100], () => 10, "Connections for calls."),
  databaseWaitMs: integerSetting(
    "DATABASE_WAIT_MS",
    [10, 60_000],
    () => 250,
    "Longest wait of a call for a connection that is in use, in milliseconds.",
  ),
  statementTimeoutMs: integerSetting("STATEMENT_TIMEOUT_MS", [100, 60_000], () => 5_000, "Longest statement of a call, in milliseconds."),
  drainSeconds: integerSetting(
    "DRAIN_SECONDS",
    [0, 300],
    (environment) => (environment === "sandbox" ? 0 : 5),
    "Seconds between turning unready and closing, for load balancers to notice.",
  ),
  marketplaceCnpj: {
    environmentVariable: "MARKETPLACE_CNPJ",
    fallback: (environment) => (environment === "sandbox" ? "90003001000182" : ""),
    read: (value) => (/^[0-9A-Z]{12}[0-9]{2}$/.test(value) ? value : undefined),
    expects: { "pt-BR": "14 posições sem pontuação", en: "14 positions without punctuation" },
    meaning: "The marketplace's CNPJ, which invoices name as their intermediary (infIntermed); empty = it is not compared.",
  } as Setting<string>,
  paymentsShown: {
    environmentVariable: "PAYMENTS_SHOWN",
    fallback: () => true,
    read: parseBoolean,
    expects: TRUE_OR_FALSE,
    meaning: "Whether orders show paymentGatewayInfos.",
  } as Setting<boolean>,
  simulatedActsAtOnce: integerSetting(
    "SIMULATED_ACTS_AT_ONCE",
    [1, 64],
    () => 16,
    "Sandbox: acts of a seller's simulators that may be carried out side by side; 1 = one after the other, so that a seed plays them in the same order again.",
  ),
  paymentApprovalSeconds: integerSetting(
    "PAYMENT_APPROVAL_SECONDS",
    [0, 30 * DAY_SECONDS],
    () => 0,
    "Sandbox: seconds after which an order's payment is approved by itself; 0 = never.",
  ),
  paymentExpirySeconds: integerSetting(
    "PAYMENT_EXPIRY_SECONDS",
    [0, 90 * DAY_SECONDS],
    () => 3 * DAY_SECONDS,
    "Seconds after which an order that nobody paid is canceled and its reservation returned; 0 = never.",
  ),
  fulfillmentInvoicingSeconds: simulated("FULFILLMENT_INVOICING_SECONDS", "a fulfilment order is invoiced"),
  fulfillmentShipmentSeconds: simulated("FULFILLMENT_SHIPMENT_SECONDS", "an invoiced fulfilment order is shipped"),
  fulfillmentDeliverySeconds: simulated("FULFILLMENT_DELIVERY_SECONDS", "a shipped fulfilment order is delivered"),
  marketplaceShipmentSeconds: simulated("MARKETPLACE_SHIPMENT_SECONDS", "an invoiced order of marketplace-run delivery is shipped"),
  marketplaceDeliverySeconds: simulated("MARKETPLACE_DELIVERY_SECONDS", "a shipped order of marketplace-run delivery is delivered"),
  customerShownDays: integerSetting(
    "CUSTOMER_SHOWN_DAYS",
    [0, 3650],
    () => 30,
    "Days after delivery for which a seller still sees who bought, since goods may be exchanged; masked from then on.",
  ),
  customerRetentionDays: integerSetting(
    "CUSTOMER_RETENTION_DAYS",
    [0, 3650],
    () => 365,
    "Days after delivery or cancellation when who bought is forgotten; 0 = never.",
  ),
  reviewSlaHours: integerSetting("REVIEW_SLA_HOURS", [1, 24 * 90], () => 48, "Hours within which the catalogue team reviews a product."),
  ...ADMISSION_SETTINGS,
  ...BULK_SETTINGS,
} as const;

export type Settings = { readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };

/** Thrown when settings are invalid, with one sentence for each problem. */
export class SettingsError extends LocalizedError {
  readonly faults: readonly LocalizedText[];
  constructor(faults: readonly LocalizedText[]) {
    const lines = (lang: keyof LocalizedText) => faults.map((fault) => fault[lang]).join("\n");
    super({ "pt-BR": lines("pt-BR"), en: lines("en") });
    this.faults = faults;
  }
}

const PROBLEMS = {
  unreadable: { "pt-BR": "{variable}={value}: o esperado é {expects}", en: "{variable}={value}: expected {expects}" },
  missing: { "pt-BR": "{variable} falta: {need}", en: "{variable} is not set: {need}" },
  no_file: { "pt-BR": "{variable}_FILE={file}: não se lê ({code})", en: "{variable}_FILE={file}: cannot be read ({code})" },
  no_option: { "pt-BR": "--{flag}: não há essa opção", en: "--{flag}: no such option" },
} as const satisfies Record<string, LocalizedText>;

const problemText = (name: keyof typeof PROBLEMS, facts: Params): LocalizedText => formatTexts(PROBLEMS[name], facts);

/** Values of variables by name, such as the environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

interface Sources {
  readonly flags: Variables;
  readonly variables: Variables;
  readonly readFile?: ((path: string) => string) | undefined;
}

/** The given value of a setting, and where it was given. */
interface GivenValue {
  readonly value: string;
  /** The name of the flag or variable, such as `--port`, `PORT` or `PORT_FILE`. */
  readonly source: string;
  /** Reason why the file of the value could not be read. The value is then empty. */
  readonly problem?: LocalizedText;
}

/**
 * Finds the value of a setting. The flag overrides the variable `NAME`, which overrides the file that `NAME_FILE` names. An empty flag or
 * variable overrides the rest too, so the setting then has no value.
 */
function givenValue(
  { flag, environmentVariable: variable }: Setting<unknown>,
  { flags, variables, readFile }: Sources,
): GivenValue | undefined {
  const flagValue = flag === undefined ? undefined : flags[flag];
  const value = flagValue ?? variables[variable];
  if (value !== undefined) return value === "" ? undefined : { value, source: flagValue === undefined ? variable : `--${flag}` };
  const file = variables[`${variable}_FILE`];
  return file && readFile ? fromFile(variable, file, readFile) : undefined;
}

function fromFile(variable: string, file: string, readFile: NonNullable<Sources["readFile"]>): GivenValue | undefined {
  const source = `${variable}_FILE`;
  try {
    const value = readFile(file).trim();
    return value === "" ? undefined : { value, source };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { value: "", source, problem: problemText("no_file", { variable, file, code }) };
  }
}

/** The problem of a given value; undefined when the value is valid. */
function invalidValueProblem(setting: Setting<unknown>, { value, problem }: GivenValue): LocalizedText | undefined {
  if (problem !== undefined || setting.read(value) !== undefined) return problem;
  const facts = { variable: setting.environmentVariable, value: setting.secret ? "(set)" : value, expects: setting.expects };
  return problemText("unreadable", facts);
}

/** The problem of a setting that has no value but needs one; undefined when it needs none. */
function missingValueProblem(setting: Setting<unknown>, served: ServedEnvironment): LocalizedText | undefined {
  const need = setting.need?.(served);
  return need && problemText("missing", { variable: setting.environmentVariable, need });
}

/**
 * Reads every setting from flags (`{port: "8080"}`), then the environment (`NAME`, or `NAME_FILE` naming a file that `readFile` reads),
 * then its fallback. Throws `SettingsError` with all problems.
 */
export function readSettings(flags: Variables, variables: Variables = process.env, readFile?: (path: string) => string): Settings {
  const problems: LocalizedText[] = [];
  const read = (setting: Setting<unknown>, environment: Environment): unknown => {
    const found = givenValue(setting, { flags, variables, readFile });
    if (!found) return setting.fallback(environment);
    const wrong = invalidValueProblem(setting, found);
    if (wrong === undefined) return setting.read(found.value);
    problems.push(wrong);
    return undefined;
  };
  const environment = (read(SETTINGS.environment, "sandbox") ?? "sandbox") as Environment;
  const settings = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, read(setting as Setting<unknown>, environment)]),
  );
  const unknown = Object.keys(flags).filter((flag) => !Object.values(SETTINGS).some((setting) => setting.flag === flag));
  problems.push(...unknown.map((flag) => problemText("no_option", { flag })));
  if (problems.length > 0) throw new SettingsError([...new Map(problems.map((problem) => [problem.en, problem])).values()]);
  return settings as Settings;
}

/** A setting with its current value, written as the text that would set it. A secret that was given is `(set)`. */
export interface EffectiveSetting {
  readonly name: keyof Settings;
  readonly environmentVariable: string;
  /** The name of the flag, without dashes; absent when the setting has no flag. */
  readonly flag?: string;
  readonly value: string;
  /** The default in the environment served. */
  readonly fallback: string;
  /** The flag or variable that set it; absent when it was not set. */
  readonly source?: string;
  /** The problem of the given value, or of a missing value; absent when there is none. */
  readonly fault?: LocalizedText;
}

/** Every setting in the order of `SETTINGS`, valid or not. `readSettings` throws when one is invalid. */
export function effectiveSettings(
  flags: Variables,
  variables: Variables = process.env,
  readFile?: (path: string) => string,
): readonly EffectiveSetting[] {
  const sources = { flags, variables, readFile };
  const environment = SETTINGS.environment.read(givenValue(SETTINGS.environment, sources)?.value ?? "") ?? "sandbox";
  const served = { environment, databaseUrl: givenValue(SETTINGS.databaseUrl, sources)?.value ?? "" };
  return Object.entries(SETTINGS).map(([name, row]) => {
    const setting = row as Setting<unknown>;
    const found = givenValue(setting, sources);
    const fallback = String(setting.fallback(environment));
    const wrong = found ? invalidValueProblem(setting, found) : missingValueProblem(setting, served);
    return {
      name: name as keyof Settings,
      environmentVariable: setting.environmentVariable,
      ...(setting.flag === undefined ? {} : { flag: setting.flag }),
      value: found ? (setting.secret ? "(set)" : found.value) : fallback,
      fallback,
      ...(found ? { source: found.source } : {}),
      ...(wrong ? { fault: wrong } : {}),
    };
  });
}

/** Reads the settings of a server. Unlike `readSettings`, it also throws when a setting that serving needs is missing. */
export function readServerSettings(flags: Variables, variables?: Variables, readFile?: (path: string) => string): Settings {
  const settings = readSettings(flags, variables, readFile);
  const lacks = effectiveSettings(flags, variables, readFile).flatMap(({ fault }) => fault ?? []);
  if (lacks.length > 0) throw new SettingsError(lacks);
  return settings;
}

/**
 * The value of an environment variable that is not a setting of the server, such as the command line's language or its operator key. Undefined
 * when the variable is not set or empty.
 */
export const environmentVariable = (name: string): string | undefined => process.env[name] || undefined;
