import { httpDate, isoDateTime } from "../basics/clock.ts";
import { pointerSteps } from "../basics/json-pointer.ts";
import { type Deprecation, hasField } from "../contract/deprecations.ts";
import type { Operation } from "../contract/operation.ts";
import type { Headers } from "./headers.ts";
import type { RequestContext } from "./request-context.ts";
import type { QueryParameters } from "./request-parsing.ts";
import { serializeItem } from "./structured-field.ts";
import { WARNING_HEADER } from "./warning-header.ts";

/** Tells the callers of an operation that it, or a part of it that they use, will be removed. */
export interface DeprecationNotice {
  /** Called when the caller is authenticated. */
  onQuery(context: RequestContext, query: QueryParameters): void;
  /** Called when the body was read. */
  onBody(context: RequestContext, body: unknown): void;
}

/** Creates the notice of an operation; undefined when nothing of it is deprecated. */
export function createDeprecationNotice({ id }: Pick<Operation, "id">, all: readonly Deprecation[]): DeprecationNotice | undefined {
  const own = all.filter(({ operation }) => operation === id);
  if (own.length === 0) return undefined;
  const always = own.filter(({ part }) => part === undefined || part.in === "answer");
  return {
    onQuery: (context, query) =>
      addHeaders(context, [...always, ...own.filter(({ part }) => part?.in === "query" && Object.hasOwn(query, part.name))]),
    onBody: (context, body) =>
      addHeaders(
        context,
        own.filter(({ part }) => part?.in === "body" && hasField(body, pointerSteps(part.pointer))),
      ),
  };
}

function addHeaders(context: RequestContext, used: readonly Deprecation[]): void {
  if (used.length === 0) return;
  const caller = context.caller!;
  context.caller = { ...caller, headers: used.reduce(withDeprecation, caller.headers) };
}

/**
 * Adds the headers of a deprecation. `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) are about the whole resource, so a part is named in the warning
 * header instead. Both have a link to the guide.
 */
function withDeprecation(headers: Headers, { code, part, deprecatedAt, sunsetAt, guide }: Deprecation): Headers {
  const link = { link: joined(headers["link"], `<${guide}>; rel="deprecation"; type="text/markdown"`) };
  if (part === undefined) return { ...headers, ...link, deprecation: `@${Math.floor(deprecatedAt / 1_000)}`, sunset: httpDate(sunsetAt) };
  const place = part.in === "query" ? { parameter: part.name } : { pointer: part.pointer, in: part.in };
  const item = serializeItem("deprecated", { ...place, code, sunset: isoDateTime(sunsetAt) });
  return { ...headers, ...link, [WARNING_HEADER]: joined(headers[WARNING_HEADER], item) };
}

const joined = (before: string | undefined, item: string) => (before === undefined ? item : `${before}, ${item}`);
