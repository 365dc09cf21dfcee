import { type Document, type DocumentRule, operationsIn } from "./openapi-rules.ts";
import { referred, resolved } from "./resolved.ts";

type Json = Readonly<Record<string, unknown>>;
interface Schema extends Json {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
}

/** A schema of a document, and where it stands. */
interface Place {
  readonly at: string;
  readonly schema: Schema;
}

/** Every schema that has a name, and every one below it, but for what it refers to. */
function* schemasIn(document: Document): Generator<Place> {
  const { schemas = {} } = document.components as { readonly schemas?: Readonly<Record<string, Schema>> };
  for (const [name, schema] of Object.entries(schemas)) yield* below({ at: name, schema });
}
function* below(place: Place): Generator<Place> {
  yield place;
  const { at, schema } = place;
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* below({ at: `${at}.${name}`, schema: field });
  if (schema.items !== undefined) yield* below({ at: `${at}[]`, schema: schema.items });
  if (schema.additionalProperties !== undefined) yield* below({ at: `${at}{}`, schema: schema.additionalProperties });
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* below({ at: `${at}|`, schema: part });
}
/** Every field of an object, and every shape with a name. */
const toldOf = (document: Document): readonly Place[] => [...schemasIn(document)].filter(({ at }) => !/[\]}|]$/.test(at));

/** What a schema refers to; an empty one when it refers to nothing. */
const target = (document: Document, { $ref }: Schema): Schema => ($ref === undefined ? {} : (referred(document, $ref) as Schema));
/** What a schema says, or what it refers to says, be it one of several that are taken. */
const saidOf = (document: Document, schema: Schema): string | undefined =>
  schema.description ??
  target(document, schema).description ??
  schema.anyOf?.map((one) => saidOf(document, one)).find((said) => said !== undefined);
/** The words of a closed list, be it one of several forms that are taken. */
const wordsOf = ({ enum: words = [], anyOf = [] }: Schema): readonly unknown[] => [...words, ...anyOf.flatMap(wordsOf)];

/** Whether a value can be made of examples: those of an object's fields, of a list's items, of one of several forms. */
function hasExample(document: Document, schema: Schema): boolean {
  const { examples = [], enum: words, properties = {}, items, anyOf = [], allOf = [], $ref, type } = schema;
  const has = (part: Schema) => hasExample(document, part);
  if (examples.length > 0 || words !== undefined || type === "null") return true;
  if ($ref !== undefined) return has(target(document, schema));
  if (items !== undefined) return has(items);
  if (type === "object") return [...Object.values(properties), ...allOf].every(has);
  return anyOf.some(has);
}

/** A sentence, or a list of meanings behind one. */
const WELL_SAID = /^[`"'A-ZÀ-Ý0-9][^]*[.!?]$/;

const fields = (document: Document, find: (place: Place) => readonly string[]): readonly string[] => [
  ...new Set(toldOf(document).flatMap(find)),
];

/** The document with another shape in it. */
const withShape = (document: Document, shape: Schema, name = "Planted"): Document => ({
  ...document,
  components: { ...document.components, schemas: { ...(document.components["schemas"] as Json), [name]: shape } },
});
const planted = (field: Schema) => (document: Document) =>
  withShape(document, { type: "object", description: "Um objeto.", properties: { field } });

const withoutField =
  (name: string) =>
  (document: Document): Document => {
    const copy = structuredClone(document);
    for (const { operation } of operationsIn(copy)) delete (operation as Record<string, unknown>)[name];
    return copy;
  };

/** What documents owe whoever reads them (house 3). */
export const WORDING_RULES: readonly DocumentRule[] = [
  {
    name: "says in a sentence what every shape and every field is",
    find: (document) =>
      fields(document, ({ at, schema }) => {
        const said = saidOf(document, schema);
        return said !== undefined && WELL_SAID.test(said) ? [] : [`${at}: ${said}`];
      }),
    planted: planted({ type: "string", description: "sem ponto", examples: ["a"] }),
  },
  {
    name: "shows an example of every field",
    find: (document) => fields(document, ({ at, schema }) => (hasExample(document, schema) ? [] : [at])),
    planted: planted({ type: "string", description: "Um texto." }),
  },
  {
    name: "says what each word of a closed list means",
    find: (document) =>
      fields(document, ({ at, schema }) =>
        wordsOf(schema)
          .filter((word) => typeof word === "string" && word !== "")
          .filter((word) => !schema.description?.includes(`- \`${String(word)}\`: `))
          .map((word) => `${at}: ${String(word)}`),
      ),
    planted: planted({ type: "string", description: "Uma palavra.", enum: ["a", "b"] }),
  },
  {
    name: "has a chapter, a summary and a description of every operation and webhook",
    find: (document) =>
      allCalls(document).flatMap(({ operationId, tags = [], summary, description }) => {
        const told = (document["tags"] as readonly { readonly name: string }[]).map(({ name }) => name);
        return [
          ...(tags.length === 1 && told.includes(tags[0]!) ? [] : [`${operationId}: chapter ${tags.join()}`]),
          ...(summary !== undefined && /^[A-ZÀ-Ý][^]*[^.]$/.test(summary) ? [] : [`${operationId}: summary ${summary}`]),
          ...(description !== undefined && WELL_SAID.test(description) ? [] : [`${operationId}: description ${description}`]),
        ];
      }),
    planted: withoutField("tags"),
  },
  {
    name: "has no chapter that nothing stands in",
    find: (document) => {
      const used = new Set(allCalls(document).flatMap(({ tags = [] }) => tags));
      return (document["tags"] as readonly { readonly name: string }[]).map(({ name }) => name).filter((name) => !used.has(name));
    },
    planted: (document) => ({ ...document, tags: [...(document["tags"] as readonly unknown[]), { name: "Planted" }] }),
  },
  {
    name: "says what every parameter is, and shows one",
    find: (document) =>
      allCalls(resolved(document)).flatMap(({ operationId, parameters = [] }) =>
        parameters.flatMap(({ name, description, example }) => [
          ...(description !== undefined && WELL_SAID.test(description) ? [] : [`${operationId} ${name}: ${description}`]),
          ...(example === undefined ? [`${operationId} ${name} without example`] : []),
        ]),
      ),
    planted: (document) => {
      const copy = structuredClone(document);
      const call = allCalls(copy)[0] as unknown as { parameters?: unknown[] };
      call.parameters = [{ name: "planted", in: "query", description: "Um texto.", schema: { type: "string" } }];
      return copy;
    },
  },
  {
    name: "shows an example of every answer that has a body",
    find: (document) =>
      allCalls(resolved(document)).flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, { description, content = {} }]) => [
          ...(WELL_SAID.test(description) ? [] : [`${operationId} ${status}: ${description}`]),
          ...Object.values(content)
            .filter(({ example, examples = {} }) => example === undefined && Object.keys(examples).length === 0)
            .map(() => `${operationId} ${status} without example`),
        ]),
      ),
    planted: (document) => {
      const copy = structuredClone(document);
      const [call] = allCalls(copy);
      (call!.responses as Record<string, unknown>)["200"] = { description: "Algo.", content: { "application/json": { schema: {} } } };
      return copy;
    },
  },
  {
    name: "names every object that is sent or answered, and those within it",
    find: (document) => [
      ...[...schemasIn(document)].filter(({ at, schema }) => /\W/.test(at) && schema.properties !== undefined).map(({ at }) => at),
      ...allCalls(document).flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)].flatMap((part) =>
          Object.values(part?.content ?? {})
            .filter(({ schema }) => JSON.stringify(schema).includes('"properties"'))
            .map(() => operationId),
        ),
      ),
    ],
    planted: (document) => {
      const copy = structuredClone(document);
      const schema = { type: "object", properties: {} };
      (allCalls(copy)[0]!.responses as Record<string, unknown>)["200"] = {
        description: "Algo.",
        content: { "application/json": { schema } },
      };
      return copy;
    },
  },
  {
    name: "names no parameter like a shape: clients' types are called after both",
    find: ({ components }) => {
      const { schemas = {}, parameters = {} } = components as { readonly schemas?: Json; readonly parameters?: Json };
      return Object.keys(parameters).filter((name) => Object.hasOwn(schemas, name));
    },
    planted: (document) => {
      const { parameters } = document.components as { readonly parameters: Json };
      return { ...document, components: { ...document.components, parameters: { ...parameters, Error: {} } } };
    },
  },
  {
    name: "writes every success in its place: some generators read no media type through a reference",
    find: (document) =>
      allCalls(document).flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([status, answer]) => Number(status) < 400 && "$ref" in answer)
          .map(([status]) => `${operationId} ${status}`),
      ),
    planted: (document) => {
      const copy = structuredClone(document);
      (allCalls(copy)[0]!.responses as Record<string, unknown>)["200"] = { $ref: "#/components/responses/Planted" };
      return copy;
    },
  },
  {
    name: "has names without numbers",
    find: ({ components }) =>
      ["schemas", "parameters", "responses", "examples", "headers"]
        .flatMap((part) => Object.keys((components[part] ?? {}) as Json))
        .filter((name) => !/^[A-Z][A-Za-z]*$/.test(name)),
    planted: (document) => withShape(document, { type: "object", description: "Um objeto." }, "Response200"),
  },
  {
    name: "writes no shape of three fields or more out twice",
    find: (document) => {
      const seen = new Map<string, string>();
      return [...schemasIn(document)].flatMap(({ at, schema: { properties } }) => {
        if (properties === undefined || Object.keys(properties).length < 3) return [];
        const text = JSON.stringify(properties);
        const first = seen.get(text);
        seen.set(text, first ?? at);
        return first === undefined ? [] : [`${at} is ${first}`];
      });
    },
    planted: (document) => {
      const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Schema>> };
      const known = Object.values(schemas).find(({ properties = {} }) => Object.keys(properties).length > 2)!;
      return withShape(document, known);
    },
  },
  {
    name: "has patterns that every engine reads",
    find: (document) =>
      [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
        .map(([, text]) => JSON.parse(text!) as string)
        .filter((pattern) => /\\p\{|\\u|\\x\{|\(\?[=!<]/.test(pattern)),
    planted: planted({ type: "string", description: "Um texto.", examples: ["a"], pattern: "^\\p{L}+$" }),
  },
];

interface Call extends Json {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly description?: string; readonly example?: unknown }[];
  readonly requestBody?: Said;
  readonly responses: Readonly<Record<string, Said & { readonly description: string }>>;
}
interface Said {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown; readonly examples?: Json }>>;
}
/** Operations and webhooks. */
function allCalls(document: Document): readonly Call[] {
  const { webhooks = {} } = document as { readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Call>>>> };
  return [
    ...operationsIn(document).map(({ operation }) => operation as unknown as Call),
    ...Object.values(webhooks).flatMap((item) => Object.values(item)),
  ];
}
