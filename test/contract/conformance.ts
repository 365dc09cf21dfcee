import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Document, OperationObject } from "../documents/openapi-rules.ts";
import type { Reply } from "../harness.ts";

const JSON_TYPE = "application/json";

type Response = OperationObject["responses"][string] & { readonly headers?: Readonly<Record<string, unknown>> };

/** What is compared of an answer. */
export type Answered = Pick<Reply, "status" | "headers" | "text" | "json">;

/** What an answer may be found to do beside its document. */
export type Deviation = "status" | "header" | "content type" | "body";
/** One of those, and where. */
export interface Fault {
  readonly what: Deviation;
  readonly text: string;
}

/** What an answer says that an OpenAPI document does not, or leaves out that it promises. */
export type Conformance = (operation: OperationObject, answer: Answered) => readonly Fault[];

/** Compares answers with an OpenAPI document: status, headers, content type, and a body in which every field is documented. */
export function conformanceTo(document: Document): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const compiled = new Map<unknown, ValidateFunction>();

  const bodyFaults = ({ content = {} }: Response, { text, json, headers }: Answered): readonly Fault[] => {
    const [documented] = Object.entries(content);
    if (documented === undefined) return text === "" ? [] : [{ what: "body", text: "a body where none is documented" }];
    const [mediaType, { schema }] = documented;
    const type = headers.get("content-type");
    const expected = mediaType === JSON_TYPE ? `${JSON_TYPE}; charset=utf-8` : mediaType;
    if (type !== expected) return [{ what: "content type", text: `content type ${type}` }];
    if (mediaType !== JSON_TYPE) return text === "" ? [{ what: "body", text: "no body" }] : [];
    const resolved = resolve(document, schema);
    const check = compiled.get(resolved) ?? ajv.compile(closed(resolved) as object);
    compiled.set(resolved, check);
    if (check(json)) return [];
    return check.errors!.map(({ instancePath, message, params }) => ({
      what: "body",
      text: `${instancePath} ${message} ${JSON.stringify(params)}`,
    }));
  };

  return (operation, answer) => {
    const found = operation.responses[String(answer.status)];
    if (found === undefined) return [{ what: "status", text: `status ${answer.status}: ${answer.text.slice(0, 200)}` }];
    const response = resolve(document, found) as Response;
    const promised = Object.entries(response.headers ?? {}).filter(([, header]) => !isOccasional(resolve(document, header as object)));
    const missing = promised.map(([name]) => name).filter((name) => !answer.headers.has(name));
    return [...missing.map((name) => ({ what: "header" as const, text: `no header ${name}` })), ...bodyFaults(response, answer)];
  };
}

/** Whether a header is told where there is something to tell, and not on every answer. */
const isOccasional = (header: unknown): boolean => (header as { readonly required?: boolean }).required === false;

/** What a `$ref` within the document stands for; anything else stands for itself. */
function resolve(document: Document, value: object): unknown {
  if (!("$ref" in value)) return value;
  const steps = String(value.$ref).replace(/^#\//, "").split("/");
  return steps.reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], document);
}

/** A schema that lets no field pass it does not name: what is answered is documented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  return inner["type"] === "object" && inner["properties"] !== undefined ? { ...inner, additionalProperties: false } : inner;
}
