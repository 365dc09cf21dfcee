import type { LocalizedText } from "./errors.ts";
import { object, optional, text } from "./schema.ts";

/** The strong ETag of a version: the number in quotes. Every change of what has the version increases it. */
export const etagOf = (version: number): string => `"${version}"`;

/** The grammar of `If-Match`: `*`, or tags separated by commas (RFC 9110 13.1.1). */
export const IF_MATCH = {
  maxLength: 300,
  pattern: '^(\\*|(W/)?"[!#-~]*"(\\s*,\\s*(W/)?"[!#-~]*")*)$',
  refusal: {
    code: "if_match_malformed",
    text: {
      "pt-BR": '{pointer}: recebido {received}; envie * ou a versão entre aspas, por exemplo "7".',
      en: '{pointer}: received {received}; send * or the version in quotes, for example "7".',
    },
  },
} as const;

/** The `If-Match` header of an operation. `description` says what is compared. */
export const ifMatchHeader = (description: LocalizedText) =>
  object({ "If-Match": optional(text({ ...IF_MATCH, description, examples: ['"7"'] })) });

/** Matches any version of what exists. */
export const ANY_VERSION = "*";
const VERSION_TAG = /^"(0|[1-9]\d*)"$/;

/** The versions in a list of tags, as decimal texts. Weak tags, and tags that are not a version, match nothing (RFC 9110 8.8.3.2). */
export const versionsIn = (tags: string): readonly string[] => tags.split(",").flatMap((tag) => VERSION_TAG.exec(tag.trim())?.[1] ?? []);

/**
 * Whether `If-Match` accepts the version on record. Without the header every version is accepted. Version 0 is that of what shows as empty
 * before anything is on record; undefined means that there is nothing. `*` accepts neither.
 */
export function acceptsVersion(ifMatch: string | undefined, version: number | undefined): boolean {
  if (ifMatch === undefined) return true;
  if (version === undefined) return false;
  return ifMatch === ANY_VERSION ? version > 0 : versionsIn(ifMatch).includes(String(version));
}
