import { currentStateOf, type Failure, failureMessage, type Lang } from "../../platform/contract/index.ts";
import type { FileFacts } from "./read-upload.ts";
import type { InvoicingInput } from "./read-request.ts";
import { findingView } from "../shipping-view.ts";

/** Result of a dry run: the failures that would refuse the invoicing, and the findings that would be noted on the invoice. */
export const invoiceDryRunView = (
  failures: readonly Failure[],
  { errors, validationErrors, file }: Pick<InvoicingInput, "errors" | "validationErrors" | "file">,
  lang: Lang,
) => ({
  valid: failures.length === 0,
  failures: failures.map((failure) => {
    const { code, pointer, received, allowed, suggestions, current } = failure;
    return {
      code,
      pointer,
      message: failureMessage(failure, lang),
      ...(received === undefined ? {} : { received }),
      ...(allowed === undefined ? {} : { allowed }),
      ...(suggestions === undefined ? {} : { suggestions }),
      ...currentStateOf(current),
    };
  }),
  errors: errors.map((finding) => findingView(finding, lang)),
  validationErrors: validationErrors.map((finding) => findingView(finding, lang)),
  ...(file && { file: fileView(file) }),
});

const fileView = ({ bytes, decoding }: FileFacts) => ({
  bytes,
  ...(decoding && { encoding: decoding.encoding, decodedBy: decoding.by }),
  ...(decoding?.declared !== undefined && { declared: decoding.declared }),
});
