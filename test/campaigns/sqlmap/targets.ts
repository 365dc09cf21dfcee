import type { Described, Parameter } from "../../reliability/fuzz/operation.ts";
import { type Schema, typical } from "../../reliability/fuzz/values.ts";
import { type Leaf, absentLeaves, changed, leavesOf } from "./leaves.ts";

/** A request with marks behind what sqlmap is to try, as it is sent. */
export interface Target {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Names of the query that are not marked. */
  readonly unmarked: readonly string[];
  /** What is marked. */
  readonly places: readonly string[];
  /** Whether the contract reduces all of it to a closed set before any statement. */
  readonly isClosed: boolean;
}

/** A request that an operation takes, from which targets are made. */
export interface Opened {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a target of an operation marks, and what it adds to the operation's request for it. */
export interface Group {
  readonly parameters: readonly Parameter[];
  readonly leaves: readonly Leaf[];
  /** Put into the body, marked or not. */
  readonly added: readonly Leaf[];
}

/** sqlmap tries what carries its mark. */
export const MARK = "*";
/** Places of one target, about; two targets of an operation are tried at the same time. */
const MOST_AT_ONCE = 8;

/**
 * Every place of an operation, in groups that a request can carry together and still be taken: the path with how a list is paged; each
 * filter and each header by itself, for a key that was used answers what it answered before; texts of the body; numbers and flags, which
 * can carry nothing unless they are sent as texts; and what the example leaves out, part by part. What the contract reduces to a closed
 * set never stands with what it does not.
 */
export function groupsOf({ parameters, body: schema }: Described, body: unknown): readonly Group[] {
  const [joined, alone] = divided(
    parameters,
    ({ in: place, schema: { default: or } }) => place === "path" || (place === "query" && or !== undefined),
  );
  const absent = schema === undefined ? [] : [...absentLeaves(schema, body)];
  return [
    ...[...Map.groupBy(joined, isClosed).values()].map((one) => ({ parameters: one, leaves: [], added: [] })),
    ...alone.map((parameter) => ({ parameters: [parameter], leaves: [], added: [] })),
    ...groupsOfLeaves([...leavesOf(schema ?? {}, body)], []),
    ...[...Map.groupBy(absent, ({ part }) => part).values()].flatMap((part) => groupsOfLeaves(part, part)),
  ];
}

const groupsOfLeaves = (leaves: readonly Leaf[], added: readonly Leaf[]): readonly Group[] =>
  [...Map.groupBy(leaves, (leaf) => (isSentAsText(leaf) ? 1 : 0) + (isClosed(leaf) ? 2 : 0)).values()].flatMap((alike) =>
    inParts(alike).map((part) => ({ parameters: [], leaves: part, added })),
  );

/** `path.sku`, `query.page`, `header.If-Match`, `body/items/0/sku`. */
export const placesOf = ({ parameters, leaves }: Group): readonly string[] => [
  ...parameters.map(({ in: place, name }) => `${place}.${name}`),
  ...leaves.map(({ at }) => `body/${at.join("/")}`),
];

/** Whether the check lets nothing through but numbers, flags, dates or words of a list. */
const isClosed = ({ schema: { type, format, enum: words, items } }: { readonly schema: Schema }): boolean =>
  ["integer", "number", "boolean"].includes(type ?? "") ||
  format === "date-time" ||
  words !== undefined ||
  (type === "array" && items !== undefined && isClosed({ schema: items }));

/** The request of an operation with the places of a group marked. */
export function targetOf({ method, path }: Described, group: Group, opened: Opened, baseUrl: string): Target {
  const marked = (place: Parameter["in"]) => new Map(group.parameters.filter((one) => one.in === place).map((one) => [one.name, one]));
  const inPath = marked("path");
  const steps = path.replaceAll(
    /\{(\w+)\}/g,
    (_step, name: string) => encodeURIComponent(opened.path[name]!) + (inPath.has(name) ? MARK : ""),
  );
  const asked = new Map(opened.query);
  const inQuery = [...marked("query").values()].map((one) => [one.name, `${encodeURIComponent(valueOf(one, asked.get(one.name)))}${MARK}`]);
  const others = opened.query.filter(([name]) => !marked("query").has(name));
  const query = [...others.map(([name, value]) => [name, encodeURIComponent(value)]), ...inQuery].map((pair) => pair.join("=")).join("&");
  const inHeaders = [...marked("header").values()].map((one) => [one.name, valueOf(one) + MARK] as const);
  const leaves = group.leaves.map(({ at, value }) => ({ at, value: unmarked(String(value)) + MARK }));
  const body = opened.body === undefined ? undefined : changed(unmarkedBody(opened.body), [...group.added, ...leaves]);
  return {
    url: `${baseUrl}${steps}${query === "" ? "" : `?${query}`}`,
    method,
    headers: { ...opened.headers, ...Object.fromEntries(inHeaders) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    unmarked: others.map(([name]) => name),
    places: placesOf(group),
    isClosed: [...group.parameters, ...group.leaves].every(isClosed),
  };
}

/** The request as it is before sqlmap changes it. */
export const plain = ({ url, body, headers, ...rest }: Target): Target => ({
  ...rest,
  url: unmarked(url),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, unmarked(value)])),
  ...(body === undefined ? {} : { body: unmarked(body) }),
});

/** What parameters are asked for where their schema names neither a default nor an example. */
const ASKED: Readonly<Record<string, string>> = {
  "header.Idempotency-Key": "chave",
  "header.If-Match": '"1"',
  "query.after": "1",
  "query.before": "2147483647",
  "query.beforeDay": "2030-01-01",
  "query.olderThanHours": "0",
  "query.orderStartDate": "2020-01-01T00:00:00Z",
  "query.orderEndDate": "2030-01-01T00:00:00Z",
  "query.since": "2020-01-01T00:00:00Z",
  "query.expand": "items",
  "query.expands": "items",
  "query.operation": "putStock",
  "query.code": "required",
  "query.brand": "Altipasso",
  "query.department": "Corrida",
  "query.resource": "product",
  "query.acknowledge": "possible_double_count",
};

const valueOf = ({ in: place, name, schema }: Parameter, known?: string): string => {
  const [example] = schema.examples ?? [];
  const value = known ?? schema.default ?? example ?? ASKED[`${place}.${name}`] ?? typical(schema);
  return unmarked(String(value));
};

const unmarked = (text: string) => text.replaceAll(MARK, "");
const unmarkedBody = (body: unknown) => JSON.parse(unmarked(JSON.stringify(body))) as unknown;

/** Texts, and decimals, which are taken as texts too. */
const isSentAsText = ({ value, schema }: { readonly value: unknown; readonly schema: Schema }) =>
  typeof value === "string" || (typeof value === "number" && schema.type === "number");

function divided<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / MOST_AT_ONCE);
  const size = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_part, i) => all.slice(i * size, (i + 1) * size));
}
