import { ApiError, type ErrorDetail } from "../api/errors.ts";

/** The refusals of a call as a form shows them. */
export interface FormErrors {
  /** The server's sentences by the path of the field: `items.0.sku`. */
  readonly errors: Readonly<Record<string, string>>;
  /** What belongs to no field of the form, to be shown above it. */
  readonly rest: readonly ErrorDetail[];
}

/**
 * Puts every refusal of the server at its field. A refusal inside a field (`/images/0/url` in a form with `images`) is shown at the field itself.
 */
export function fieldErrors(error: unknown, fields: readonly string[]): FormErrors {
  const details = error instanceof ApiError ? error.details : [];
  const errors: Record<string, string> = {};
  const rest: ErrorDetail[] = [];
  for (const detail of details) {
    const path = pathOf(detail.pointer);
    const field = fields.find((one) => path === one) ?? fields.find((one) => path.startsWith(`${one}.`));
    if (field === undefined) rest.push(detail);
    else errors[field] = errors[field] === undefined ? detail.message : `${errors[field]} ${detail.message}`;
  }
  return { errors, rest };
}

/** `/items/0/sku` becomes `items.0.sku` (RFC 6901). */
const pathOf = (pointer: string): string =>
  pointer
    .replace(/^\//, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
