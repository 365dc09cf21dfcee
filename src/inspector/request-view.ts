import { isoDateTime } from "../platform/basics/clock.ts";
import type { Warning } from "../platform/contract/warnings.ts";
import { withoutValues } from "../sellers/index.ts";
import { curlOf } from "./curl.ts";
import type { ErrorGroupRow, ListedRow, RequestRow } from "./queries.ts";

/** An event as a call that caused it names it. */
export interface Caused {
  readonly seq: number;
  readonly name: string;
  readonly resource: string;
  readonly at: number;
}

const self = (base: string, requestId: string) => [{ rel: "self", href: `${base}/${encodeURIComponent(requestId)}` }];

/** A call as lists show it, in the list at `base`. */
export const listedView = (row: ListedRow, base: string) => ({
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

/** Whose call it was, for the marketplace's people. */
export const callerView = ({ seller_id, client_id }: ListedRow) => ({
  ...(seller_id === 0 ? {} : { sellerId: seller_id }),
  ...(client_id === null ? {} : { clientId: client_id }),
});

/** What is told of a call beside what is kept of it. */
interface Told {
  readonly events: readonly Caused[];
  readonly warnings: readonly Warning[];
  /** The list it stands in. */
  readonly base: string;
}

/** A call with everything that is kept of it. */
export function detailView(row: RequestRow, { events, warnings, base }: Told) {
  const [headers, sent, answered] = [row.headers, row.sent, row.answered].map((text) =>
    text === null ? undefined : (JSON.parse(text) as unknown),
  );
  return {
    ...listedView(row, base),
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

/** The same for eyes that need not see values (decisions 8, role support): the address is the operation's, the fields stay. */
export function maskedView(view: ReturnType<typeof detailView>, path: string) {
  const { request, response, trace, ...rest } = view;
  return {
    ...rest,
    target: path,
    request: { headers: withoutValues(request.headers), ...("body" in request ? { body: withoutValues(request.body) } : {}) },
    response: "body" in response ? { body: withoutValues(response.body) } : {},
    trace: trace.map(({ code, pointer }) => ({ code, pointer })),
  };
}

interface Detail {
  readonly code?: unknown;
  readonly pointer?: unknown;
}
/** What a refusal found, item by item. */
function traceOf(status: number, answered: unknown): readonly Detail[] {
  const { details } = (status >= 400 && typeof answered === "object" && answered !== null ? answered : {}) as {
    readonly details?: unknown;
  };
  return Array.isArray(details) ? details.filter((detail): detail is Detail => typeof detail === "object" && detail !== null) : [];
}

/** The command line that repeats a call; what was masked stands masked in it. */
export const curlView = ({ method, target, headers, sent }: RequestRow): string =>
  curlOf({ method, target, headers: JSON.parse(headers) as Readonly<Record<string, string>>, sent });

/** How often something was refused with a code. */
export const errorGroupView = ({ code, operation, count, first, last, example }: ErrorGroupRow) => ({
  code,
  operation,
  count,
  example,
  first: isoDateTime(first),
  last: isoDateTime(last),
});
