import { isoDateTime } from "../../platform/basics/clock.ts";
import { displayValue, type Lang } from "../../platform/contract/errors.ts";
import { unknownMembers } from "../../platform/contract/unknown-members.ts";
import { warningText } from "../../platform/contract/warnings.ts";
import type { CritiqueView } from "../critique-view.ts";
import { ProductBody } from "../product-schema.ts";

/**
 * Warnings for members of a sent body that no product has, in the shape of critiques. Publishing ignores such members, and a misspelt name
 * becomes visible here. `received` is the member's name.
 */
export const unknownMemberViews = (sent: unknown, lang: Lang, at: number): readonly CritiqueView[] =>
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
