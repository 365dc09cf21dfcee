import type { Operation } from "../../platform/contract/operation.ts";
import { exampleOf } from "../../platform/contract/openapi/examples.ts";
import type { TSchema } from "../../platform/contract/schema.ts";

/** A call of a collection: which operation, with what, and what it is answered with. `{{name}}` is a variable. */
export interface Step {
  /** The folder it stands in. */
  readonly chapter: string;
  /** Which operation, by its `operationId`. */
  readonly operation: string;
  /** What it is called; absent = the operation's summary. */
  readonly title?: string;
  /** What its address and its query are filled with. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What is sent; absent = the contract's example. */
  readonly body?: unknown;
  readonly expects: number;
  /** Variables that its answer fills, and where in it they stand. */
  readonly keeps?: Readonly<Record<string, string>>;
  /** It is repeated until this member of its answer is this. */
  readonly until?: { readonly member: string; readonly is: string };
}

/** What a collection says of itself. */
export interface CollectionFacts {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Variables and what they are before the first call. */
  readonly variables: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

/** Both headers of a credential, on every call but those that anybody may make. */
const CREDENTIAL = ["client_id", "access_token"].map((key) => ({ key, value: `{{${key}}}` }));
const JSON_BODY = { key: "Content-Type", value: "application/json" };

/**
 * Calls in their order as a collection of Postman's format 2.1, which Bruno and newman read too: addresses, parameters, descriptions and
 * examples are the contract's, and scripts check each answer and keep what the next call needs. Throws on an operation nobody knows.
 */
export function postmanCollection(steps: readonly Step[], operations: readonly Operation[], facts: CollectionFacts): object {
  const { name, description, version, variables } = facts;
  const chapters = [...new Set(steps.map(({ chapter }) => chapter))];
  const items = steps.map((step, index) => ({ chapter: step.chapter, item: itemOf(step, operationOf(step, operations), index === 0) }));
  return {
    info: { name, description, version, schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: chapters.map((chapter) => ({ name: chapter, item: items.filter((one) => one.chapter === chapter).map(({ item }) => item) })),
  };
}

function operationOf(step: Step, operations: readonly Operation[]): Operation {
  const found = operations.find(({ id }) => id === step.operation);
  if (found === undefined) throw new Error(`no operation is called ${step.operation}`);
  return found;
}

function itemOf(step: Step, operation: Operation, isFirst: boolean): Json {
  const name = step.title ?? operation.summary;
  const body = operation.body === undefined ? undefined : (step.body ?? operation.bodyExample);
  const sent = { mode: "raw", raw: JSON.stringify(body, undefined, 2), options: { raw: { language: "json" } } };
  return {
    name,
    event: [...(isFirst ? [script("prerequest", BEGIN)] : []), script("test", testsOf(step, name))],
    request: {
      method: operation.method,
      description: operation.description,
      header: [...(operation.audience === "public" ? [] : CREDENTIAL), ...(body === undefined ? [] : [JSON_BODY])],
      url: urlOf(step, operation),
      ...(body === undefined ? {} : { body: sent }),
    },
    response: [],
  };
}

interface Parameter {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
}

function urlOf({ parameters = {} }: Step, operation: Operation): Json {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  const variable = parametersOf(operation.parameters, parameters);
  const query = parametersOf(operation.query, parameters).map((one) => ({ ...one, disabled: parameters[one.key] === undefined }));
  return {
    raw: `{{baseUrl}}${path}`,
    host: ["{{baseUrl}}"],
    path: path.slice(1).split("/"),
    ...(variable.length === 0 ? {} : { variable }),
    ...(query.length === 0 ? {} : { query }),
  };
}

/** Every parameter there is; what the step does not fill shows its example. */
function parametersOf(schema: TSchema | undefined, filled: Readonly<Record<string, string>>): readonly Parameter[] {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, TSchema & { description?: string }>> };
  return Object.entries(properties).map(([key, property]) => ({
    key,
    value: filled[key] ?? String(exampleOf(property)),
    ...(property.description === undefined ? {} : { description: property.description }),
  }));
}

const script = (listen: "prerequest" | "test", exec: readonly string[]): Json => ({ listen, script: { type: "text/javascript", exec } });

/** Each run publishes skus of its own. Whoever has a credential already needs no other. */
const BEGIN = [
  'pm.collectionVariables.set("run", Date.now().toString(36).toUpperCase());',
  'if (pm.collectionVariables.get("client_id") || pm.environment.get("client_id")) pm.execution.skipRequest();',
];

function testsOf({ expects, keeps = {}, until }: Step, name: string): readonly string[] {
  const kept = Object.entries(keeps).map(
    ([variable, place]) => `pm.collectionVariables.set(${JSON.stringify(variable)}, pm.response.json()${memberOf(place)});`,
  );
  return [
    `pm.test("responde ${expects}", () => pm.expect(pm.response.code).to.equal(${expects}));`,
    ...kept,
    ...(until === undefined ? [] : repeatedUntil(until, name)),
  ];
}

/** The member of a value at a place such as `shippings.0.shippingCode`. */
const memberOf = (place: string) =>
  place
    .split(".")
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("");

/** How often a call is repeated at most, and how long it waits in between. */
const MOST_TRIES = 60;
const PAUSE_MS = 500;

const repeatedUntil = ({ member, is }: NonNullable<Step["until"]>, name: string): readonly string[] => [
  `const found = pm.response.json()${memberOf(member)};`,
  'const tries = Number(pm.collectionVariables.get("tries") || 0);',
  `if (found !== ${JSON.stringify(is)} && tries < ${MOST_TRIES}) {`,
  '  pm.collectionVariables.set("tries", tries + 1);',
  `  pm.execution.setNextRequest(${JSON.stringify(name)});`,
  // Not every tool waits for what a script leaves running.
  `  for (const until = Date.now() + ${PAUSE_MS}; Date.now() < until;);`,
  "} else {",
  '  pm.collectionVariables.set("tries", 0);',
  `  pm.test("chega a ${is}", () => pm.expect(found).to.equal(${JSON.stringify(is)}));`,
  "}",
];
