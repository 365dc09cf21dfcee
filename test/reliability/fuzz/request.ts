import { gunzipSync } from "node:zlib";
import { Pool } from "undici";
import type { Answered } from "../../contract/conformance.ts";
import type { Described } from "./operation.ts";
import { edited, type Probe } from "./probe.ts";
import type { Schema } from "./values.ts";

/** A request that succeeds: what each probe is a change of. */
export interface Base {
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Credentials, and whatever else is required, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** A file that is sent where the operation takes no JSON. */
  readonly file?: { readonly text: string; readonly type: string };
  /** What a body has to be at this address, beside what the document says of all addresses. */
  readonly asks?: Schema;
}

/** A request as it goes over the wire. */
interface Sent {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Sends requests to one service; an answer packed with gzip is unpacked. */
export interface Wire {
  send(sent: Sent): Promise<Answered>;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;

export function openWire(baseUrl: string, connections: number): Wire {
  const pool = new Pool(baseUrl, { connections, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  return {
    async send({ method, path, headers, body }) {
      const answered = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
      const bytes = Buffer.from(await answered.body.arrayBuffer());
      const received = new Headers();
      for (const [name, value] of Object.entries(answered.headers)) for (const one of [value ?? []].flat()) received.append(name, one);
      const text = (received.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes).toString();
      const isJson = received.get("content-type")?.startsWith("application/json") === true && text !== "";
      return { status: answered.statusCode, headers: received, text, json: isJson ? parsed(text) : undefined };
    },
    close: () => pool.close(),
  };
}

/** undefined when a body that says it is JSON is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const RAW = "raw:";
const encoded = (value: string) => (value.startsWith(RAW) ? value.slice(RAW.length) : encodeURIComponent(value));

/** The address of an operation with these values. */
export const addressOf = ({ path }: Pick<Described, "path">, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(values[name]!));

/** What a probe of an operation sends. */
export function requestOf(operation: Described, probe: Probe, base: Base): Sent {
  const asked = probe.query ?? [];
  const query = [...base.query.filter(([name]) => !asked.some(([other]) => other === name)), ...asked]
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");
  const path = addressOf(operation, { ...base.path, ...probe.path });
  const body = bodyOf(operation, probe, base);
  const type = operation.body === undefined ? base.file?.type : undefined;
  const headers: Record<string, string> = {
    ...base.headers,
    ...(body === undefined ? {} : { "content-type": type ?? "application/json" }),
  };
  for (const [name, value] of Object.entries(probe.headers ?? {})) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { method: probe.method ?? operation.method, path: query === "" ? path : `${path}?${query}`, headers, body };
}

/** The characters of a probe's body; undefined when it has none. */
export function bodyOf({ body: described, method }: Described, probe: Probe, base: Pick<Base, "body" | "file">): string | undefined {
  const { body = { edits: [] } } = probe;
  if ("none" in body || (probe.method !== undefined && probe.method !== method)) return undefined;
  if ("text" in body) return body.text;
  if ("json" in body) return JSON.stringify(body.json);
  if (described === undefined) return base.file?.text;
  return JSON.stringify(body.edits.reduce(edited, base.body)) ?? "";
}
