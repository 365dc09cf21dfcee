import type { Lang } from "../errors.ts";
import type { Named } from "../schema.ts";
import { definedKeywords, type JsonObject, type SchemaLocation, type AnnotatedSchema } from "./schema-types.ts";

/** What is said of a value beside its form: what it means, in which words, and what it may look like. */
export function annotationsOf(schema: AnnotatedSchema, place: SchemaLocation): JsonObject {
  const { default: usual, "x-personal": personal, "x-secret": secret } = schema;
  return definedKeywords({
    description: inFull(schema, "pt-BR", place),
    "x-description-en": schema["x-description-en"] === undefined ? undefined : inFull(schema, "en", place),
    examples: examplesOf(schema),
    default: place === "answered" ? undefined : usual,
    "x-personal": personal || undefined,
    "x-secret": secret,
  });
}

/** The same of a record, whose fields have the examples. */
export function recordAnnotations(schema: AnnotatedSchema, place: SchemaLocation): JsonObject {
  const { examples: _overrides, ...said } = annotationsOf(schema, place);
  return said;
}

/** What is said of a named shape in this place alone. */
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

/** The description, behind it what each word of a closed list means, and how else it may be written. */
function inFull(schema: AnnotatedSchema, lang: Lang, place: SchemaLocation): string | undefined {
  const { description, "x-description-en": english, "x-meanings": meanings = {}, enum: words = Object.keys(meanings) } = schema;
  const told = lang === "en" ? english : description;
  const rows = words.flatMap((word) => {
    const meaning = meanings[word];
    return meaning === undefined ? [] : [`- \`${word}\`: ${sentence(typeof meaning === "string" ? meaning : meaning[lang])}`];
  });
  const parts = [told, rows.join("\n"), place === "answered" ? undefined : spellingsIn(schema, lang)].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** With its full stop, which rows of tables go without. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** How else a word may be written where it is sent. */
function spellingsIn({ "x-ignore-case": isAnyCase, "x-aliases": aliases = {} }: AnnotatedSchema, lang: Lang): string {
  const others = Object.entries(aliases).map(([spelling, word]) => `\`${spelling}\` (${word})`);
  const { anyCase, also } = SPELLINGS[lang];
  const isListed = others.length > 0 && others.length <= MOST_LISTED;
  return [...(isAnyCase ? [anyCase] : []), ...(isListed ? [`${also} ${others.join(", ")}.`] : [])].join(" ");
}
/** More spellings than these are told of in the description's own words. */
const MOST_LISTED = 12;
const SPELLINGS = {
  "pt-BR": { anyCase: "Maiúsculas e minúsculas não importam.", also: "Também se aceita:" },
  en: { anyCase: "Letter case does not matter.", also: "Also taken:" },
};

/** Those that were written; a word or a flag is an example of itself. */
function examplesOf({ examples, enum: words, type }: AnnotatedSchema): readonly unknown[] | undefined {
  if (examples !== undefined) return examples;
  if (words !== undefined) return words.slice(0, 1);
  return type === "boolean" ? [true] : undefined;
}
