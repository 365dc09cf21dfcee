/** Text that replaces a masked value. */
export const MASK = "***";
/** Text that marks where a value or the rest of a body was left out because it was too long. */
export const SHORTENED = "…";
/** Maximum length of a logged answer and of a logged path with its query, in characters. */
export const KEPT_MAX_CHARS = 4_096;

/** JSON Schema keywords that decide which values are kept. */
export interface MaskingSchema {
  readonly properties?: Readonly<Record<string, MaskingSchema>>;
  readonly items?: MaskingSchema;
  readonly type?: string;
  /** `true` masks the value and all fields inside it. A field inside it is still shown if its schema says `false`. */
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
  /** What to keep of a value that may have several types: only texts, numbers and booleans, or everything. */
  readonly "x-shown"?: "scalars" | "whole";
}

/** A body as the log keeps it. */
export interface MaskedBody {
  readonly value: unknown;
  /** Whether a value that the schema names was masked. */
  readonly isMasked: boolean;
  /** Whether a part of the body was left out because the body was too long. */
  readonly isShortened: boolean;
}

/** Pattern of field names. A field that the schema does not have is shown under its name only if the name matches. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
const PROTOTYPE = "__proto__";
const EMPTY_SCHEMA: MaskingSchema = {};
/** Schema that hides a value. Used for everything inside a secret and, inside any other hidden value, for fields without a schema. */
const HIDDEN: MaskingSchema = { "x-personal": true };

/**
 * Masks a body for the log. A value is kept only if the schema names it and does not mark it as personal or secret. All other values are
 * masked. Field names stay, except those that the schema does not have and that do not look like names (`NAME`). A body longer than
 * `maxChars` characters of JSON is shortened. The result is still valid JSON.
 */
export function maskBody(body: unknown, schema: object = EMPTY_SCHEMA, maxChars = KEPT_MAX_CHARS): MaskedBody {
  const masking: Masking = { charsLeft: maxChars, isMasked: false, isShortened: false };
  const value = maskValue(masking, body, schema, false);
  return { value, isMasked: masking.isMasked, isShortened: masking.isShortened };
}

/** The state of masking one body. */
interface Masking {
  charsLeft: number;
  isMasked: boolean;
  isShortened: boolean;
}

/** Subtracts `chars` from the characters left. Returns false when they do not fit. */
const take = (masking: Masking, chars: number): boolean => (masking.charsLeft -= chars) >= 0;

function shorten(masking: Masking): string {
  masking.isShortened = true;
  return SHORTENED;
}

function mask(masking: Masking, isInSchema: boolean): string {
  masking.isMasked ||= isInSchema;
  return take(masking, MASK.length) ? MASK : shorten(masking);
}

function maskValue(masking: Masking, value: unknown, schema: MaskingSchema | undefined, isParentHidden: boolean): unknown {
  if (masking.charsLeft <= 0) return shorten(masking);
  if (value === null) return null;
  if (schema?.["x-shown"] === "whole") return take(masking, JSON.stringify(value).length) ? value : shorten(masking);
  const matching = schema !== undefined && hasTypeOf(value, schema) ? schema : undefined;
  const isSecret = schema?.["x-secret"] === true;
  const isHidden = schema !== undefined && (matching === undefined || isSecret || (schema["x-personal"] ?? isParentHidden));
  const childSchema = (child: MaskingSchema | undefined) => (isHidden && (isSecret || child === undefined) ? HIDDEN : child);
  if (Array.isArray(value)) return maskList(masking, value, childSchema(matching?.items), isHidden);
  if (typeof value === "object")
    return maskRecord(masking, value, isHidden, (name) => childSchema(matching && ownProperty(matching.properties!, name)));
  return schema !== undefined && !isHidden ? keepScalar(masking, value) : mask(masking, schema !== undefined);
}

function keepScalar(masking: Masking, value: unknown): unknown {
  const chars = typeof value === "string" ? value.length + 2 : 8;
  return take(masking, chars) ? value : shorten(masking);
}

function maskList(masking: Masking, items: readonly unknown[], schema: MaskingSchema | undefined, isHidden: boolean): readonly unknown[] {
  const kept: unknown[] = [];
  for (const item of items) {
    if (masking.charsLeft <= 0) break;
    kept.push(maskValue(masking, item, schema, isHidden));
  }
  return kept.length < items.length ? [...kept, shorten(masking)] : kept;
}

function maskRecord(
  masking: Masking,
  fields: object,
  isHidden: boolean,
  schemaOf: (name: string) => MaskingSchema | undefined,
): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    // Undefined fields are not part of the JSON that is sent.
    if (field === undefined) continue;
    const schema = schemaOf(name);
    const shownName = (schema !== undefined && schema !== HIDDEN) || NAME.test(name) ? name : MASK;
    if (!take(masking, shownName.length + 4)) {
      kept[SHORTENED] = shorten(masking);
      break;
    }
    const value = maskValue(masking, field, schema, isHidden);
    // An assignment to `__proto__` would set the prototype of the record.
    if (shownName === PROTOTYPE) Object.defineProperty(kept, shownName, { value, enumerable: true, configurable: true, writable: true });
    else kept[shownName] = value;
  }
  return kept;
}

/**
 * Whether the log can keep an answer unchanged. Its JSON text must be short, and its schema must name every field and hide none. Do not
 * use this for request bodies: only answers are sure to match their schemas.
 */
export const isKeptUnchanged = (text: string, schema: object | undefined): boolean =>
  schema !== undefined && text.length <= KEPT_MAX_CHARS && showsEverything(schema);

/** Whether a schema names all fields at every level and hides none of them. */
function showsEverything(schema: MaskingSchema): boolean {
  const known = schemasShowingEverything.get(schema);
  if (known !== undefined) return known;
  const { properties, items, type } = schema;
  const children = properties === undefined ? (items === undefined ? [] : [items]) : Object.values(properties);
  const isNamed = properties !== undefined || items !== undefined || SCALARS.has(type);
  const answer = schema["x-shown"] === "whole" || (isShown(schema) && isNamed && children.every(showsEverything));
  schemasShowingEverything.set(schema, answer);
  return answer;
}
const schemasShowingEverything = new WeakMap<MaskingSchema, boolean>();
const SCALARS: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);
const CONTAINERS: ReadonlySet<unknown> = new Set(["object", "array"]);

/** Whether a schema has no mark as personal or secret. */
export const isShown = (schema: MaskingSchema): boolean => schema["x-personal"] !== true && schema["x-secret"] !== true;

/**
 * Whether a value is a list, an object or a simple value, as its schema requires. Other values are masked. For example, a text sent in
 * place of an object may contain personal data.
 */
const hasTypeOf = (value: unknown, { type, properties, items, "x-shown": shown }: MaskingSchema): boolean =>
  Array.isArray(value)
    ? items !== undefined
    : typeof value === "object"
      ? properties !== undefined
      : shown === "scalars" || (type !== undefined && !CONTAINERS.has(type) && !properties && !items);
const ownProperty = (properties: Readonly<Record<string, MaskingSchema>>, name: string): MaskingSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;
