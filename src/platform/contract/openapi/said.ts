import type { Named } from "../schema.ts";
import { given, type Json, type Place, type Written } from "./written.ts";

/** What is said of a value beside its form: what it means, in which words, and what it may look like. */
export function saidOf(schema: Written, place: Place): Json {
  const { default: usual, "x-personal": personal, "x-secret": secret } = schema;
  return given({
    description: inFull(schema, "pt-BR", place),
    "x-description-en": schema["x-description-en"] === undefined ? undefined : inFull(schema, "en", place),
    examples: examplesOf(schema),
    default: place === "answered" ? undefined : usual,
    "x-personal": personal,
    "x-secret": secret,
  });
}

/** What is said of a named shape in this place alone. */
export function saidHere(schema: Written, named: Named): Json {
  const { description, "x-description-en": english, examples, default: usual } = schema;
  const isOther = description !== named.description;
  return given({
    description: isOther ? description : undefined,
    "x-description-en": isOther ? english : undefined,
    examples: examples === named.examples ? undefined : examples,
    default: usual,
  });
}

/** The description, behind it what each word of a closed list means, and how else it may be written. */
function inFull(schema: Written, lang: "pt-BR" | "en", place: Place): string | undefined {
  const { description, "x-description-en": english, "x-meanings": meanings = {}, "x-aliases": aliases = {} } = schema;
  const told = lang === "en" ? english : description;
  const rows = Object.entries(meanings).map(([word, meaning]) => `- \`${word}\`: ${meaning[lang]}`);
  const others = Object.entries(aliases).map(([spelling, word]) => `\`${spelling}\` (${word})`);
  const also = place === "answered" || others.length === 0 ? [] : [`${ALSO[lang]} ${others.join(", ")}.`];
  const parts = [...(told === undefined ? [] : [told]), ...(rows.length === 0 ? [] : [rows.join("\n")]), ...also];
  return parts.length === 0 ? undefined : parts.join("\n\n");
}
const ALSO = { "pt-BR": "Também se aceita:", en: "Also taken:" };

/** Those that were written; a word or a flag is an example of itself. */
function examplesOf({ examples, enum: words, type }: Written): readonly unknown[] | undefined {
  if (examples !== undefined) return examples;
  if (words !== undefined) return words.slice(0, 1);
  return type === "boolean" ? [true] : undefined;
}
