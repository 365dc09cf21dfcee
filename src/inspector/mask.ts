import type { Operation } from "../platform/contract/operation.ts";
import { sha256 } from "../platform/basics/random.ts";

/** Headers under their names in lower case, as a request brings them. */
export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What stands where a value was. */
export const MASK = "***";
/** What stands where a value was too much to keep. */
export const SHORTENED = "…";

/** The keywords of a schema that say what may be kept. */
interface Told {
  readonly properties?: Readonly<Record<string, Told>>;
  readonly items?: Told;
  readonly type?: string;
  /** `false` is what is not, though it stands below what is. */
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
  /** What may be kept of a value of no one kind. */
  readonly "x-shown"?: "scalars" | "whole";
}

/** A value as the log keeps it. */
export interface Kept {
  readonly value: unknown;
  /** Something the schema names was masked. */
  readonly isMasked: boolean;
  /** Something was left out for its length. */
  readonly isShortened: boolean;
}

/** Characters of JSON that are kept of an answer, and of an address. */
const MOST_CHARS = 4_096;
/** Names that callers made up are shown when they look like names. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
const PROTOTYPE = "__proto__";
const OF_NO_SCHEMA: Told = {};

/**
 * A body as the log keeps it: only what its schema names, and neither calls personal nor secret, keeps its value. Of all else the fields
 * stay. It stays JSON when it is too long: long texts and what comes after `mostChars` are left out, and say so.
 */
export function keptOf(body: unknown, schema: object = OF_NO_SCHEMA, mostChars = MOST_CHARS): Kept {
  let left = mostChars;
  let [isMasked, isShortened] = [false, false];
  const pay = (chars: number): boolean => (left -= chars) >= 0;
  const shorten = (): string => {
    isShortened = true;
    return SHORTENED;
  };
  const mask = (isNamed: boolean): string => {
    isMasked ||= isNamed;
    return pay(MASK.length) ? MASK : shorten();
  };

  function scalar(value: unknown): unknown {
    const chars = typeof value === "string" ? value.length + 2 : 8;
    if (pay(chars)) return value;
    return shorten();
  }
  function walk(value: unknown, told: Told | undefined, isBelowHidden = false): unknown {
    if (left <= 0) return shorten();
    if (value === null) return null;
    if (told?.["x-shown"] === "whole") return pay(JSON.stringify(value).length) ? value : shorten();
    const named = told !== undefined && fits(value, told) ? told : undefined;
    const isSecret = told?.["x-secret"] === true;
    const isHidden = told !== undefined && (named === undefined || isSecret || (told["x-personal"] ?? isBelowHidden));
    const below = (part: Told | undefined) => (isHidden && (isSecret || part === undefined) ? HIDDEN : part);
    if (Array.isArray(value)) return listOf(value, below(named?.items), isHidden);
    if (typeof value === "object") return recordOf(value, isHidden, (name) => below(named && ownOf(named.properties!, name)));
    return told !== undefined && !isHidden ? scalar(value) : mask(told !== undefined);
  }
  function listOf(items: readonly unknown[], told: Told | undefined, isHidden: boolean): readonly unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      if (left <= 0) break;
      kept.push(walk(item, told, isHidden));
    }
    return kept.length < items.length ? [...kept, shorten()] : kept;
  }
  function recordOf(fields: object, isHidden: boolean, toldOf: (name: string) => Told | undefined): object {
    const kept: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      // It is not on the wire.
      if (field === undefined) continue;
      const told = toldOf(name);
      const shown = (told !== undefined && told !== HIDDEN) || NAME.test(name) ? name : MASK;
      if (!pay(shown.length + 4)) {
        kept[SHORTENED] = shorten();
        break;
      }
      const value = walk(field, told, isHidden);
      // Assigned, it would become what the record descends from.
      if (shown === PROTOTYPE) Object.defineProperty(kept, shown, { value, enumerable: true, configurable: true, writable: true });
      else kept[shown] = value;
    }
    return kept;
  }

  const value = walk(body, schema);
  return { value, isMasked, isShortened };
}

/**
 * Whether a text of this JSON is kept as it is: its schema names all of it, hides nothing, and it is short. For answers of ours
 * only, which are what their schemas say.
 */
export const isKeptWhole = (text: string, schema: object | undefined): boolean =>
  schema !== undefined && text.length <= MOST_CHARS && isOpen(schema);

/** Whether a schema names everything below it and hides nothing. */
function isOpen(told: Told): boolean {
  const known = opened.get(told);
  if (known !== undefined) return known;
  const below = told.properties === undefined ? (told.items === undefined ? [] : [told.items]) : Object.values(told.properties);
  const isNamed = told.properties !== undefined || told.items !== undefined || SCALARS.has(told.type);
  const open = told["x-shown"] === "whole" || (isShown(told) && isNamed && below.every(isOpen));
  opened.set(told, open);
  return open;
}
const opened = new WeakMap<Told, boolean>();
const SCALARS: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);

/** What nobody named below something hidden. */
const HIDDEN: Told = { "x-personal": true };
const isShown = (told: Told): boolean => told["x-personal"] !== true && told["x-secret"] !== true;
/** Whether a value is of its schema's kind: a text where a record is expected may be anything. */
const fits = (value: unknown, { type, properties, items, "x-shown": shown }: Told): boolean =>
  Array.isArray(value)
    ? items !== undefined
    : typeof value === "object"
      ? properties !== undefined
      : shown === "scalars" || (type !== undefined && !properties && !items);
const ownOf = (properties: Readonly<Record<string, Told>>, name: string): Told | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Headers that are kept as they came. */
const SHOWN_HEADERS = ["content-type", "accept", "accept-language", "user-agent", "if-match", "if-none-match"] as const;
const KEY = "idempotency-key";
const LONGEST_HEADER = 200;
const KEY_DIGITS = 8;

/** The headers that are kept: those that say how something was asked, never who asked. Of an Idempotency-Key what tells it from others. */
export function headersOf(headers: SentHeaders): Readonly<Record<string, string>> {
  const kept = SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value.slice(0, LONGEST_HEADER)]] : [];
  });
  const key = headers[KEY];
  if (typeof key === "string") kept.push([KEY, `sha256:${sha256(key).toString("hex").slice(0, KEY_DIGITS)}`]);
  return Object.fromEntries(kept);
}

const LONGEST_PART = 300;
/** Names that callers made up for parameters, also as some write lists: `status[]`, `filter[status]`. */
const PARAMETER_NAME = /^[A-Za-z_$][\w.-]{0,63}(?:\[[\w.-]{0,63}\]){0,3}$/;
const schemasOf = (schema: Told | undefined): Readonly<Record<string, Told>> => schema?.properties ?? {};

/**
 * An address as it is kept, and whether it is whole. Of parameters that the operation does not name, or calls personal, the value
 * is masked.
 */
export function targetOf(
  { path, parameters, query }: Operation,
  sent: { readonly parameters: Readonly<Record<string, string>>; readonly query: string },
): { readonly target: string; readonly isWhole: boolean } {
  let isWhole = true;
  const part = (value: string, told: Told | undefined): string => {
    const isKept = told !== undefined && isShown(told) && value.length <= LONGEST_PART;
    if (!isKept && told !== undefined) isWhole = false;
    return isKept ? encodeURIComponent(value) : MASK;
  };
  const [named, asked] = [schemasOf(parameters), schemasOf(query)];
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => part(sent.parameters[name] ?? "", named[name]));
  const questions = [...new URLSearchParams(sent.query)].map(([name, value]) =>
    Object.hasOwn(asked, name) ? `${name}=${part(value, asked[name])}` : `${madeUp(name)}=${MASK}`,
  );
  const target = questions.length === 0 ? address : `${address}?${questions.join("&")}`;
  if (target.length > MOST_CHARS) isWhole = false;
  return { target: target.slice(0, MOST_CHARS), isWhole };
}

/** The name of a parameter that the operation does not have, as an address may have it. */
const madeUp = (name: string): string => (PARAMETER_NAME.test(name) ? encodeURIComponent(name) : MASK);

/** The names of the parameters in a kept address; of one that was cut, without the last, of which a part may be left out. */
export function namesIn(target: string): readonly string[] {
  const names = [...new URLSearchParams(target.split("?")[1] ?? "").keys()];
  return target.length < MOST_CHARS ? names : names.slice(0, -1);
}
