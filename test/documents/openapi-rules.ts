import { Ajv2020 } from "ajv/dist/2020.js";
import type { Operation } from "../../src/platform/contract/operation.ts";
import type { TSchema } from "../../src/platform/contract/schema.ts";
import { referred, resolved, resolvedPart } from "./resolved.ts";

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI document as the rules walk it. */
export interface Document extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Json;
}
export interface OperationObject extends Json {
  readonly operationId: string;
  /** Empty = whoever asks; absent = as the document says. */
  readonly security?: readonly Json[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: TSchema }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: TSchema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema: TSchema }>> }>
  >;
}

/** What must hold of a printed document, whatever it is about; `planted` breaks a whole one, so that the rule is seen to see. */
export interface DocumentRule {
  readonly name: string;
  readonly find: (document: Document) => readonly string[];
  readonly planted: (document: Document) => Document;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** Every operation of a document with its place. */
export const operationsIn = ({
  paths,
}: Document): readonly { readonly path: string; readonly method: string; readonly operation: OperationObject }[] =>
  Object.entries(paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })));

const ofEach =
  (find: (facts: { readonly path: string; readonly method: string; readonly operation: OperationObject }) => readonly string[]) =>
  (document: Document): readonly string[] =>
    operationsIn(document).flatMap(({ operation, ...place }) => {
      const parameters = resolvedPart(operation.parameters, document);
      return find({ ...place, operation: { ...operation, parameters } }).map((what) => `${operation.operationId}: ${what}`);
    });

function* within(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  yield value as Json;
  for (const part of Object.values(value)) yield* within(part);
}

const schemasOf = ({ parameters, requestBody, responses }: OperationObject): readonly TSchema[] => [
  ...parameters.map(({ schema }) => schema),
  ...[...Object.values(requestBody?.content ?? {}), ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}))].map(
    ({ schema }) => schema,
  ),
];

const bodyOf = ({ requestBody }: OperationObject) => requestBody?.content["application/json"];
const first = (document: Document) => operationsIn(document)[0]!.operation;

/** The document with something done to each of its operations. */
function withEach(
  document: Document,
  change: (operation: { -readonly [Field in keyof OperationObject]: OperationObject[Field] }) => void,
): Document {
  const copy = structuredClone(document);
  for (const { operation } of operationsIn(copy)) change(operation);
  return copy;
}

export const DOCUMENT_RULES: readonly DocumentRule[] = [
  {
    name: "is OpenAPI 3.1 with a title, a version and a server",
    find: ({ openapi, info, servers }) => {
      const { title, version } = info as { readonly title?: string; readonly version?: string };
      return openapi.startsWith("3.1.") && title && version && Array.isArray(servers) && servers.length > 0 ? [] : ["its head"];
    },
    planted: (document) => ({ ...document, openapi: "3.0.3" }),
  },
  {
    name: "knows every method, and gives each operation an id of its own, a summary and a permission",
    find: (document) => {
      const ids = operationsIn(document).map(({ operation }) => operation.operationId);
      const twice = ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} twice`);
      const bare = ofEach(({ method, operation }) => [
        ...(METHODS.includes(method) ? [] : [method]),
        ...["operationId", "summary", "x-permission"].filter((field) => operation[field] === undefined || operation[field] === ""),
      ]);
      return [...twice, ...bare(document)];
    },
    planted: (document) => ({
      ...document,
      paths: { ...document.paths, "/again": { get: first(document) }, "/and-again": { get: first(document) } },
    }),
  },
  {
    name: "says what each {name} of a path is, and names no other",
    find: ofEach(({ path, operation }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const declared = operation.parameters.filter((one) => one.in === "path").map(({ name }) => name);
      return [...named.filter((name) => !declared.includes(name)), ...declared.filter((name) => !named.includes(name))];
    }),
    planted: (document) => ({
      ...document,
      paths: Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [`${path}/{planted}`, item])),
    }),
  },
  {
    name: "requires every path parameter",
    find: ofEach(({ operation }) => operation.parameters.filter((one) => one.in === "path" && !one.required).map(({ name }) => name)),
    planted: (document) =>
      withEach(document, (operation) => {
        operation.parameters = operation.parameters.map((one) => ({ ...one, required: false }));
      }),
  },
  {
    name: "resolves every reference within itself",
    find: (document) =>
      [...within(document)]
        .map(({ $ref }) => $ref)
        .filter((reference) => typeof reference === "string")
        .filter((reference) => referred(document, reference) === undefined),
    planted: (document) => ({ ...document, components: {} }),
  },
  {
    name: "has schemas that are JSON Schema 2020-12",
    find: (document) =>
      ofEach(({ operation }) =>
        schemasOf(operation)
          .filter((schema) => !ajv.validateSchema(schema))
          .map((schema) => `${JSON.stringify(schema).slice(0, 80)}: ${ajv.errorsText(ajv.errors)}`),
      )(resolved(document)),
    planted: (document) =>
      withEach(document, (operation) => {
        operation.parameters = [{ name: "planted", in: "query", required: false, schema: { type: "text" } }];
      }),
  },
  {
    name: "shows for each body an example that its schema takes",
    find: (document) =>
      ofEach(({ operation }) => {
        const body = bodyOf(operation);
        if (!body) return [];
        if (body.example === undefined) return ["no example"];
        const published = ajv.compile(body.schema);
        return published(body.example) ? [] : [ajv.errorsText(published.errors)];
      })(resolved(document)),
    planted: (document) =>
      withEach(document, (operation) => {
        const body = bodyOf(operation);
        if (body) operation.requestBody = { content: { "application/json": { ...body, example: "no object" } } };
      }),
  },
  {
    name: "says of each operation how it succeeds and how it is refused",
    find: ofEach(({ path, method, operation: { responses, security } }) => {
      const statuses = Object.keys(responses);
      // Where no credential is asked for, none is refused; whoever has a session may read about themselves.
      const isOwn = path.startsWith("/portal/") && method === "get";
      const ofDoors = security?.length === 0 ? [] : isOwn ? ["401"] : ["401", "403"];
      const shared = [...ofDoors, "406", "500", "503"].filter((status) => !statuses.includes(status));
      return [...shared, ...(statuses.some((status) => status.startsWith("2")) ? [] : ["no success"])];
    }),
    planted: (document) =>
      withEach(document, (operation) => {
        operation.responses = { 200: operation.responses["200"]! };
      }),
  },
];

/** Refusals of a contract row that its operation's document does not mention. */
export const unmentioned = (document: Document, { method, path, id, refuses = [] }: Operation): readonly string[] => {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return refuses.filter(({ status }) => !(String(status) in responses)).map(({ status }) => `${id}: ${status}`);
};
