import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Operation } from "../../src/platform/contract/operation.ts";
import type { Reply, RequestOptions } from "../harness.ts";
import { documented } from "./documented.ts";

/** Formats as strict validators read them (RFC 3339). */
const formats = {
  "date-time": /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  int32: true,
  int64: true,
  binary: true,
} as const;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
const compiled = new WeakMap<object, ValidateFunction>();

/** Whether a published schema takes a value. */
export function takes(schema: object, value: unknown): boolean {
  const check = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, check);
  return check(value);
}

/** What was sent of a request. */
export interface Sent {
  readonly body?: RequestOptions;
  /** With its question mark. */
  readonly query?: string;
}

/** What the published document does not take of a request that the server took: generated clients and proxies would refuse it. */
export function untaken(operation: Operation, { body = {}, query = "" }: Sent, { status, json }: Reply): readonly string[] {
  // A rehearsal answers 200 whatever it finds.
  if (status >= 300 || (json as { readonly valid?: boolean } | undefined)?.valid === false) return [];
  return [...bodyUntaken(operation, body), ...queryUntaken(operation, query)];
}

function bodyUntaken(operation: Operation, { json, body, headers }: RequestOptions): readonly string[] {
  // What is no JSON has no schema.
  if (json === undefined && headers?.["content-type"]?.startsWith("application/json") === false) return [];
  const { requestBody } = documented(operation);
  if (requestBody === undefined) return [];
  if (json === undefined && body === undefined) return requestBody.required ? ["no body"] : [];
  const sent: unknown = json === undefined ? JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) : json;
  return bodyTaken(operation, counting(operation, JSON.parse(JSON.stringify(sent))))
    ? []
    : [`the body ${JSON.stringify(sent).slice(0, 300)}`];
}

/** The world's list is `brands`; what other lists have is not looked at, whatever it is. */
const FIELDS_OF_BRANDS = ["name", "externalCode", "code", "effectiveAt"];
function counting({ id }: Operation, body: unknown): unknown {
  if (id !== "putReferenceItem") return body;
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => FIELDS_OF_BRANDS.includes(name)));
}

/** Whether the published document takes a body. */
export const bodyTaken = (operation: Operation, body: unknown): boolean =>
  takes(documented(operation).requestBody!.content["application/json"]!.schema, body);

/** An optional parameter that is empty or an unfilled placeholder is as if it had not been sent (decisions 1.8). */
const ABSENT = /^$|^\{.*\}$/s;

function queryUntaken(operation: Operation, query: string): readonly string[] {
  const asked = new URLSearchParams(query);
  return documented(operation)
    .parameters.filter((one) => one.in === "query" && asked.has(one.name))
    .filter(({ name, schema }) => {
      const texts = asked.getAll(name);
      if (texts.every((text) => ABSENT.test(text))) return false;
      return !readings(texts, schema).some((value) => takes(schema, value));
    })
    .map(({ name }) => `?${name}=${asked.getAll(name).join("&")}`);
}

/** What a parameter's text may stand for, as tools read it: a list between commas, a number, a flag, or the text. */
function readings(texts: readonly string[], { type, items }: { readonly type?: unknown; readonly items?: object }): readonly unknown[] {
  const text = texts.join();
  if (type !== "array") return [text, Number(text), text === "true" ? true : text === "false" ? false : text];
  const parts = text.split(",").map((part) => part.trim());
  return [parts.filter((part) => part !== "").map((part) => readings([part], items ?? {}).find((one) => takes(items ?? {}, one)) ?? part)];
}
