import type { Reply } from "../harness.ts";

/**
 * What differs between the answers that two environments gave to one request: status, codes, headers, shape of the body; of a list's
 * items too, unless it is said that they are not to be compared.
 */
export function differences(one: Told, other: Told, { items = true }: { readonly items?: boolean } = {}): readonly string[] {
  // A page without items has no body.
  if (!items && [one, other].some(isEmptyPage) && [one, other].some(isPage)) return [];
  if (one.status !== other.status) return [`status ${one.status} and ${other.status}`];
  const codes = [codesOf(one), codesOf(other)] as const;
  if (codes[0] !== codes[1]) return [`codes ${codes[0]} and ${codes[1]}`];
  const [headers, others] = [headersOf(one), headersOf(other)];
  if (headers !== others) return [`headers ${headers} and ${others}`];
  return shapesApart(shapeOf(one.json, items), shapeOf(other.json, items), "");
}

const isPage = ({ status }: Told) => status === 200;
const isEmptyPage = ({ status }: Told) => status === 204;

/** What is compared of a reply. */
export type Told = Pick<Reply, "status" | "headers" | "json">;

/** Depend on how many bytes an answer has, or on the connection. */
const INCIDENTAL = ["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding", "vary"];
const headersOf = ({ headers }: Told) => [...headers.keys()].filter((name) => !INCIDENTAL.includes(name)).join(" ");

interface Refused {
  readonly type?: unknown;
  readonly details?: readonly { readonly code: string; readonly pointer: string }[];
}
/** The kind of a refusal and each of its items. */
function codesOf({ status, json }: Told): string {
  if (status < 400) return "";
  const { type, details = [] } = (json ?? {}) as Refused;
  return [String(type), ...details.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()].join(", ");
}

/** A value without its values: what kind it is, the fields of an object, everything that the items of a list are. */
type Shape =
  | { readonly kind: string }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Shape> }
  | { readonly kind: "list"; readonly items: readonly Shape[] };

function shapeOf(value: unknown, items: boolean): Shape {
  if (Array.isArray(value)) return { kind: "list", items: items ? value.map((item) => shapeOf(item, items)) : [] };
  if (typeof value !== "object" || value === null) return { kind: value === null ? "null" : typeof value };
  return { kind: "object", fields: new Map(Object.entries(value).map(([name, field]) => [name, shapeOf(field, items)])) };
}

function shapesApart(one: Shape, other: Shape, at: string): readonly string[] {
  if (one.kind !== other.kind) return [`${at || "the body"} is ${one.kind} and ${other.kind}`];
  if ("fields" in one && "fields" in other) return fieldsApart(one.fields, other.fields, at);
  if ("items" in one && "items" in other) return itemsApart(one.items, other.items, at);
  return [];
}

const fieldsApart = (one: ReadonlyMap<string, Shape>, other: ReadonlyMap<string, Shape>, at: string) =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [here, there] = [one.get(name), other.get(name)];
    if (here === undefined || there === undefined) return [`${at}/${name} is ${here ? "not in the second" : "in the second alone"}`];
    return shapesApart(here, there, `${at}/${name}`);
  });

/** Lists have more or fewer items by what else happened: each has to be like one of the other list, unless that is empty. */
function itemsApart(one: readonly Shape[], other: readonly Shape[], at: string): readonly string[] {
  if (one.length === 0 || other.length === 0) return [];
  const strangers = (some: readonly Shape[], others: readonly Shape[]) =>
    some.flatMap((item) => {
      const apart = others.map((like) => shapesApart(item, like, `${at}/*`));
      return apart.some((found) => found.length === 0) ? [] : [apart.toSorted((a, b) => a.length - b.length)[0]!.join("; ")];
    });
  return [...new Set([...strangers(one, other), ...strangers(other, one)])];
}
