import type { ObservedCall } from "../platform/http/index.ts";
import type { CallFacts } from "./load.ts";

/** Maximum length of a subject (sku or order number), in characters. */
const SUBJECT_MAX_LENGTH = 300;
/** Characters that a stored subject may not have. Refused calls may contain text that the database cannot store. */
const NOT_STORABLE = /[\p{Cc}\p{Cs}]/u;

/** The sku or order number that a call is about. Undefined when the call has none, or when the text is too long or not storable. */
export function subjectOf(call: ObservedCall): string | undefined {
  const subject = namedSubject(call);
  return subject === undefined || subject.length > SUBJECT_MAX_LENGTH || NOT_STORABLE.test(subject) ? undefined : subject;
}

/**
 * Data that the checklist needs about a call and that has no column in the database: the first refusal code, and the number of different
 * products in a posted order.
 */
export function callFacts({ operation, sentBody, refusal }: ObservedCall): CallFacts {
  const code = refusal?.failures[0]?.code;
  const lines = operation.id === "postOrder" ? productsOrdered(sentBody) : undefined;
  return { ...(code === undefined ? {} : { code }), ...(lines === undefined ? {} : { lines }) };
}

/**
 * Reads the sku or order number that a call is about. For a created product it is in the body, for a created order in the header
 * `location`, and otherwise in the path.
 */
function namedSubject({ operation, parameters, sentBody, location }: ObservedCall): string | undefined {
  if (operation.id === "postProduct") return textOrUndefined((sentBody as { readonly sku?: unknown } | undefined)?.sku);
  if (operation.id === "postOrder")
    return location === undefined ? undefined : decodeURIComponent(location.slice(location.lastIndexOf("/") + 1));
  return parameters["sku"] ?? parameters["orderNumber"];
}

interface SentOrder {
  readonly items?: unknown;
  readonly shippings?: unknown;
}
const textOrUndefined = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const arrayOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Number of different products in an order. */
function productsOrdered(sentBody: unknown): number {
  const { items, shippings } = (sentBody ?? {}) as SentOrder;
  const lines = [
    ...arrayOrEmpty(items),
    ...arrayOrEmpty(shippings).flatMap((shipping) => arrayOrEmpty((shipping as SentOrder | null)?.items)),
  ];
  return new Set(lines.map((line) => (line as { readonly sku?: unknown } | null)?.sku)).size;
}
