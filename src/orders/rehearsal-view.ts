import { onRecord, sentence, type Failure, type Lang } from "../platform/errors.ts";
import type { OrderInvoice } from "./order.ts";
import { findingView } from "./shipping-view.ts";

/** What a rehearsed invoicing says: everything that would refuse it, and what would be noted on the invoice, refused or not. */
export const rehearsalView = (
  failures: readonly Failure[],
  { errors, validationErrors }: Pick<OrderInvoice, "errors" | "validationErrors">,
  lang: Lang,
) => ({
  valid: failures.length === 0,
  failures: failures.map((failure) => {
    const { code, pointer, received, allowed, suggestions, current } = failure;
    return {
      code,
      pointer,
      message: sentence(failure, lang),
      ...(received === undefined ? {} : { received }),
      ...(allowed === undefined ? {} : { allowed }),
      ...(suggestions === undefined ? {} : { suggestions }),
      ...onRecord(current),
    };
  }),
  errors: errors.map((finding) => findingView(finding, lang)),
  validationErrors: validationErrors.map((finding) => findingView(finding, lang)),
});
