import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { apiDocument, APIS } from "../../src/commands/documents.ts";
import type { Operation } from "../../src/platform/contract.ts";
import type { Document, OperationObject } from "../documents/openapi-rules.ts";
import type { Reply } from "../harness.ts";

type Schema = object;

const JSON_TYPE = "application/json";

const documents = new Map(APIS.map((api) => [api, JSON.parse(JSON.stringify(apiDocument(api))) as Document]));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const compiled = new Map<unknown, ValidateFunction>();

type Response = OperationObject["responses"][string] & { readonly headers: Readonly<Record<string, unknown>> };

/** What a document says an operation may answer with a status; undefined when it may not. */
function responseOf({ api, path, method }: Operation, status: number): Response | undefined {
  const document = documents.get(api)!;
  const response = document.paths[path]![method.toLowerCase()]!.responses[String(status)] as
    | Response
    | { readonly $ref: string }
    | undefined;
  if (response === undefined || !("$ref" in response)) return response;
  const shared = document.components["responses"] as Readonly<Record<string, Response>>;
  return shared[response.$ref.split("/").at(-1)!];
}

/** What an answer says that the published document does not, or leaves out that it promises; nothing, it is hoped. */
export function undocumented(operation: Operation, reply: Pick<Reply, "status" | "headers" | "text" | "json">): readonly string[] {
  const response = responseOf(operation, reply.status);
  if (!response) return [`status ${reply.status}: ${reply.text.slice(0, 200)}`];
  const missing = Object.keys(response.headers).filter((name) => !reply.headers.has(name));
  return [...missing.map((name) => `no header ${name}`), ...bodyFaults(operation, response, reply)];
}

function bodyFaults(
  { api }: Operation,
  { content = {} }: Pick<Response, "content">,
  { text, json, headers }: Pick<Reply, "text" | "json" | "headers">,
): readonly string[] {
  const [documented] = Object.entries(content);
  if (documented === undefined) return text === "" ? [] : ["a body where none is documented"];
  const [mediaType, { schema }] = documented;
  const type = headers.get("content-type");
  if (type !== (mediaType === JSON_TYPE ? `${JSON_TYPE}; charset=utf-8` : mediaType)) return [`content type ${type}`];
  if (mediaType !== JSON_TYPE) return text === "" ? ["no body"] : [];
  const resolved = "$ref" in schema ? (documents.get(api)!.components["schemas"] as { readonly Error: Schema }).Error : schema;
  const check = compiled.get(resolved) ?? ajv.compile(closed(resolved) as Schema);
  compiled.set(resolved, check);
  return check(json)
    ? []
    : check.errors!.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** A schema that lets no field pass it does not name: what is answered is documented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  return inner["type"] === "object" && inner["properties"] !== undefined ? { ...inner, additionalProperties: false } : inner;
}
