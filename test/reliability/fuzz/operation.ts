import type { Document, OperationObject } from "../../documents/openapi-rules.ts";
import { plain } from "./plain.ts";
import type { Schema } from "./values.ts";

/** An operation as its OpenAPI document describes it; nothing else is known of it. */
export interface Described {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly object: OperationObject;
  /** The headers that credentials travel in; none where anybody may call. */
  readonly credentials: readonly string[];
  readonly parameters: readonly Parameter[];
  /** What a body is made of. */
  readonly body?: Schema;
  /** Whatever is taken for it. */
  readonly published?: object;
  /** All methods that the document names for addresses like this one's. */
  readonly methods: readonly string[];
}
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

interface Scheme {
  readonly type: string;
  readonly name?: string;
  readonly in?: string;
}

/** Every operation of a document. */
export function operationsOf(document: Document): readonly Described[] {
  const schemes = (document.components["securitySchemes"] ?? {}) as Readonly<Record<string, Scheme>>;
  const general = (document["security"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, object]) => {
      const security = object.security ?? general;
      const body = object.requestBody?.content["application/json"]?.schema;
      return {
        id: object.operationId,
        method: method.toUpperCase(),
        path,
        object,
        credentials: security.flatMap(Object.keys).map((name) => headerOf(schemes[name]!)),
        parameters: object.parameters.map((one) => ({ ...one, schema: plain(one.schema) })) as readonly Parameter[],
        ...(body === undefined ? {} : { body: plain(body), published: body }),
        methods: methodsAt(document, path),
      };
    }),
  );
}

const headerOf = ({ type, name, in: place }: Scheme) => (type !== "apiKey" ? "authorization" : place === "cookie" ? "cookie" : name!);

const matches = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);

/** The methods of every path that an address of this one may also be read as: `/orders/cancellation-reasons` is no order. */
const methodsAt = ({ paths }: Document, path: string): readonly string[] => [
  ...new Set(
    Object.entries(paths).flatMap(([other, item]) => (matches(other, path) ? Object.keys(item).map((method) => method.toUpperCase()) : [])),
  ),
];
