import { acceptsVersion, etagOf, ifMatchHeader, type Refusal } from "../../platform/contract/index.ts";
import { reviewErrors } from "./errors.ts";

/** `If-Match` of what is replaced as a whole. */
export const IfMatch = ifMatchHeader({
  "pt-BR": "Grava somente se ainda está nesta versão, entre aspas; `*` = se já existe.",
  en: "Writes only when this is still the version, in quotes; `*` = if there is one.",
});

/**
 * The refusal of a change whose `If-Match` is not the version on record; undefined when it may be made. `version` is undefined when there is
 * nothing on record.
 */
export function refuseOtherVersion(ifMatch: string | undefined, version: number | undefined): Refusal | undefined {
  if (acceptsVersion(ifMatch, version)) return undefined;
  const allowed = version === undefined ? "0" : etagOf(version);
  return reviewErrors.refuse("review_version_differs", { pointer: "header.If-Match", received: ifMatch, allowed });
}
