import { isoDateTime } from "../../platform/basics/index.ts";
import { displayValue, type Lang, unknownMembers, warningText } from "../../platform/contract/index.ts";
import type { CritiqueView } from "../critique-view.ts";
import { ProductBody } from "../product-schema.ts";

/**
 * Warnings, in the shape of critiques, about members of a sent body that are not fields of a product. Publishing ignores such members and
 * does not report them, so these warnings reveal a misspelt name. `received` is the member's name.
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
