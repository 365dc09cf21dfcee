import type { ObservedCall } from "../platform/http/index.ts";
import type { CallFacts } from "./load.ts";

/** The longest subject that an address may name. */
const SUBJECT_MAX_LENGTH = 300;
/** Refused calls may name anything, also characters that the database cannot store. */
const NOT_STORABLE = /[\p{Cc}\p{Cs}]/u;

/** The sku or order number a call is about; undefined when it names none, or one that no product or order can have. */
export function subjectOf(call: ObservedCall): string | undefined {
  const subject = namedSubject(call);
  return subject === undefined || subject.length > SUBJECT_MAX_LENGTH || NOT_STORABLE.test(subject) ? undefined : subject;
}

/** What the checklist needs to know about a call, in addition to its columns: the first refusal code, and the lines of a posted order. */
export function callFacts({ operation, sentBody, refusal }: ObservedCall): CallFacts {
  const code = refusal?.failures[0]?.code;
  const lines = operation.id === "postOrder" ? productsOrdered(sentBody) : undefined;
  return { ...(code === undefined ? {} : { code }), ...(lines === undefined ? {} : { lines }) };
}

/** Taken from the address; of a created product from the body, of a created order from `location`. */
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

/** How many different products an order asks for. */
function productsOrdered(sentBody: unknown): number {
  const { items, shippings } = (sentBody ?? {}) as SentOrder;
  const lines = [
    ...arrayOrEmpty(items),
    ...arrayOrEmpty(shippings).flatMap((shipping) => arrayOrEmpty((shipping as SentOrder | null)?.items)),
  ];
  return new Set(lines.map((line) => (line as { readonly sku?: unknown } | null)?.sku)).size;
}
