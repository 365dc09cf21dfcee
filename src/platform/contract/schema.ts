import { Type, type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe } from "typebox";
import type { LocalizedText } from "./errors.ts";

/**
 * The words contracts are written in. Every builder answers plain JSON Schema 2020-12 that goes into OpenAPI 3.1 as it is;
 * what JSON Schema cannot say stands in `x-` keywords, which `check.ts` runs and documents may show:
 *
 * | keyword | says |
 * |---|---|
 * | `x-scale` | digits after the decimal point, at most |
 * | `x-also` | a second spelling that is accepted: `integer` for text, `epoch-ms` for date-times; documents add `text` to the numbers of bodies |
 * | `x-day` | which instant a date without a time is, when it is not the day's first |
 * | `x-composed` | letters with their accents apart (Unicode NFD) are taken for the same letters in one (NFC), before all else |
 * | `x-absent` | values that count as not sent |
 * | `x-empty` | a list in a query that is sent empty names nothing: it is not as if it had not been sent |
 * | `x-ignore-case`, `x-aliases` | spellings of a word that are accepted and become the listed one |
 * | `x-shown-as` | the schema that documents show of any value, where a handler refuses the others in its own words |
 * | `x-meanings` | what each word of a closed list means |
 * | `x-personal` | it tells of a person: whoever sent it is shown it in a refusal, logs keep that it was sent, not what; `false` within it: this does not |
 * | `x-secret` | whoever has it may act for its owner: kept as what is personal is, and shown once where it is given |
 * | `x-period` | of parameters: the one with the first instant and the one with the last, which is not earlier |
 * | `x-unread` | the marketplace decides it; bodies may repeat it as it was shown, and it is neither checked nor used |
 * | `x-shown` | of a value of no one kind, what the log of calls may keep: its `scalars`, or the `whole` |
 * | `x-code`, `x-hint` | the refusal of a pattern that deserves a sentence of its own |
 * | `x-description-en` | the description in English |
 * | `x-named` | the name that documents print the shape under, and what was said of it where it got the name |
 * | `x-extends` | the record whose fields it repeats: documents refer to it |
 */
export type { Static, TProperties, TSchema };

/** The bounds of what clients hold in 32 bits (decisions 1.5). */
const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;
/** The greatest whole number of a body that is sure to be kept as it was written: 15 significant digits. */
export const EXACT_MAX = 999_999_999_999_999;
/** Decimals stay exact with room for sums: below a thousand million unless the field says otherwise. */
const DECIMAL_MAX = 999_999_999;

/** What documents say of any value. */
export interface Described {
  /** A text in Brazilian Portuguese, or in both languages. */
  readonly description?: LocalizedText | string;
  readonly examples?: readonly unknown[];
  /** It tells of a person: no log repeats it. `false` is for what does not, though it stands among what does. */
  readonly personal?: boolean;
  /** Whoever has it may act for its owner: no log repeats it. */
  readonly secret?: true;
}

export interface TextOptions extends Described {
  /** Lengths count characters (code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMA-262 source, run with the `u` flag; write its anchors. */
  readonly pattern?: string;
  /** Code and sentence of the refusal when `pattern` does not match; may name {pointer} and {received}. */
  readonly refusal?: { readonly code: string; readonly text: LocalizedText };
  /** An integer is taken too and becomes its digits. */
  readonly also?: "integer";
  /** Is a name or is compared with one: the same letters in another Unicode form are the same text. */
  readonly composed?: true;
  /** Values that count as not sent, such as `""` or `false` for a colour (decisions 3). */
  readonly absent?: readonly (string | boolean)[];
}

/** A JSON string. */
export function text(options: TextOptions = {}) {
  const { minLength, maxLength, pattern, refusal, also, composed, absent } = options;
  return Type.Unsafe<string>({
    type: "string",
    ...given({ minLength, maxLength, pattern, "x-also": also, "x-composed": composed, "x-absent": absent }),
    ...(refusal ? { "x-code": refusal.code, "x-hint": refusal.text } : {}),
    ...annotations(options),
  });
}

/** Characters that show nothing, beside white space: soft hyphens, fillers, joiners, marks of direction, selectors. */
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0";

/** Options of a text that says something: not only what nobody sees. */
export const NON_BLANK = {
  minLength: 1,
  pattern: `[^\\s${INVISIBLE}]`,
  refusal: {
    code: "text_blank",
    text: {
      "pt-BR": "{pointer}: veio somente com espaços ou caracteres invisíveis; escreva o valor.",
      en: "{pointer}: came with nothing but spaces or invisible characters; write the value.",
    },
  },
} as const satisfies TextOptions;

export interface IntegerOptions extends Described {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A whole number, within 32 bits unless the bounds say otherwise; `5.0` is 5, and so is a body's `"5"` (decisions 9). */
export function integer(options: IntegerOptions = {}) {
  const { minimum = INT32_MIN, maximum = INT32_MAX } = options;
  return Type.Unsafe<number>({ type: "integer", minimum, maximum, ...given({ default: options.default }), ...annotations(options) });
}

export interface DecimalOptions extends Described {
  /** Digits after the decimal point, at most. */
  readonly scale: number;
  /** The value is greater than this. */
  readonly above?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An exact decimal: a JSON number, or a string such as `"12.50"`; never rounded (decisions 1.5, 1.6). */
export function decimal(options: DecimalOptions) {
  const { scale, above, maximum = DECIMAL_MAX } = options;
  const minimum = options.minimum ?? (above === undefined ? -DECIMAL_MAX : undefined);
  return Type.Unsafe<number>({
    type: "number",
    ...given({ exclusiveMinimum: above, minimum }),
    maximum,
    "x-scale": scale,
    ...annotations(options),
  });
}

/** `true` or `false`, never a string or a number. */
export function bool(options: Described & { readonly default?: boolean } = {}) {
  return Type.Unsafe<boolean>({ type: "boolean", ...given({ default: options.default }), ...annotations(options) });
}

export interface WordsOptions<Word extends string> extends Described {
  /** What each word means; documents show it beside the word. */
  readonly meanings?: Readonly<Record<Word, LocalizedText | string>>;
  /** Accepts any letter case and answers the listed spelling (decisions 1.12). */
  readonly ignoreCase?: true;
  /** Other spellings and the listed word each one means. */
  readonly aliases?: Readonly<Record<string, Word>>;
}

/** One of a closed list of words. */
export function enumOf<const Word extends string>(words: readonly Word[], options: WordsOptions<Word> = {}) {
  return Type.Unsafe<Word>({
    type: "string",
    enum: [...words],
    ...given({ "x-ignore-case": options.ignoreCase, "x-aliases": options.aliases, "x-meanings": options.meanings }),
    ...annotations(options),
  });
}

export interface DateTimeOptions extends Described {
  /** Epoch milliseconds are taken too. */
  readonly epoch?: true;
  /** A date without a time is the last instant of its day: the end of a period. */
  readonly endOfDay?: true;
}

/** An instant in any spelling of decisions 1.7; epoch milliseconds after the check. */
export function dateTime(options: DateTimeOptions = {}) {
  return Type.Unsafe<number>({
    type: "string",
    format: "date-time",
    ...(options.epoch ? { "x-also": "epoch-ms" } : {}),
    ...(options.endOfDay ? { "x-day": "last-instant" } : {}),
    ...annotations(options),
  });
}

/** An instant in an answer, ISO 8601. */
export const dateTimeOutput = (options: Described = {}) =>
  Type.Unsafe<string>({ type: "string", format: "date-time", ...annotations(options) });

export interface ListOptions extends Described {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** In a query: sent empty it is an empty list, and not absent. */
  readonly emptyIsSent?: true;
}

/** A JSON array; as a query parameter, a comma list. */
export function list<Item extends TSchema>(item: Item, options: ListOptions = {}) {
  const { minItems, maxItems, uniqueItems, emptyIsSent } = options;
  return Type.Array(item, { ...given({ minItems, maxItems, uniqueItems, "x-empty": emptyIsSent }), ...annotations(options) });
}

/** A JSON object. Keys it does not name are ignored (decisions 1.5). */
export function object<Fields extends TProperties>(fields: Fields, options: Described = {}): TObject<Fields> {
  return Type.Object(fields, annotations(options));
}

/** Parameters, two of which are the beginning and the end of a period: one that ends before it begins is refused. */
export const withPeriod = <Fields extends TProperties>(from: keyof Fields & string, until: keyof Fields & string, fields: Fields) =>
  Type.Object(fields, { "x-period": [from, until] });

/** Beside what it means, what documents say of an object with a name; its example is put together from its fields', and overridden by its own. */
type Beside = Omit<Described, "description">;

/** A JSON object that people would call by a name: documents print it once, under that name, and clients' types get it. */
export const namedObject = <Fields extends TProperties>(
  name: string,
  description: LocalizedText | string,
  fields: Fields,
  options: Beside = {},
): TObject<Fields> => named(name, object(fields, { description, ...options }));

/**
 * A named object with all fields of another, and more: documents refer to that one instead of writing its fields out again. A field of
 * both is the same in both; what was optional may be required now.
 */
export const extendObject = <Fields extends TProperties, More extends TProperties>(
  name: string,
  base: TObject<Fields>,
  description: LocalizedText | string,
  more: More,
  options: Beside = {},
): TObject<Omit<Fields, keyof More> & More> =>
  named(name, Type.Object({ ...base.properties, ...more }, { ...annotations({ description, ...options }), "x-extends": base }));

/** What a name is given to: the name, and what was said of the shape then. */
export interface Named {
  readonly name: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/**
 * Gives a shape the name that documents print it under, once, and that clients' types get. Where the shape is used with another
 * description or other examples, the reference has them.
 */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  const { description, examples } = schema as Omit<Named, "name">;
  return changed(schema, { "x-named": { name, ...given({ description, examples }) } });
}

/** A word of a list that may grow: documents say what today's mean, and clients read any. */
export const openEnum = (meanings: Readonly<Record<string, LocalizedText | string>>, options: Described = {}) =>
  Type.Unsafe<string>({
    type: "string",
    "x-meanings": meanings,
    ...annotations({ ...options, examples: options.examples ?? Object.keys(meanings).slice(0, 1) }),
  });

/** The same words, taken in any letter case and under other spellings too. */
export const lenientEnum = <Word extends string>(
  words: TUnsafe<Word>,
  { aliases }: { readonly aliases?: Readonly<Record<string, Word>> } = {},
): TUnsafe<Word> => changed(words, given({ "x-ignore-case": true, "x-aliases": aliases }));

/** The same shape with something else said of it: what it means in this place, and a value it may have there. */
export function describedAs<Schema extends TSchema>(schema: Schema, options: Described): Schema {
  const { "x-description-en": _before, ...rest } = Object.getOwnPropertyDescriptors<{ "x-description-en"?: string }>(schema);
  return changed(options.description === undefined ? schema : (Object.defineProperties({}, rest) as Schema), annotations(options));
}

/** A copy, with what the builders keep out of sight. */
const changed = <Schema extends TSchema>(schema: Schema, keywords: object): Schema =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(keywords) }) as Schema;

/** A field that may be left out, or be `null`, which is the same (decisions 1.5). */
export const optional = Type.Optional;

export interface AnythingOptions extends Described {
  /** What the log of calls may keep of it; absent = that it was sent. */
  readonly shown?: "scalars" | "whole";
  /** What documents show of it: a handler refuses the others in words of its own. */
  readonly shownAs?: TSchema;
}

/** A JSON object whose fields depend on something else. */
export const openObject = (options: Described = {}) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", ...annotations(options) });

/** A JSON object whose keys are data, each with a value of one kind. */
export const mapOf = <Value extends TSchema>(value: Value, options: Described = {}) =>
  Type.Unsafe<Readonly<Record<string, Static<Value>>>>({ type: "object", additionalProperties: value, ...annotations(options) });

/** Any JSON value, kept as it came. */
export const anything = (options: AnythingOptions = {}): TUnsafe =>
  Type.Unsafe<unknown>({ ...given({ "x-shown": options.shown, "x-shown-as": options.shownAs }), ...annotations(options) });

type Unread<Shown, Read> = { readonly [Name in Exclude<keyof Shown, keyof Read>]: TOptional<TUnsafe<never>> };

/**
 * Of the members a resource is shown with, those that a body of it does not read: whoever sends back what it was shown sends nothing unknown.
 * Their kinds say what the log of calls may keep of them. Documents leave them out: they are taken like whatever nobody knows.
 */
export function ignoredMembers<Shown extends TProperties, Read extends object>(shown: Shown, read: Read): Unread<Shown, Read> {
  const beside = Object.entries(shown).filter(([name]) => !Object.hasOwn(read, name));
  const members = beside.map(([name, schema]) => [name, optional(Type.Unsafe<never>({ ...kindsOf(schema), "x-unread": true }))]);
  return Object.fromEntries(members) as Unread<Shown, Read>;
}

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
}
/** What a value is and whom it tells of, without what it must be. */
function kindsOf({ type, properties, items, "x-personal": personal, "x-secret": secret }: Shape): Shape {
  const members = properties && Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, kindsOf(part)]));
  return given({ type, properties: members, items: items && kindsOf(items), "x-personal": personal, "x-secret": secret });
}

function annotations({ description, examples, personal, secret }: Described) {
  const texts =
    typeof description === "string"
      ? { description }
      : description && { description: description["pt-BR"], "x-description-en": description.en };
  return { ...texts, ...given({ examples, "x-personal": personal, "x-secret": secret }) };
}

/** The keywords that have a value: an absent one must not appear in the published schema. */
const given = (keywords: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

/** A link of v2 resources, which name it by its relation (seed 2.8). */
export const link = namedObject("Href", "Um link: a chave que o traz é a relação.", {
  href: text({ description: "Endereço, relativo à raiz do serviço.", examples: ["/api/v2/products/TEN-BRISA-PRETO-39"] }),
});

/** Links as v1 resources and those of operators carry them (seed 2.8). */
export const links = list(
  namedObject("Link", "Um link, com a sua relação. Siga links em vez de montar endereços.", {
    rel: text({ description: "Relação: `self`, `next`, `order` e outras.", examples: ["self"] }),
    href: text({ description: "Endereço, relativo à raiz do serviço.", examples: ["/api/v1/orders/217350000584167"] }),
  }),
  { description: "Para onde ir daqui." },
);
