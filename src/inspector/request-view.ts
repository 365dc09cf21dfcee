import { isoDateTime } from "../platform/basics/index.ts";
import type { Warning } from "../platform/contract/index.ts";
import { maskValues } from "../sellers/index.ts";
import { curlCommand } from "./curl.ts";
import type { ErrorGroupRow, ListedRow, RequestRow } from "./queries.ts";

/** An event that a call caused. */
export interface CausedEvent {
  readonly seq: number;
  readonly name: string;
  readonly resource: string;
  readonly at: number;
}

const self = (base: string, requestId: string) => [{ rel: "self", href: `${base}/${encodeURIComponent(requestId)}` }];

/** A call as an item of the list at the path `base`. */
export const listItemView = (row: ListedRow, base: string) => ({
  requestId: row.request_id,
  date: isoDateTime(row.at),
  operation: row.operation,
  method: row.method,
  target: row.target,
  status: row.status,
  ms: Math.round(row.ms),
  codes: row.codes,
  links: self(base, row.request_id),
});

/** The seller and application that made a call. Operators see them. */
export const callerView = ({ seller_id, client_id }: ListedRow) => ({
  ...(seller_id === 0 ? {} : { sellerId: seller_id }),
  ...(client_id === null ? {} : { clientId: client_id }),
});

/** Data for the details of a call that its row of the log does not contain. */
interface DetailContext {
  readonly events: readonly CausedEvent[];
  readonly warnings: readonly Warning[];
  /** Path of the list that contains the call. */
  readonly base: string;
}

/** A call with all its logged data. */
export function detailView(row: RequestRow, { events, warnings, base }: DetailContext) {
  const [headers, sent, answered] = [row.headers, row.sent, row.answered].map((text) =>
    text === null ? undefined : (JSON.parse(text) as unknown),
  );
  return {
    ...listItemView(row, base),
    language: row.language,
    ...(row.credential_id === null ? {} : { credentialId: row.credential_id }),
    request: { headers, ...(sent === undefined ? {} : { body: sent }) },
    response: answered === undefined ? {} : { body: answered },
    trace: traceOf(row.status, answered),
    warnings,
    events: events.map(({ seq, name, resource, at }) => ({
      id: `evt_${row.seller_id}_${seq}`,
      seq,
      name,
      resource,
      date: isoDateTime(at),
    })),
  };
}

/** Removes the values from a `detailView` for the role `support` (decisions 8). Leaves the operation's path template and the field names. */
export function maskedView(view: ReturnType<typeof detailView>, path: string) {
  const { request, response, trace, ...rest } = view;
  return {
    ...rest,
    target: path,
    request: { headers: maskValues(request.headers), ...("body" in request ? { body: maskValues(request.body) } : {}) },
    response: "body" in response ? { body: maskValues(response.body) } : {},
    trace: trace.map(({ code, pointer }) => ({ code, pointer })),
  };
}

interface RefusalItem {
  readonly code?: unknown;
  readonly pointer?: unknown;
}
/** The items in the `details` of a refusal. Empty for other answers. */
function traceOf(status: number, answered: unknown): readonly RefusalItem[] {
  const { details } = (status >= 400 && typeof answered === "object" && answered !== null ? answered : {}) as {
    readonly details?: unknown;
  };
  return Array.isArray(details) ? details.filter((detail): detail is RefusalItem => typeof detail === "object" && detail !== null) : [];
}

/** The curl command that repeats a logged call. Masked values stay masked. */
export const curlView = ({ method, target, headers, sent }: RequestRow): string =>
  curlCommand({ method, target, headers: JSON.parse(headers) as Readonly<Record<string, string>>, sent });

/** A group of refusals of one operation with one code. */
export const errorGroupView = ({ code, operation, count, first, last, example }: ErrorGroupRow) => ({
  code,
  operation,
  count,
  example,
  first: isoDateTime(first),
  last: isoDateTime(last),
});
