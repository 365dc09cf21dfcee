import { object, optional, type Refusal, text } from "../../platform/contract/index.ts";
import { reviewErrors } from "./errors.ts";

/** `If-Match` of what is replaced as a whole: its version in quotes, or several separated by commas. */
export const IfMatch = object({
  "If-Match": optional(
    text({
      maxLength: 300,
      pattern: '^(\\*|(W/)?"[!#-~]*"(\\s*,\\s*(W/)?"[!#-~]*")*)$',
      refusal: {
        code: "if_match_malformed",
        text: {
          "pt-BR": '{pointer}: recebido {received}; envie * ou a versão entre aspas, por exemplo "7".',
          en: '{pointer}: received {received}; send * or the version in quotes, for example "7".',
        },
      },
      description: "Grava somente se ainda está nesta versão, entre aspas; `*` = se já existe.",
      examples: ['"7"'],
    }),
  ),
});

/** The ETag of a version. */
export const etagOf = (version: number): string => `"${version}"`;

/**
 * The refusal of a change whose `If-Match` is not the version on record; undefined when it may be made. `version` is undefined when there is
 * nothing on record. Weak tags match nothing (RFC 9110 8.8.3.2).
 */
export function refuseOtherVersion(ifMatch: string | undefined, version: number | undefined): Refusal | undefined {
  if (ifMatch === undefined) return undefined;
  const isMet = version !== undefined && (ifMatch === "*" || ifMatch.split(",").some((tag) => tag.trim() === etagOf(version)));
  if (isMet) return undefined;
  const allowed = version === undefined ? "0" : etagOf(version);
  return reviewErrors.refuse("review_version_differs", { pointer: "header.If-Match", received: ifMatch, allowed });
}
