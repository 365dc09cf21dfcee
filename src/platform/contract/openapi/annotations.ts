import type { Lang } from "../errors.ts";
import type { Named } from "../schema.ts";
import { definedKeywords, type JsonObject, type SchemaLocation, type AnnotatedSchema } from "./schema-types.ts";

/** The annotations of a value: description, meanings and examples. */
export function annotationsOf(schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { default: usual, "x-personal": personal, "x-secret": secret } = schema;
  return definedKeywords({
    description: inFull(schema, "pt-BR", location),
    "x-description-en": schema["x-description-en"] === undefined ? undefined : inFull(schema, "en", location),
    examples: examplesOf(schema),
    default: location === "answered" ? undefined : usual,
    "x-personal": personal || undefined,
    "x-secret": secret,
  });
}

/** The annotations of an object, without examples, because each of its fields has its own. */
export function recordAnnotations(schema: AnnotatedSchema, location: SchemaLocation): JsonObject {
  const { examples: _overrides, ...said } = annotationsOf(schema, location);
  return said;
}

/**
 * The annotations that stand next to a reference to a named schema: those that differ from the schema's own description and examples, and
 * the default.
 */
export function referenceOverrides(schema: AnnotatedSchema, named: Named): JsonObject {
  const { description, "x-description-en": english, examples, default: usual } = schema;
  const isOther = description !== named.description;
  return definedKeywords({
    description: isOther ? description : undefined,
    "x-description-en": isOther ? english : undefined,
    examples: schema.properties !== undefined || examples === named.examples ? undefined : examples,
    default: usual,
  });
}

/** The description, followed by the meaning of each enum value and, in requests, by the other accepted spellings. */
function inFull(schema: AnnotatedSchema, lang: Lang, location: SchemaLocation): string | undefined {
  const { description, "x-description-en": english, "x-meanings": meanings = {}, enum: words = Object.keys(meanings) } = schema;
  const text = lang === "en" ? english : description;
  const rows = words.flatMap((word) => {
    const meaning = meanings[word];
    return meaning === undefined ? [] : [`- \`${word}\`: ${sentence(typeof meaning === "string" ? meaning : meaning[lang])}`];
  });
  const parts = [text, rows.join("\n"), location === "answered" ? undefined : spellingsIn(schema, lang)].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** Adds a full stop if the text ends without punctuation. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Sentences about the accepted spellings of an enum other than the listed values. */
function spellingsIn({ "x-ignore-case": isAnyCase, "x-aliases": aliases = {} }: AnnotatedSchema, lang: Lang): string {
  const others = Object.entries(aliases).map(([spelling, word]) => `\`${spelling}\` (${word})`);
  const { anyCase, also } = SPELLINGS[lang];
  const isListed = others.length > 0 && others.length <= MOST_LISTED;
  return [...(isAnyCase ? [anyCase] : []), ...(isListed ? [`${also} ${others.join(", ")}.`] : [])].join(" ");
}
/** Maximum number of spellings to list. When there are more, the description itself explains them. */
const MOST_LISTED = 12;
const SPELLINGS = {
  "pt-BR": { anyCase: "Maiúsculas e minúsculas não importam.", also: "Também se aceita:" },
  en: { anyCase: "Letter case does not matter.", also: "Also taken:" },
};

/** The examples of a schema. If it has none, the first value of its enum, or `true` for a boolean. */
function examplesOf({ examples, enum: words, type }: AnnotatedSchema): readonly unknown[] | undefined {
  if (examples !== undefined) return examples;
  if (words !== undefined) return words.slice(0, 1);
  return type === "boolean" ? [true] : undefined;
}
