import { exampleOf, type Operation, type TSchema } from "../../platform/contract/index.ts";

/** A call of a collection. `{{name}}` is a variable. */
export interface CollectionCall {
  /** Folder of the collection that contains the call. */
  readonly folder: string;
  /** The `operationId` in the contract. */
  readonly operation: string;
  /** Title of the call. Absent = the operation's summary. */
  readonly title?: string;
  /** Values of path and query parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Body of the call. Absent = the contract's example. */
  readonly body?: unknown;
  /** Expected status of the answer. */
  readonly status: number;
  /** Variables to set from the answer: the name of each variable, with the path of its value in the answer. */
  readonly saves?: Readonly<Record<string, string>>;
  /** If set, the call is repeated until this field of the answer has this value. Absent = one call. */
  readonly until?: { readonly field: string; readonly equals: string };
}

/** Name, description and variables of a collection. */
export interface CollectionInfo {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Initial values by variable. */
  readonly variables: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

/** The headers of a credential. Public operations do not need them. */
const CREDENTIAL = ["client_id", "access_token"].map((key) => ({ key, value: `{{${key}}}` }));
const JSON_BODY = { key: "Content-Type", value: "application/json" };

/**
 * A collection in Postman's format 2.1, which Bruno and newman can also read. Addresses, parameters, descriptions and examples come from
 * the contract. Scripts check each answer and save values for later calls. Throws for an unknown operation.
 */
export function postmanCollection(calls: readonly CollectionCall[], operations: readonly Operation[], info: CollectionInfo): object {
  const { name, description, version, variables } = info;
  const folders = [...new Set(calls.map(({ folder }) => folder))];
  const items = calls.map((call, index) => ({ folder: call.folder, item: itemOf(call, operationOf(call, operations), index === 0) }));
  return {
    info: { name, description, version, schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: folders.map((folder) => ({ name: folder, item: items.filter((one) => one.folder === folder).map(({ item }) => item) })),
  };
}

function operationOf(call: CollectionCall, operations: readonly Operation[]): Operation {
  const found = operations.find(({ id }) => id === call.operation);
  if (found === undefined) throw new Error(`no operation is called ${call.operation}`);
  return found;
}

function itemOf(call: CollectionCall, operation: Operation, isFirst: boolean): Json {
  const name = call.title ?? operation.summary;
  const body = operation.body === undefined ? undefined : (call.body ?? operation.bodyExample);
  const sent = { mode: "raw", raw: JSON.stringify(body, undefined, 2), options: { raw: { language: "json" } } };
  return {
    name,
    event: [...(isFirst ? [script("prerequest", BEFORE_FIRST)] : []), script("test", testsOf(call, name))],
    request: {
      method: operation.method,
      description: operation.description,
      header: [...(operation.audience === "public" ? [] : CREDENTIAL), ...(body === undefined ? [] : [JSON_BODY])],
      url: urlOf(call, operation),
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

function urlOf({ parameters = {} }: CollectionCall, operation: Operation): Json {
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

/** All parameters of an operation. If the call has no value for a parameter, the parameter gets its example value. */
function parametersOf(schema: TSchema | undefined, filled: Readonly<Record<string, string>>): readonly Parameter[] {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, TSchema & { description?: string }>> };
  return Object.entries(properties).map(([key, property]) => ({
    key,
    value: filled[key] ?? String(exampleOf(property)),
    ...(property.description === undefined ? {} : { description: property.description }),
  }));
}

const script = (listen: "prerequest" | "test", exec: readonly string[]): Json => ({ listen, script: { type: "text/javascript", exec } });

/** Script before the first call. Sets `run`, which makes skus unique, and skips the first call if the caller already has a credential. */
const BEFORE_FIRST = [
  'pm.collectionVariables.set("run", Date.now().toString(36).toUpperCase());',
  'if (pm.collectionVariables.get("client_id") || pm.environment.get("client_id")) pm.execution.skipRequest();',
];

function testsOf({ status, saves = {}, until }: CollectionCall, name: string): readonly string[] {
  const assignments = Object.entries(saves).map(
    ([variable, path]) => `pm.collectionVariables.set(${JSON.stringify(variable)}, pm.response.json()${memberAccess(path)});`,
  );
  return [
    `pm.test("responde ${status}", () => pm.expect(pm.response.code).to.equal(${status}));`,
    ...assignments,
    ...(until === undefined ? [] : repeatedUntil(until, name)),
  ];
}

/** A path such as `shippings.0.shippingCode`, as a JavaScript member access. */
const memberAccess = (path: string) =>
  path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("");

/** Maximum number of repetitions of a call with `until`. `PAUSE_MS` is the pause between them. */
const MAX_TRIES = 60;
const PAUSE_MS = 500;

const repeatedUntil = ({ field, equals }: NonNullable<CollectionCall["until"]>, name: string): readonly string[] => [
  `const found = pm.response.json()${memberAccess(field)};`,
  'const tries = Number(pm.collectionVariables.get("tries") || 0);',
  `if (found !== ${JSON.stringify(equals)} && tries < ${MAX_TRIES}) {`,
  '  pm.collectionVariables.set("tries", tries + 1);',
  `  pm.execution.setNextRequest(${JSON.stringify(name)});`,
  // Some tools do not wait for timers in scripts, so the script loops until the pause is over.
  `  for (const until = Date.now() + ${PAUSE_MS}; Date.now() < until;);`,
  "} else {",
  '  pm.collectionVariables.set("tries", 0);',
  `  pm.test("chega a ${equals}", () => pm.expect(found).to.equal(${JSON.stringify(equals)}));`,
  "}",
];
