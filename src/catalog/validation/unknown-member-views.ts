import { isoDateTime } from "../../platform/basics/clock.ts";
import { displayValue, type Lang } from "../../platform/contract/errors.ts";
import { unknownMembers } from "../../platform/contract/unknown-members.ts";
import { warningText } from "../../platform/contract/warnings.ts";
import type { WireCritique } from "../critique-view.ts";
import { ProductBody } from "../product-schema.ts";

/**
 * The members of a body as it was sent that no product has, in the critique's shape: publishing ignores them, and whoever misspelt one
 * hears of it here. `received` is the member's name.
 */
export const unknownMemberViews = (sent: unknown, lang: Lang, at: number): readonly WireCritique[] =>
  unknownMembers(sent, ProductBody).map(({ pointer, name, suggestions }) => ({
    message: warningText("member_unknown", { pointer }, suggestions, lang),
    date: isoDateTime(at),
    code: "member_unknown",
    stage: "automatic",
    severity: "warning",
    pointer,
    received: displayValue(name),
    suggestions,
    docs: "/docs/errors.md#member_unknown",
  }));
