import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OperationObject } from "../documents/openapi-rules.ts";
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

/** What an answer says that its operation, from a resolved document, does not, or leaves out that it promises. */
export type Conformance = (operation: OperationObject, answer: Answered) => readonly Fault[];

/** Compares answers with OpenAPI documents: status, headers, content type, and a body in which every field is documented. */
export function conformance(): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const compiled = new Map<string, ValidateFunction>();

  const bodyFaults = ({ content = {} }: Response, { text: sent, json, headers }: Answered): readonly Fault[] => {
    const [documented] = Object.entries(content);
    if (documented === undefined) return sent === "" ? [] : [{ what: "body", text: "a body where none is documented" }];
    const [mediaType, { schema }] = documented;
    const type = headers.get("content-type");
    const expected = mediaType === JSON_TYPE ? `${JSON_TYPE}; charset=utf-8` : mediaType;
    if (type !== expected) return [{ what: "content type", text: `content type ${type}` }];
    if (mediaType !== JSON_TYPE) return sent === "" ? [{ what: "body", text: "no body" }] : [];
    const text = JSON.stringify(schema);
    const check = compiled.get(text) ?? ajv.compile(closed(schema) as object);
    compiled.set(text, check);
    if (check(json)) return [];
    return check.errors!.map(({ instancePath, message, params }) => ({
      what: "body",
      text: `${instancePath} ${message} ${JSON.stringify(params)}`,
    }));
  };

  return (operation, answer) => {
    const response: Response | undefined = operation.responses[String(answer.status)];
    if (response === undefined) return [{ what: "status", text: `status ${answer.status}: ${answer.text.slice(0, 200)}` }];
    const promised = Object.entries(response.headers ?? {}).filter(([, header]) => !isOccasional(header));
    const missing = promised.map(([name]) => name).filter((name) => !answer.headers.has(name));
    const described = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    const unknown = [...answer.headers.keys()].filter((name) => !described.has(name) && !OF_EVERY_ANSWER.has(name));
    return [
      ...missing.map((name) => ({ what: "header" as const, text: `no header ${name}` })),
      ...unknown.map((name) => ({ what: "header" as const, text: `undocumented header ${name}` })),
      ...bodyFaults(response, answer),
    ];
  };
}

/** Headers of HTTP itself and of its protection: they say nothing about the operation, and a document of it need not name them. */
const OF_EVERY_ANSWER: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
  "content-security-policy",
  "referrer-policy",
  "x-content-type-options",
]);

/** Whether a header is told where there is something to tell, and not on every answer. */
const isOccasional = (header: unknown): boolean => (header as { readonly required?: boolean }).required === false;

/** A schema that lets no field pass it does not name: what is answered is documented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  return inner["type"] === "object" && inner["properties"] !== undefined ? { ...inner, additionalProperties: false } : inner;
}
