import type { Document, OperationObject } from "../documents/openapi-rules.ts";

/** Schema keywords that a change may break somebody by. */
interface Schema {
  readonly type?: unknown;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly [limit: string]: unknown;
}

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

/** Every place of a schema that is in both, from the whole on. */
function within(pair: Pair<Schema>): readonly Pair<Schema>[] {
  const { at, before, now } = pair;
  const fields = Object.entries(before.properties ?? {}).flatMap(([name, field]) => {
    const same = now.properties?.[name];
    return same === undefined ? [] : within({ at: `${at}/${name}`, before: field, now: same });
  });
  const items = before.items && now.items ? within({ at: `${at}/*`, before: before.items, now: now.items }) : [];
  return [pair, ...fields, ...items];
}

/** Parameters that are in both, as schemas. */
const parameterPairs = ({ before, now }: Pair<OperationObject>): readonly Pair<Schema>[] =>
  before.parameters.flatMap(({ name, in: place, schema }) => {
    const same = now.parameters.find((other) => other.name === name && other.in === place);
    return same === undefined ? [] : within({ at: `${place}.${name}`, before: schema as Schema, now: same.schema as Schema });
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
const namesIn = ({ properties = {} }: Schema) => Object.keys(properties);
const wordsIn = ({ enum: words, const: word }: Schema) => words ?? (word === undefined ? undefined : [word]);
const typesIn = ({ type }: Schema) => [type ?? []].flat().map(String);

/** Limits that may rise, and that may fall; one that was not there is as wide as can be. */
const MOST = ["maxLength", "maximum", "maxItems", "x-scale"] as const;
const LEAST = ["minLength", "minimum", "exclusiveMinimum", "minItems"] as const;
const numberIn = (schema: Schema, limit: string, otherwise: number) => (schema[limit] as number | undefined) ?? otherwise;
const tighter = (before: Schema, now: Schema): readonly string[] => [
  ...MOST.filter((limit) => numberIn(now, limit, Number.POSITIVE_INFINITY) < numberIn(before, limit, Number.POSITIVE_INFINITY)),
  ...LEAST.filter((limit) => numberIn(now, limit, Number.NEGATIVE_INFINITY) > numberIn(before, limit, Number.NEGATIVE_INFINITY)),
  ...(now.uniqueItems === true && before.uniqueItems !== true ? ["uniqueItems"] : []),
];

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
  { name: "answer's field no longer sure", find: ofAnswers((before, now) => lost(before.required, now.required)) },
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
      ...inputs(pair).flatMap(({ at, before, now }) => lost(now.required, before.required).map((name) => `${at}/${name}`)),
    ]),
  },
  { name: "input's type narrowed", find: ofInputs((before, now) => (typesIn(now).length === 0 ? [] : typesLost(before, now))) },
  {
    name: "input's words fewer",
    find: ofInputs((before, now) => {
      const [were, are] = [wordsIn(before), wordsIn(now)];
      if (are === undefined) return [];
      return were === undefined ? ["has words alone"] : lost(were, are);
    }),
  },
  { name: "input's limit tighter", find: ofInputs(tighter) },
  {
    name: "input's pattern changed",
    find: ofInputs((before, now) => (now.pattern === undefined || now.pattern === before.pattern ? [] : [now.pattern])),
  },
  {
    name: "input's format changed",
    find: ofInputs((before, now) => (now.format === undefined || now.format === before.format ? [] : [now.format])),
  },
  { name: "input's tolerance lost", find: ofInputs((before, now) => TOLERANCES.filter((one) => one in before && !(one in now))) },
];

const EVERYWHERE: readonly string[] = ["sandbox", "production"];
/** What is read beyond the schema, and said in it. */
const TOLERANCES = ["x-also", "x-ignore-case", "x-aliases", "x-absent", "x-empty"];

const typesLost = (before: Schema, now: Schema) =>
  typesIn(before).length === 0 ? ["any value before"] : lost(typesIn(before), typesIn(now));
const parametersOf = ({ parameters }: OperationObject) => parameters.map(({ name, in: place }) => `${place}.${name}`);
const requiredOf = ({ parameters }: OperationObject) =>
  parameters.filter(({ required }) => required).map(({ name, in: place }) => `${place}.${name}`);
const headersOf = (operation: OperationObject, status: string) =>
  Object.keys((operation.responses[status] as { readonly headers?: object } | undefined)?.headers ?? {});
