import { object, optional, text } from "../platform/contract/index.ts";

/** The strong ETag of a stock record: its version in quotes. Every change of the record increases the version. */
export const etagOf = (version: number): string => `"${version}"`;

/** `If-Match` in the grammar of RFC 9110 13.1.1: `*`, or tags separated by commas. */
export const IfMatch = object({
  "If-Match": optional(
    text({
      maxLength: 300,
      pattern: '^(\\*|(W/)?"[!#-~]*"(\\s*,\\s*(W/)?"[!#-~]*")*)$',
      refusal: {
        code: "if_match_malformed",
        text: {
          "pt-BR": '{pointer}: recebido {received}; envie * ou a ETag do estoque com suas aspas, por exemplo "7".',
          en: '{pointer}: received {received}; send * or the ETag of the stock with its quotes, for example "7".',
        },
      },
      description: {
        "pt-BR":
          'Grava somente se o estoque ainda está nesta versão: a ETag de GET, que é a `version` entre aspas (`"7"`); `*` = se já há um.',
        en: 'Writes only when the stock is still of this version: the ETag of GET, which is `version` in quotes (`"7"`); `*` = if there is one.',
      },
      examples: ['"7"'],
    }),
  ),
});

/** Matches any version of an existing stock. */
const ANY = "*";
const VERSION_TAG = /^"([1-9]\d*)"$/;

/**
 * The versions that `If-Match` accepts, in the form that `putStocks` takes: null = any version, or no stock yet; `*` = any version of an
 * existing stock; otherwise numbers separated by commas. Weak tags, and tags that are not a version, match nothing (RFC 9110 8.8.3.2).
 */
export function ifMatchVersions(ifMatch: string | undefined): string | null {
  if (ifMatch === undefined) return null;
  if (ifMatch === ANY) return ANY;
  return ifMatch
    .split(",")
    .flatMap((tag) => VERSION_TAG.exec(tag.trim())?.[1] ?? [])
    .join();
}
