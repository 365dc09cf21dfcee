import { Type, type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe } from "typebox";
import type { LocalizedText } from "./errors.ts";

/**
 * The builders that contracts are written with. Every builder returns plain JSON Schema 2020-12, the dialect that OpenAPI 3.1 uses. What
 * JSON Schema cannot express is in `x-` keywords, for the checks, the documents and the logs:
 *
 * | keyword | says |
 * |---|---|
 * | `x-scale` | maximum number of digits after the decimal point |
 * | `x-also` | a second accepted type: `integer` for text, `epoch-ms` for date-times |
 * | `x-day` | which instant a date without a time means, when it is not the first of the day |
 * | `x-composed` | decomposed letters (Unicode NFD) are composed (NFC) before everything else |
 * | `x-absent` | values that count as not sent |
 * | `x-empty` | a list that is sent empty in a query is an empty list, not an absent one |
 * | `x-ignore-case`, `x-aliases` | other accepted spellings of an enum value; they become the listed one |
 * | `x-shown-as` | the schema in documents, where the handler itself refuses other values |
 * | `x-meanings` | what each value of an enum means |
 * | `x-personal` | personal data: a refusal shows it to its sender, logs keep only that it was sent; `false` for a part of it that is not personal |
 * | `x-secret` | a secret: treated like personal data, and shown once, when it is issued |
 * | `x-period` | the parameters with the first and the last instant of a period; the last must not be earlier |
 * | `x-unread` | a member whose value the marketplace decides: bodies may repeat it, and it is neither checked nor used |
 * | `x-shown` | what the call log may keep of a value of any type: its `scalars`, or the `whole` value |
 * | `x-code`, `x-hint` | code and sentence of the refusal when the pattern does not match |
 * | `x-description-en` | the description in English |
 * | `x-named` | the name of the schema in documents, and its description there |
 * | `x-extends` | the object whose fields this object repeats; documents refer to that object |
 */
export type { Static, TProperties, TSchema };

/** The limits of 32-bit integers, which clients use (decisions 1.5). */
const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;
/** The largest whole number with 15 significant digits. A double preserves every number of up to 15 digits. */
export const EXACT_MAX = 999_999_999_999_999;
/** Decimals are below one billion unless the field says otherwise, so that their sums stay exact too. */
const DECIMAL_MAX = 999_999_999;

/** Options that every value has. */
export interface Described {
  /** A text in Brazilian Portuguese, or in both languages. */
  readonly description?: LocalizedText | string;
  readonly examples?: readonly unknown[];
  /** Marks personal data, which logs do not repeat. `false` marks a part of personal data that is not personal. */
  readonly personal?: boolean;
  /** Marks a secret, which logs do not repeat. */
  readonly secret?: true;
}

export interface TextOptions extends Described {
  /** Length in characters (code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMA-262 source, used with the `u` flag. Anchors are not added. */
  readonly pattern?: string;
  /** Code and message of the refusal when `pattern` does not match. The message may contain {pointer} and {received}. */
  readonly refusal?: { readonly code: string; readonly text: LocalizedText };
  /** Also accepts an integer and converts it to its digits. */
  readonly also?: "integer";
  /** Set for names. Composes decomposed letters, so that all Unicode forms of a name are the same text. */
  readonly composed?: true;
  /** Values that count as not sent, such as `""` or `false` for a colour (decisions 3). */
  readonly absent?: readonly (string | boolean)[];
}

/** A JSON string. */
export function text(options: TextOptions = {}) {
  const { minLength, maxLength, pattern, refusal, also, composed, absent } = options;
  return Type.Unsafe<string>({
    type: "string",
    ...defined({ minLength, maxLength, pattern, "x-also": also, "x-composed": composed, "x-absent": absent }),
    ...(refusal ? { "x-code": refusal.code, "x-hint": refusal.text } : {}),
    ...annotations(options),
  });
}

/** Invisible characters that are not white space: soft hyphens, fillers, joiners, direction marks, selectors. */
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0";

/** Options of a text that must contain at least one visible character. */
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

/** A whole number of 32 bits unless the limits say otherwise. Accepts `5.0` as 5, and `"5"` as 5 in a body (decisions 9). */
export function integer(options: IntegerOptions = {}) {
  const { minimum = INT32_MIN, maximum = INT32_MAX } = options;
  return Type.Unsafe<number>({ type: "integer", minimum, maximum, ...defined({ default: options.default }), ...annotations(options) });
}

export interface DecimalOptions extends Described {
  /** Maximum number of digits after the decimal point. */
  readonly scale: number;
  /** Exclusive minimum. */
  readonly above?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An exact decimal: a JSON number, or a string such as `"12.50"`. Never rounded (decisions 1.5, 1.6). */
export function decimal(options: DecimalOptions) {
  const { scale, above, maximum = DECIMAL_MAX } = options;
  const minimum = options.minimum ?? (above === undefined ? -DECIMAL_MAX : undefined);
  return Type.Unsafe<number>({
    type: "number",
    ...defined({ exclusiveMinimum: above, minimum }),
    maximum,
    "x-scale": scale,
    ...annotations(options),
  });
}

/** `true` or `false`, never a string or a number. */
export function bool(options: Described & { readonly default?: boolean } = {}) {
  return Type.Unsafe<boolean>({ type: "boolean", ...defined({ default: options.default }), ...annotations(options) });
}

export interface WordsOptions<Word extends string> extends Described {
  /** The meaning of each value, for documents. */
  readonly meanings?: Readonly<Record<Word, LocalizedText | string>>;
  /** Accepts any letter case and returns the listed spelling (decisions 1.12). */
  readonly ignoreCase?: true;
  /** Other accepted spellings, each with the listed value it stands for. */
  readonly aliases?: Readonly<Record<string, Word>>;
}

/** A text from a closed list. */
export function enumOf<const Word extends string>(words: readonly Word[], options: WordsOptions<Word> = {}) {
  return Type.Unsafe<Word>({
    type: "string",
    enum: [...words],
    ...defined({ "x-ignore-case": options.ignoreCase, "x-aliases": options.aliases, "x-meanings": options.meanings }),
    ...annotations(options),
  });
}

export interface DateTimeOptions extends Described {
  /** Also accepts epoch milliseconds. */
  readonly epoch?: true;
  /** Reads a date without a time as the last instant of that day. For the end of a period. */
  readonly endOfDay?: true;
}

/** An instant in any spelling of decisions 1.7. The check converts it to epoch milliseconds. */
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
  /** In a query: an empty parameter is an empty list and not an absent one. */
  readonly emptyIsSent?: true;
}

/** A JSON array. In a query, a list separated by commas. */
export function list<Item extends TSchema>(item: Item, options: ListOptions = {}) {
  const { minItems, maxItems, uniqueItems, emptyIsSent } = options;
  return Type.Array(item, { ...defined({ minItems, maxItems, uniqueItems, "x-empty": emptyIsSent }), ...annotations(options) });
}

/** A JSON object. Unknown keys are ignored (decisions 1.5). */
export function object<Fields extends TProperties>(fields: Fields, options: Described = {}): TObject<Fields> {
  return Type.Object(fields, annotations(options));
}

/** Query parameters with the beginning and the end of a period. A period that ends before it begins is refused. */
export const withPeriod = <Fields extends TProperties>(from: keyof Fields & string, until: keyof Fields & string, fields: Fields) =>
  Type.Object(fields, { "x-period": [from, until] });

/** Options of a named object. Its example consists of the examples of its fields. An example given here overrides them. */
type Beside = Omit<Described, "description">;

/** A JSON object with a name. Documents print it once under that name, and generated client types use the name. */
export const namedObject = <Fields extends TProperties>(
  name: string,
  description: LocalizedText | string,
  fields: Fields,
  options: Beside = {},
): TObject<Fields> => named(name, object(fields, { description, ...options }));

/**
 * A named object that has all fields of another object, and more. Documents refer to the other object. A field that both objects contain
 * must have the same schema, but it may be required here and optional in the other object.
 */
export const extendObject = <Fields extends TProperties, More extends TProperties>(
  name: string,
  base: TObject<Fields>,
  description: LocalizedText | string,
  more: More,
  options: Beside = {},
): TObject<Omit<Fields, keyof More> & More> =>
  named(name, Type.Object({ ...base.properties, ...more }, { ...annotations({ description, ...options }), "x-extends": base }));

/** The name of a schema, with the description and examples it had when it was named. */
export interface Named {
  readonly name: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/**
 * Gives a schema a name. Documents print it once under that name, and generated client types use the name. When a place uses the schema
 * with another description or other examples, documents print them next to the reference.
 */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  const { description, examples } = schema as Omit<Named, "name">;
  return changed(schema, { "x-named": { name, ...defined({ description, examples }) } });
}

/** A value from a list that may grow. Documents list the current values, and clients must accept any value. */
export const openEnum = (meanings: Readonly<Record<string, LocalizedText | string>>, options: TextOptions = {}) =>
  changed(text({ ...options, examples: options.examples ?? Object.keys(meanings).slice(0, 1) }), { "x-meanings": meanings });

/** Creates a copy of an enum that accepts any letter case and the given other spellings. */
export const lenientEnum = <Word extends string>(
  words: TUnsafe<Word>,
  { aliases }: { readonly aliases?: Readonly<Record<string, Word>> } = {},
): TUnsafe<Word> => changed(words, defined({ "x-ignore-case": true, "x-aliases": aliases }));

/** Creates a copy of a schema that has a different description or different examples, for one place. */
export function describedAs<Schema extends TSchema>(schema: Schema, options: Described): Schema {
  const { "x-description-en": _before, ...rest } = Object.getOwnPropertyDescriptors<{ "x-description-en"?: string }>(schema);
  return changed(options.description === undefined ? schema : (Object.defineProperties({}, rest) as Schema), annotations(options));
}

/** Creates a copy of a schema with more keywords. Keeps the non-enumerable properties that the builders set. */
const changed = <Schema extends TSchema>(schema: Schema, keywords: object): Schema =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(keywords) }) as Schema;

/** A field that may be left out or `null`. Both mean the same (decisions 1.5). */
export const optional = Type.Optional;

export interface AnythingOptions extends Described {
  /** The part of the value that the call log may keep. Absent = only the fact that it was sent. */
  readonly shown?: "scalars" | "whole";
  /** The schema that documents show when the handler itself refuses other values. */
  readonly shownAs?: TSchema;
}

/** A JSON object whose fields the contract does not name. */
export const openObject = (options: Described = {}) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", ...annotations(options) });

/** A JSON object whose keys are data. All its values have the same schema. */
export const mapOf = <Value extends TSchema>(value: Value, options: Described = {}) =>
  Type.Unsafe<Readonly<Record<string, Static<Value>>>>({ type: "object", additionalProperties: value, ...annotations(options) });

/** Any JSON value, unchanged. */
export const anything = (options: AnythingOptions = {}): TUnsafe =>
  Type.Unsafe<unknown>({ ...defined({ "x-shown": options.shown, "x-shown-as": options.shownAs }), ...annotations(options) });

type Unread<Shown, Read> = { readonly [Name in Exclude<keyof Shown, keyof Read>]: TOptional<TUnsafe<never>> };

/**
 * Creates the members that a request body ignores: those that the resource's answers contain (`shown`) but the body does not use (`read`).
 * Callers may therefore send an answer back without a warning about unknown members. The types of the members determine what the call log
 * may keep. Documents leave the members out.
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
/** The type of a value without its limits, with the marks for personal data and secrets. */
function kindsOf({ type, properties, items, "x-personal": personal, "x-secret": secret }: Shape): Shape {
  const members = properties && Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, kindsOf(part)]));
  return defined({ type, properties: members, items: items && kindsOf(items), "x-personal": personal, "x-secret": secret });
}

function annotations({ description, examples, personal, secret }: Described) {
  const texts =
    typeof description === "string"
      ? { description }
      : description && { description: description["pt-BR"], "x-description-en": description.en };
  return { ...texts, ...defined({ examples, "x-personal": personal, "x-secret": secret }) };
}

/** Drops undefined keywords. They must not appear in the published schema. */
const defined = (keywords: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

/** A link of a v2 resource. Its key in `_links` is the relation (seed 2.8). */
export const link = namedObject("Href", "Um link: a chave que o traz é a relação.", {
  href: text({ description: "Endereço, relativo à raiz do serviço.", examples: ["/api/v2/products/TEN-BRISA-PRETO-39"] }),
});

/** The links of v1 and operator resources (seed 2.8). */
export const links = list(
  namedObject("Link", "Um link, com a sua relação. Siga links em vez de montar endereços.", {
    rel: text({ description: "Relação: `self`, `next`, `order` e outras.", examples: ["self"] }),
    href: text({ description: "Endereço, relativo à raiz do serviço.", examples: ["/api/v1/orders/217350000584167"] }),
  }),
  { description: "Para onde ir daqui." },
);
