import { object, optional, text } from "../../platform/contract/index.ts";

/** The preference with which a PUT asks for a change request (RFC 7240). */
const CHANGE_REQUEST = "change-request";

/** The `Prefer` header. Preferences that nobody knows are ignored, as RFC 7240 asks. */
export const Prefer = object({
  Prefer: optional(
    text({
      maxLength: 300,
      description: {
        "pt-BR":
          "`change-request`: se o produto está fechado, o PUT pede uma mudança em vez de ser recusado. Outras preferências são ignoradas.",
        en: "`change-request`: when the product is closed, the PUT asks for a change instead of being refused. Other preferences are ignored.",
      },
      examples: [CHANGE_REQUEST],
    }),
  ),
});

/** The header that says that the call was handled as `Prefer` asked (RFC 7240), as the contract describes it. */
export const PreferenceApplied = {
  "Preference-Applied": {
    description: "`change-request` quando a chamada o pediu com `Prefer`, e foi atendida.",
    example: CHANGE_REQUEST,
    occasional: true,
  },
} as const;

/** `PreferenceApplied`, as an answer sends it. */
export const preferenceApplied = { "preference-applied": CHANGE_REQUEST } as const;

/** Whether a `Prefer` header asks for a change request. Its names compare in any letter case; values and parameters do not count. */
export const prefersChangeRequest = (prefer: string | undefined): boolean =>
  (prefer ?? "").split(",").some((one) => one.split(/[;=]/, 1)[0]!.trim().toLowerCase() === CHANGE_REQUEST);
