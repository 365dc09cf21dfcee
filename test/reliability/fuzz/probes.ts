import fc from "fast-check";
import { isEndless } from "./follow.ts";
import type { Described, Parameter } from "./operation.ts";
import { pointerTo, type Body, type Edit, type Place, type Probe } from "./probe.ts";
import { boundaries, typical, valid, violations, type Edge, type Schema } from "./values.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"];
const DEEPEST = 6;
/** Begins a path's value that stands for the nth of those that answers gave out. */
export const POOLED = "pool:";

/** The operation as it is documented, with nothing changed. */
export const EXAMPLE: Probe = { phase: "example", name: "as documented", expects: "acceptance" };

/** Requests that are wrong before anything of them is read: credentials, method, media types, headers. */
export function protocolProbes({ credentials, methods, body, parameters }: Described): readonly Probe[] {
  const made = (name: string, expects: Probe["expects"], rest: Partial<Probe>): Probe => ({ phase: "protocol", name, expects, ...rest });
  return [
    ...credentials.flatMap((header) => [
      made(`without ${header}`, "no entry", { headers: { [header]: null } }),
      made(`with a ${header} nobody has`, "no entry", { headers: { [header]: "Bearer nobody-has-this" } }),
    ]),
    ...METHODS.filter((method) => !methods.includes(method)).map((method) =>
      made(`by ${method}`, "no such method", { method, body: { none: true } }),
    ),
    made("asking for HTML", "JSON only", { headers: { accept: "text/html" } }),
    ...(body === undefined
      ? []
      : [
          made("in plain text", "no such media type", { headers: { "content-type": "text/plain" } }),
          made("without a media type", "no such media type", { headers: { "content-type": null } }),
        ]),
    ...parameters
      .filter(({ in: place, required }) => place === "header" && required)
      .map(({ name }) => made(`without ${name}`, "refusal of a missing header", { headers: { [name.toLowerCase()]: null } })),
  ];
}

/** Values on either side of every limit that the document states, one to a request. `base` is the body that succeeds. */
export function boundaryProbes(operation: Described, base: unknown): readonly Probe[] {
  return [
    ...operation.parameters.flatMap(parameterProbes),
    ...(operation.body === undefined
      ? []
      : [whole(operation.body), ...placesOf(operation.body)].flatMap((place) => bodyProbes(place, base))),
  ];
}

/** What is no text of a parameter's kind. */
const OTHER_KINDS: Readonly<Record<string, readonly string[]>> = { integer: ["abc", "1.5", "1e3", "0x10"], boolean: ["talvez", "1"] };

/** Texts that a parameter does not take; nothing at all counts as absent. */
function parameterViolations(schema: Schema): readonly Edge[] {
  const { type = "string", items = {} } = schema;
  if (type === "array") return parameterViolations(items);
  const isOfItsKind = ({ value }: Edge) =>
    type === "integer" ? Number.isInteger(value) : typeof value === "string" && value.isWellFormed();
  const beyond = type === "boolean" ? [] : violations(schema).filter(isOfItsKind);
  return [...(OTHER_KINDS[type] ?? []).map((value) => ({ name: "another kind", value })), ...beyond].filter(({ value }) => value !== "");
}

/** A header takes visible ASCII only. */
const isHeader = (value: unknown) => /^[!-~]([ -~]*[!-~])?$/.test(String(value));

/** The probe that gives a parameter a value. */
function given({ name, in: place }: Pick<Parameter, "name" | "in">, value: string): Pick<Probe, "path" | "query" | "headers"> {
  if (place === "path") return { path: { [name]: value } };
  if (place === "query") return { query: [[name, value]] };
  return { headers: { [name.toLowerCase()]: value } };
}

function parameterProbes(parameter: Parameter): readonly Probe[] {
  const { name, in: place, schema } = parameter;
  const usable = ({ value }: Edge) => place !== "header" || isHeader(value);
  const allowed = boundaries(schema)
    .flatMap(({ name: edge, value }) => textsOf(value).map((text) => ({ name: edge, value: text })))
    .filter(({ value }) => value !== "");
  return [
    ...allowed.filter(usable).map(({ name: edge, value }): Probe => ({
      phase: "boundary",
      name: `${place} ${name}: ${edge}`,
      expects: "acceptance",
      ...given(parameter, value),
    })),
    ...parameterViolations(schema)
      .filter(usable)
      .map(({ name: edge, value }): Probe => ({
        phase: "boundary",
        name: `${place} ${name}: ${edge}`,
        expects: "refusal",
        pointer: `${place}.${name}`,
        ...given(parameter, String(value)),
      })),
  ];
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? [value.join()] : [String(value)]);

/** A place of a body, with what the schema says of it. */
interface PlaceOfBody {
  readonly at: Place;
  readonly schema: Schema;
  readonly required: boolean;
  /** The schemas of everything above, the body's own first. */
  readonly above: readonly Schema[];
}

const whole = (schema: Schema): PlaceOfBody => ({ at: [], schema, required: false, above: [] });

/** Every place that a body's schema names; of a list, its first item. */
function placesOf(schema: Schema, at: Place = [], above: readonly Schema[] = []): readonly PlaceOfBody[] {
  if (at.length > DEEPEST) return [];
  const here = [...above, schema];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { at: [...at, name], schema: field, required: schema.required?.includes(name) ?? false, above: here },
    ...placesOf(field, [...at, name], here),
  ]);
  const { items } = schema;
  if (items === undefined) return fields;
  return [...fields, { at: [...at, 0], schema: items, required: false, above: here }, ...placesOf(items, [...at, 0], here)];
}

const under = (node: unknown, at: Place): unknown =>
  at.reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step], node);

/** What has to stand above a place for it to be allowed there, where the body that succeeds has nothing. */
function scaffold({ at, above }: PlaceOfBody, base: unknown): readonly Edit[] {
  const missing = at.findIndex((_step, depth) => depth > 0 && under(base, at.slice(0, depth)) === undefined);
  if (missing < 0) return [];
  // From the topmost that is missing, all of it: a record may lack the fields that lead on.
  return at.slice(missing).flatMap((_step, i) => {
    const depth = missing + i;
    const schema = above[depth]!;
    return [{ at: at.slice(0, depth), value: schema.type === "array" ? [typical(schema.items ?? {})] : typical(schema) }];
  });
}

function bodyProbes(place: PlaceOfBody, base: unknown): readonly Probe[] {
  const { at, schema, required } = place;
  const pointer = pointerTo(at);
  const above = scaffold(place, base);
  const probe = (edge: string, expects: Probe["expects"], value: unknown): Probe => ({
    phase: "boundary",
    name: `${pointer}: ${edge}`,
    expects,
    ...(expects === "refusal" ? { pointer } : {}),
    body: { edits: [...above, { at, value }] },
  });
  return [
    ...boundaries(schema).map(({ name, value }) => probe(name, "acceptance", value)),
    ...violations(schema).map(({ name, value }) => probe(name, "refusal", value)),
    ...(required ? [probe("left out", "refusal", undefined), probe("null", "refusal", null)] : []),
    ...(typeof at.at(-1) === "number" ? [probe("null", "refusal", null)] : []),
    ...(!required && typeof at.at(-1) === "string" ? [probe("left out", "acceptance", undefined), probe("null", "acceptance", null)] : []),
  ];
}

/** Whatever comes: allowed values, forbidden ones, and what nobody thought of. */
export function randomProbes(operation: Described, base: unknown, slow: ReadonlySet<string>): fc.Arbitrary<Probe> {
  const { parameters, body } = operation;
  const queried = parameters.filter(({ in: place, name }) => place === "query" && !slow.has(name));
  const named = parameters.filter(({ in: place }) => place === "path");
  const wrong = boundaryProbes(operation, base).filter(({ expects }) => expects === "refusal");
  return fc.oneof(
    ...(queried.length > 0 ? [allowedQueries(queried), strangeQueries(queried)] : []),
    ...(named.length > 0 ? [strangePaths(named)] : []),
    // What others stand on is not removed, such as a credential that revokes itself; and nobody waits for what has no end.
    ...(named.length > 0 && operation.method !== "DELETE" && !isEndless(operation) ? [idsGivenOut(named)] : []),
    ...(body === undefined ? [] : [...allowedBodies(body, base), ...strangeBodies(body)]),
    ...(wrong.length > 0 ? [fc.constantFrom(...wrong).map((probe): Probe => ({ ...probe, phase: "random" }))] : []),
    strangeHeaders,
    fc.constant<Probe>({ phase: "random", name: "a parameter nobody knows", expects: "acceptance", query: [["nobody", "asks"]] }),
  );
}

type Drawn = fc.Arbitrary<Probe>;
const random = (name: string, expects: Probe["expects"], rest: Partial<Probe>): Probe => ({ phase: "random", name, expects, ...rest });

const allowedQueries = (queried: readonly Parameter[]): Drawn =>
  fc
    .record(Object.fromEntries(queried.map(({ name, schema }) => [name, valid(schema).map((value) => textsOf(value)[0]!)])), {
      requiredKeys: [],
    })
    .map((values) =>
      random("allowed parameters", "acceptance", {
        query: filled(Object.entries(values)),
      }),
    );

/** Without those that count as absent: nothing, and unfilled placeholders. */
const filled = (values: readonly (readonly [string, string | undefined])[]) =>
  values.flatMap(([name, value = ""]) => (value === "" || /^\{.*\}$/s.test(value) ? [] : [[name, value] as const]));

const strangeText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).filter((text) => text.isWellFormed()),
  fc.string({ unit: "grapheme", maxLength: 400 }).filter((text) => text.isWellFormed()),
  fc.constantFrom("", "null", "[]", "{}", "-0", "1e400", "NaN", "\u0000", "..", "%", "{status}", "'; --", "9".repeat(30)),
  fc.integer().map(String),
);

const strangeQueries = (queried: readonly Parameter[]): Drawn =>
  fc
    .array(fc.tuple(fc.constantFrom(...queried.map(({ name }) => name), "page[]", "__proto__", ""), strangeText), { maxLength: 4 })
    .map((query) => random("strange parameters", "anything documented", { query }));

const strangePaths = (named: readonly Parameter[]): Drawn =>
  fc
    .tuple(
      fc.constantFrom(...named),
      fc.oneof(strangeText, fc.constantFrom("raw:%", "raw:%00", "raw:%ff", "raw:%2e%2e%2f", "raw:a%2fb", "raw:%E0%A4%A")),
    )
    .filter(([, value]) => value !== "" && value !== "." && value !== "..")
    .map(([{ name }, value]) => random(`strange ${name}`, "anything documented", { path: { [name]: value } }));

/** Ids that exist, of whatever they are: an order's number with the code of another one's shipping. */
const idsGivenOut = (named: readonly Parameter[]): Drawn =>
  fc
    .record(Object.fromEntries(named.map(({ name }) => [name, fc.nat({ max: 49 }).map((nth) => `${POOLED}${nth}`)])), { requiredKeys: [] })
    .map((path) => random("ids given out elsewhere", "anything documented", { path: path as Readonly<Record<string, string>> }));

/** Bodies as the schema allows them: the one that succeeds with other values in places, or drawn from nothing. */
function allowedBodies(schema: Schema, base: unknown): readonly Drawn[] {
  const places = placesOf(schema);
  const replaced = fc.oneof(
    ...places.map((place) => valid(place.schema).map((value): readonly Edit[] => [...scaffold(place, base), { at: place.at, value }])),
  );
  return [
    valid(schema).map((json) => random("a body drawn from its schema", "acceptance", { body: { json } })),
    ...(places.length === 0 ? [] : [replaced.map((edits) => random("the example with another value", "acceptance", { body: { edits } }))]),
  ];
}

const strangeJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
);

/** What is no JSON, or more than that. */
const RAW_BODIES = [
  "",
  " ",
  "null",
  "[",
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  "1e400",
  "\ufeff{}",
  '"\\ud800"',
  "[".repeat(100) + "]".repeat(100),
  "{}{}",
  "NaN",
  "// a\n{}",
];

function strangeBodies(schema: Schema): readonly Drawn[] {
  const places = placesOf(schema).map(({ at }) => at);
  const at = fc.constantFrom<Place>([], ["nobody"], ...places);
  const strange = (body: Body) => random("a strange body", "anything documented", { body });
  return [
    fc.array(fc.record({ at, value: strangeJson }), { minLength: 1, maxLength: 3 }).map((edits) => strange({ edits })),
    fc.constantFrom(...RAW_BODIES).map((text) => strange({ text })),
    fc.string({ maxLength: 80 }).map((text) => strange({ text })),
  ];
}

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ["*/*", "application/json;q=0", "application/*", "application/problem+json", "a", ";;", "application/zip", "text/event-stream"],
  "accept-language": ["en", "pt-PT", "fr;q=0.9, en;q=0.1", "*", ";;"],
  "accept-encoding": ["gzip", "identity;q=0", "br", "*;q=0"],
  "content-type": [
    "application/json; charset=UTF-8",
    "application/json; charset=latin1",
    "multipart/form-data",
    "APPLICATION/JSON",
    "json",
  ],
  "content-encoding": ["gzip", "identity"],
  "if-none-match": ["*", '"another"', "W/", "nonsense"],
  "if-match": ["*", '"another"', "nonsense"],
  "idempotency-key": ["k", "k".repeat(255), "k".repeat(256), "two words"],
  "x-request-id": ["pedido:42", "two words", "x".repeat(129)],
  prefer: ["respond-async"],
  "x-http-method-override": ["DELETE"],
  "x-forwarded-for": ["127.0.0.1, ::1"],
  range: ["bytes=0-1"],
  cookie: ["a=b"],
};
const strangeHeaders: Drawn = fc
  .record(Object.fromEntries(Object.entries(HEADERS).map(([name, values]) => [name, fc.constantFrom(...values)])), { requiredKeys: [] })
  .map((headers) => random("strange headers", "anything documented", { headers: headers as Readonly<Record<string, string>> }));
