import { seededRandom } from "../../src/platform/basics/seeded-chance.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import type { RequestOptions } from "../harness.ts";
import { propertiesOf, type World } from "./world.ts";

/** A request as it is asked of any world: the same in all but the ids that a world gave out. */
export interface Variant {
  /** What is told when two worlds answer differently. */
  readonly name: string;
  readonly by: "caller" | "stranger" | "nobody" | "unknown";
  /** Has an address of its own, for it uses up what is there. */
  readonly isFresh?: true;
  readonly method?: string;
  /** What stands in the place of a path's parameter. */
  readonly path?: readonly [name: string, value: string];
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options: (world: World) => RequestOptions;
}

type Json = Readonly<Record<string, unknown>>;

const nothing = () => ({});
const good =
  (operation: Operation) =>
  (world: World): RequestOptions =>
    world.sent(operation);
const bodied =
  (operation: Operation, change: (body: Json) => unknown) =>
  (world: World): RequestOptions => ({ json: change(structuredClone(world.body(operation)) as Json) });

/** Requests of an operation that succeed, and that fail in each of the ways there are; at most so many of its body's, drawn by seed. */
export function variantsOf(
  operation: Operation,
  { seed, mostOfBody }: { readonly seed: number; readonly mostOfBody: number },
): readonly Variant[] {
  const all: readonly Variant[] = [
    { name: "as documented", by: "caller", isFresh: true, options: good(operation) },
    ...doors(operation),
    ...addresses(operation),
    ...queries(operation),
    ...headers(operation),
    ...(operation.body
      ? [...wholeBodies(operation), ...absences(operation), ...drawn(values(operation), mostOfBody, seed, operation.id)]
      : []),
  ];
  // What was deleted is not there for the next one.
  return operation.method === "DELETE"
    ? all.map((one) => (one.by === "caller" && one.path === undefined ? { ...one, isFresh: true } : one))
    : all;
}

function doors(operation: Operation): readonly Variant[] {
  const { audience, permission } = operation;
  if (audience === "public") return [];
  const english = { "accept-language": "en" };
  return [
    { name: "without a credential", by: "nobody", options: good(operation) },
    { name: "without a credential, in English", by: "nobody", headers: english, options: nothing },
    { name: "with an unknown credential", by: "unknown", options: good(operation) },
    ...(permission === "any" ? [] : [{ name: "without its permission", by: "stranger", options: good(operation) } as const]),
    { name: "by another method", by: "caller", method: "QUERY", options: nothing },
  ];
}

/** What no id is, what nobody has, and what cannot be decoded. */
const WRONG_STEPS = ["nenhum", "-1", "999999999", "x".repeat(120), "%E0%A4%A"] as const;

const addresses = ({ path }: Operation): readonly Variant[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    WRONG_STEPS.map(
      (value) => ({ name: `{${name}} is ${value.slice(0, 12)}`, by: "caller", path: [name!, value], options: nothing }) as const,
    ),
  );

/** Of each type of parameter, values that it takes and that it does not. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  integer: ["1", "-1", "1.5", "99999999999999", ""],
  boolean: ["true", "talvez"],
  string: ["nada", "2026-11-20", "y".repeat(300), "%00", "{status}"],
  array: ["nada", "a,b"],
};

const queries = (operation: Operation): readonly Variant[] => [
  ...Object.entries(propertiesOf(operation.query)).flatMap(([name, { type = "string" }]) =>
    (PARAMETERS[type] ?? PARAMETERS["string"]!).map((value) => ({
      name: `?${name}=${value.slice(0, 12)}`,
      by: "caller" as const,
      query: `?${name}=${value}`,
      options: good(operation),
    })),
  ),
  { name: "?nobody=asks", by: "caller", query: "?nobody=asks&nobody=twice", options: good(operation) },
];

const headers = (operation: Operation): readonly Variant[] => [
  { name: "asking for HTML", by: "caller", headers: { accept: "text/html" }, options: nothing },
  { name: "with If-None-Match", by: "caller", headers: { "if-none-match": '"another"' }, options: good(operation) },
];

const JSON_TYPE = { "content-type": "application/json" };
const BODIES: readonly (readonly [name: string, options: RequestOptions])[] = [
  ["no body", {}],
  ["an empty object", { json: {} }],
  ["a list", { json: [] }],
  ["a text", { json: "nada" }],
  ["null", { body: "null", headers: JSON_TYPE }],
  ["broken JSON", { body: '{"a": ', headers: JSON_TYPE }],
  ["bytes that are no UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]), headers: JSON_TYPE }],
  ["plain text", { body: "{}", headers: { "content-type": "text/plain" } }],
  ["a key twice", { body: '{"a":1,"a":2}', headers: JSON_TYPE }],
  ["a forbidden key", { body: '{"__proto__":{"a":1}}', headers: JSON_TYPE }],
];
const wholeBodies = (operation: Operation): readonly Variant[] => [
  ...BODIES.map(([name, options]) => ({ name, by: "caller", options: () => options }) as const),
  {
    name: "with a key that nobody knows",
    by: "caller",
    isFresh: true,
    options: bodied(operation, (body) => ({ ...body, nobodyKnows: 1 })),
  },
];

interface Field {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}
/** Values of other types than a field's, and ones at the edge of its own. */
const VALUES: readonly unknown[] = [
  null,
  "",
  "nada",
  0,
  -1,
  0.123456,
  99_999_999_999,
  true,
  [],
  {},
  "z".repeat(2_500),
  "\u0000",
  [[]],
  [null],
];
const DEEPEST = 4;

/** Each field of the body left out. */
const absences = (operation: Operation): readonly Variant[] =>
  pointers(operation.body as Field, [], 1).map((pointer) => ({
    name: `without /${pointer.join("/")}`,
    by: "caller",
    options: bodied(operation, (body) => changed(body, pointer, undefined)),
  }));

/** Each field of the body, and what is below it, with each of the values. */
const values = (operation: Operation): readonly Variant[] =>
  pointers(operation.body as Field, [], DEEPEST).flatMap((pointer) =>
    VALUES.map((value) => ({
      name: `/${pointer.join("/")} is ${JSON.stringify(value).slice(0, 20)}`,
      by: "caller" as const,
      options: bodied(operation, (body) => changed(body, pointer, value)),
    })),
  );

function pointers({ properties = {} }: Field, above: readonly string[], deepest: number): readonly (readonly string[])[] {
  if (deepest === 0) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const pointer = [...above, name];
    const below = field.items === undefined ? pointers(field, pointer, deepest - 1) : pointers(field.items, [...pointer, "0"], deepest - 1);
    return [pointer, ...below];
  });
}

/** The same with another value at a pointer; what would stand above it is made where it is missing. */
function changed(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const isList = step === "0";
  const before = Array.isArray(node) ? node : typeof node === "object" && node !== null ? node : isList ? [] : {};
  const below = changed((before as Json)[step], rest, value);
  if (Array.isArray(before)) return [below, ...before.slice(1)];
  return { ...before, [step]: below };
}

/** So many of them at most, the same ones for the same seed. */
const drawn = (variants: readonly Variant[], most: number, seed: number, purpose: string): readonly Variant[] =>
  variants
    .map((variant, i) => ({ variant, chance: seededRandom(seed, purpose, i) }))
    .toSorted((one, other) => one.chance - other.chance)
    .slice(0, most)
    .map(({ variant }) => variant);
