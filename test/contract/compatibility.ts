import { Ajv2020 } from "ajv/dist/2020.js";
import type { Deprecation } from "../../src/platform/contract/deprecations.ts";
import type { Document, OperationObject } from "../documents/openapi-rules.ts";
import { alternatives, promised, type Schema } from "./alternatives.ts";

/** A place that both documents have, before and now; both are resolved. */
interface Pair<Value> {
  readonly at: string;
  readonly before: Value;
  readonly now: Value;
}

/** One way to break those who were written for the earlier document. */
interface CompatibilityRule {
  readonly name: string;
  readonly find: (before: Document, now: Document) => readonly string[];
}

/** What no longer works, by the name of its rule. */
export const broken = (before: Document, now: Document): readonly string[] =>
  COMPATIBILITY_RULES.flatMap(({ name, find }) => find(before, now).map((what) => `${name}: ${what}`));

/** Of what no longer works, the lines that no deprecation announces. */
export const unannounced = (found: readonly string[], deprecations: readonly Pick<Deprecation, "breaks">[]): readonly string[] => {
  const announced = new Set(deprecations.flatMap(({ breaks }) => breaks));
  return found.filter((line) => !announced.has(line));
};

const operationsIn = ({ paths }: Document): ReadonlyMap<string, OperationObject> =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

function pairs(before: Document, now: Document): readonly Pair<OperationObject>[] {
  const later = operationsIn(now);
  return [...operationsIn(before)].flatMap(([at, operation]) => {
    const same = later.get(at);
    return same === undefined ? [] : [{ at, before: operation, now: same }];
  });
}

const ofOperations =
  (find: (pair: Pair<OperationObject>) => readonly string[]): CompatibilityRule["find"] =>
  (before, now) =>
    pairs(before, now).flatMap((pair) => find(pair).map((what) => `${pair.at}: ${what}`));

const JSON_TYPE = "application/json";
const bodyOf = ({ requestBody }: OperationObject): Schema => (requestBody?.content[JSON_TYPE]?.schema as Schema | undefined) ?? {};
const answerOf = (operation: OperationObject, status: string): Schema =>
  (operation.responses[status]?.content?.[JSON_TYPE]?.schema as Schema | undefined) ?? {};
const successesOf = ({ responses }: OperationObject) => Object.keys(responses).filter((status) => Number(status) < 400);

/** What is below a schema, whichever of its alternatives has it. */
const fieldsOf = (schema: Schema) => alternatives(schema).find(({ properties }) => properties !== undefined)?.properties ?? {};
const itemsOf = (schema: Schema) => alternatives(schema).find(({ items }) => items !== undefined)?.items;

/** Every place of a schema that is in both, from the whole on. */
function within(pair: Pair<Schema>): readonly Pair<Schema>[] {
  const { at, before, now } = pair;
  const later = fieldsOf(now);
  const fields = Object.entries(fieldsOf(before)).flatMap(([name, field]) => {
    const same = later[name];
    return same === undefined ? [] : within({ at: `${at}/${name}`, before: field, now: same });
  });
  const [items, same] = [itemsOf(before), itemsOf(now)];
  return [pair, ...fields, ...(items && same ? within({ at: `${at}/*`, before: items, now: same }) : [])];
}

/** Who sends one value to a parameter that takes several by now, between commas, sends a list of one. */
const asOne = (before: Schema, now: Schema): Schema => (before.type !== "array" && now.type === "array" && now.items ? now.items : now);

/** Parameters that are in both, as schemas. */
const parameterPairs = ({ before, now }: Pair<OperationObject>): readonly Pair<Schema>[] =>
  before.parameters.flatMap(({ name, in: place, schema }) => {
    const same = now.parameters.find((other) => other.name === name && other.in === place);
    return same === undefined
      ? []
      : within({ at: `${place}.${name}`, before: schema as Schema, now: asOne(schema as Schema, same.schema as Schema) });
  });

/** Everything that callers send, and everything that they are answered, in both documents. */
const inputs = (pair: Pair<OperationObject>): readonly Pair<Schema>[] => [
  ...parameterPairs(pair),
  ...within({ at: "", before: bodyOf(pair.before), now: bodyOf(pair.now) }),
];
const answers = ({ before, now }: Pair<OperationObject>): readonly Pair<Schema>[] =>
  successesOf(before).flatMap((status) => within({ at: status, before: answerOf(before, status), now: answerOf(now, status) }));

const ofInputs = (find: (before: Schema, now: Schema) => readonly string[]) =>
  ofOperations((pair) => inputs(pair).flatMap(({ at, before, now }) => find(before, now).map((what) => `${at} ${what}`)));
const ofAnswers = (find: (before: Schema, now: Schema) => readonly string[]) =>
  ofOperations((pair) => answers(pair).flatMap(({ at, before, now }) => find(before, now).map((what) => `${at} ${what}`)));

const lost = (before: readonly string[] = [], now: readonly string[] = []) => before.filter((one) => !now.includes(one));
const namesIn = (schema: Schema) => Object.keys(fieldsOf(schema));
const requiredIn = (schema: Schema) => alternatives(schema).flatMap(({ required = [] }) => required);
const typesIn = ({ type }: Schema) => [type ?? []].flat();

/** What an input may be of one type, and all that it may be of this type now; nothing where the type is gone, which has its own rule. */
function* held(before: Schema, now: Schema): Generator<{ readonly was: Schema; readonly are: readonly Schema[] }> {
  for (const was of alternatives(before)) {
    const are = alternatives(now).filter(({ type }) => type === was.type || (was.type === "integer" && type === "number"));
    if (was.enum === undefined && are.length > 0) yield { was, are };
  }
}
/** What every alternative that is left would break. */
const inAll = (before: Schema, now: Schema, breaks: (was: Schema, is: Schema) => readonly string[]): readonly string[] =>
  [...held(before, now)].flatMap(({ was, are }) => {
    const found = are.map((is) => breaks(was, is));
    return found.every((one) => one.length > 0) ? found[0]! : [];
  });

/** Limits that may rise, and that may fall; one that was not there is as wide as can be. */
const MOST = ["maxLength", "maximum", "maxItems", "x-scale"] as const;
const LEAST = ["minLength", "minimum", "exclusiveMinimum", "minItems"] as const;
const numberIn = (schema: Schema, limit: string, otherwise: number) => (schema[limit] as number | undefined) ?? otherwise;
const tighter = (before: Schema, now: Schema): readonly string[] => [
  ...MOST.filter((limit) => numberIn(now, limit, Number.POSITIVE_INFINITY) < numberIn(before, limit, Number.POSITIVE_INFINITY)),
  ...LEAST.filter((limit) => numberIn(now, limit, Number.NEGATIVE_INFINITY) > numberIn(before, limit, Number.NEGATIVE_INFINITY)),
  ...(now.uniqueItems === true && before.uniqueItems !== true ? ["uniqueItems"] : []),
];
/** Of instants, spellings that have to be taken are tried out instead. */
const another = (keyword: "pattern" | "format") => (before: Schema, now: Schema) =>
  now[keyword] === undefined || now[keyword] === before[keyword] || before.format === "date-time" ? [] : [now[keyword]];

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** What was taken and is no longer. */
const refused = (values: readonly unknown[], now: Schema): readonly string[] => {
  if (values.length === 0) return [];
  const taken = ajv.compile(now);
  return values.filter((value) => !taken(value)).map((value) => JSON.stringify(value));
};
const wordsIn = (schema: Schema) => alternatives(schema).flatMap(({ enum: words = [] }) => words);

const credentialsOf = ({ security }: OperationObject) => (security === undefined ? "as the document says" : JSON.stringify(security));

/** Every rule, each of which some change of a document breaks (reliability T63). */
export const COMPATIBILITY_RULES: readonly CompatibilityRule[] = [
  { name: "operation removed", find: (before, now) => lost([...operationsIn(before).keys()], [...operationsIn(now).keys()]) },
  { name: "success removed", find: ofOperations(({ before, now }) => lost(successesOf(before), successesOf(now))) },
  {
    name: "credentials changed",
    find: ofOperations(({ before, now }) => (credentialsOf(before) === credentialsOf(now) ? [] : [credentialsOf(now)])),
  },
  {
    name: "permission narrowed",
    find: ofOperations(({ before, now }) => lost([before["x-permission"]].flat() as string[], [now["x-permission"]].flat() as string[])),
  },
  {
    name: "environment removed",
    find: ofOperations(({ before, now }) => {
      const [served, still] = [before["x-environments"] ?? EVERYWHERE, now["x-environments"] ?? EVERYWHERE] as (readonly string[])[];
      return lost(served, still);
    }),
  },
  {
    name: "media type removed",
    find: ofOperations(({ before, now }) =>
      successesOf(before).flatMap((status) =>
        lost(Object.keys(before.responses[status]!.content ?? {}), Object.keys(now.responses[status]?.content ?? {})),
      ),
    ),
  },
  {
    name: "header removed",
    find: ofOperations(({ before, now }) =>
      successesOf(before).flatMap((status) => lost(headersOf(before, status), headersOf(now, status)).map((name) => `${status} ${name}`)),
    ),
  },
  { name: "answer's field removed", find: ofAnswers((before, now) => lost(namesIn(before), namesIn(now))) },
  { name: "answer's field no longer sure", find: ofAnswers((before, now) => lost(requiredIn(before), requiredIn(now))) },
  {
    name: "answer's type changed",
    find: ofAnswers((before, now) => lost(typesIn(now), typesIn(before).length === 0 ? typesIn(now) : typesIn(before))),
  },
  {
    name: "input removed",
    find: ofOperations((pair) => [
      ...lost(parametersOf(pair.before), parametersOf(pair.now)),
      ...inputs(pair).flatMap(({ at, before, now }) => lost(namesIn(before), namesIn(now)).map((name) => `${at}/${name}`)),
    ]),
  },
  {
    name: "input newly required",
    find: ofOperations((pair) => [
      ...lost(requiredOf(pair.now), requiredOf(pair.before)),
      ...inputs(pair).flatMap(({ at, before, now }) => lost(requiredIn(now), requiredIn(before)).map((name) => `${at}/${name}`)),
    ]),
  },
  { name: "input's type narrowed", find: ofInputs(typesLost) },
  {
    name: "input's words fewer",
    find: ofInputs((before, now) => [
      ...refused(wordsIn(before), now),
      ...inAll(before, now, (_was, { enum: words }) => (words === undefined ? [] : ["has words alone"])),
    ]),
  },
  { name: "input's limit tighter", find: ofInputs((before, now) => inAll(before, now, tighter)) },
  { name: "input's pattern changed", find: ofInputs((before, now) => inAll(before, now, another("pattern"))) },
  { name: "input's format changed", find: ofInputs((before, now) => inAll(before, now, another("format"))) },
  {
    name: "input's tolerance lost",
    find: ofOperations((pair) => [
      ...inputs(pair).flatMap(({ at, before, now }) =>
        [...refused(promised(before), now), ...spellingsLost(before, now)].map((value) => `${at} ${value}`),
      ),
      ...lost(emptyIn(pair.before), emptyIn(pair.now)),
    ]),
  },
];

const EVERYWHERE: readonly string[] = ["sandbox", "production"];

/** Words that were taken in other spellings too are so still. */
const spellingsLost = (before: Schema, now: Schema): readonly string[] => {
  const areMore = (schema: Schema) => alternatives(schema).some(({ type, enum: words }) => type === "string" && words === undefined);
  return wordsIn(before).length > 0 && areMore(before) && !areMore(now) ? ["other spellings"] : [];
};

/** A whole number is a number too. */
function typesLost(before: Schema, now: Schema): readonly string[] {
  const [were, are] = [alternatives(before), alternatives(now)].map((all) => all.map(({ type }) => type)) as [unknown[], unknown[]];
  if (are.includes(undefined)) return [];
  if (were.includes(undefined)) return ["any value before"];
  return were.filter((type) => !are.includes(type) && !(type === "integer" && are.includes("number"))).map(String);
}
/** Parameters that say something when they are sent empty. */
const emptyIn = ({ parameters }: OperationObject) =>
  parameters.filter((one) => "allowEmptyValue" in one || "x-empty" in one.schema).map(({ name, in: place }) => `${place}.${name} empty`);
const parametersOf = ({ parameters }: OperationObject) => parameters.map(({ name, in: place }) => `${place}.${name}`);
const requiredOf = ({ parameters }: OperationObject) =>
  parameters.filter(({ required }) => required).map(({ name, in: place }) => `${place}.${name}`);
const headersOf = (operation: OperationObject, status: string) =>
  Object.keys((operation.responses[status] as { readonly headers?: object } | undefined)?.headers ?? {});
