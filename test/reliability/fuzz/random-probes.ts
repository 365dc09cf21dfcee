import fc from "fast-check";
import { isEndless } from "./follow.ts";
import type { Described, Parameter } from "./operation.ts";
import { placesOf, scaffold } from "./places.ts";
import { POOLED, type Body, type Edit, type Place, type Probe } from "./probe.ts";
import { boundaryProbes } from "./probes.ts";
import { textOf, valid, type Schema } from "./values.ts";

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
    .record(Object.fromEntries(queried.map(({ name, schema }) => [name, valid(schema).map((value) => textOf(value))])), {
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
