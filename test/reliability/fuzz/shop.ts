import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { compileSchemaCheck, compileParameterCheck } from "../../../src/platform/contract/check.ts";
import type { Failure } from "../../../src/platform/contract/errors.ts";
import { parseJson } from "../../../src/platform/contract/json-reader.ts";
import type { TSchema } from "../../../src/platform/contract/schema.ts";
import { CREDENTIALS, GOOD, shopDocument } from "./shop-document.ts";

/** The defects that may be planted in the shop: in which operation, and the check that has to find it there. */
export const DEFECTS = {
  "lets anybody in": { operation: "getGood", check: "ignored_auth" },
  "says 404 for a wrong method": { operation: "getGood", check: "unsupported_method" },
  "forgets a method in Allow": { operation: "getGood", check: "allow_header_conformance" },
  "fails on a far page": { operation: "listGoods", check: "not_a_server_error" },
  "fails on an image that is null": { operation: "createGood", check: "not_a_server_error" },
  "fails on a NUL": { operation: "createGood", check: "not_a_server_error" },
  "fails on a body that is no object": { operation: "createGood", check: "not_a_server_error" },
  "fails beyond 32 bits": { operation: "putStock", check: "not_a_server_error" },
  "takes a name that is too long": { operation: "createGood", check: "negative_data_rejection" },
  "takes a word in a list for the word": { operation: "createGood", check: "negative_data_rejection" },
  "takes four decimals": { operation: "createGood", check: "negative_data_rejection" },
  "takes a price of nothing": { operation: "createGood", check: "negative_data_rejection" },
  "refuses the longest name": { operation: "createGood", check: "positive_data_acceptance" },
  "does without a header that is required": { operation: "listGoods", check: "missing_required_header" },
  "lists numbers as texts": { operation: "listGoods", check: "response_schema_conformance" },
  "shows a field nobody documented": { operation: "createGood", check: "response_schema_conformance" },
  "answers 415 in HTML": { operation: "createGood", check: "content_type_conformance" },
  "takes plain text for JSON": { operation: "createGood", check: "unsupported_media_type" },
  "says nothing of where it is": { operation: "createGood", check: "response_headers_conformance" },
  "answers a status nobody documented": { operation: "createGood", check: "status_code_conformance" },
  "leads nowhere": { operation: "createGood", check: "ensure_resource_availability" },
  "shows what was removed": { operation: "deleteGood", check: "use_after_free" },
} as const;
export type Defect = keyof typeof DEFECTS;

interface Asked {
  readonly request: IncomingMessage;
  readonly search: URLSearchParams;
  readonly sku: string;
  readonly body: Buffer;
}
interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly html?: true;
}
type Route = (asked: Asked) => Answer;
type Good = typeof GOOD;

const ROUTES = [/^\/goods$/, /^\/goods\/([^/]+)$/, /^\/goods\/([^/]+)\/stock$/];
const MOST_ON_A_PAGE = 1_000;
const LARGEST_INT32 = 2_147_483_647;

const refused = (status: number, details: readonly Pick<Failure, "code" | "pointer">[]): Answer => ({
  status,
  json: { details: details.map(({ code, pointer }) => ({ code, pointer })) },
});
const gone = refused(404, [{ code: "unknown", pointer: "path.sku" }]);

/** A small shop over HTTP that does what its document says, but for the defects that are planted in it. */
export async function openShop(planted: readonly Defect[]): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const has = (defect: Defect) => planted.includes(defect);
  const goods = new Map<string, Good>([["A", GOOD]]);
  const routes = shopRoutes(goods, has);
  const server = createServer((request, response) => void answerTo(request, response));
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    let answer: Answer;
    try {
      answer = routed(request, Buffer.concat(chunks), routes, has);
    } catch {
      answer = refused(500, [{ code: "unexpected", pointer: "" }]);
    }
    const type = answer.html ? "text/html" : "application/json; charset=utf-8";
    response.writeHead(answer.status, { ...(answer.json === undefined ? {} : { "content-type": type }), ...answer.headers });
    response.end(answer.json === undefined ? undefined : JSON.stringify(answer.json));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** What is refused before an operation is asked. */
function routed(request: IncomingMessage, body: Buffer, routes: Readonly<Record<string, Route>>, has: (defect: Defect) => boolean): Answer {
  const { pathname, searchParams } = new URL(request.url!, "http://shop");
  const at = ROUTES.findIndex((pattern) => pattern.test(pathname));
  const method = request.method!;
  const served = Object.keys(routes).flatMap((key) => (key.endsWith(` ${at}`) ? [key.split(" ")[0]!] : []));
  if (at < 0) return gone;
  if (!served.includes(method)) {
    if (has("says 404 for a wrong method")) return gone;
    const named = has("forgets a method in Allow") ? served.slice(1) : served;
    return { ...refused(405, []), headers: { allow: named.join(", ") } };
  }
  const isKnown = Object.entries(CREDENTIALS).every(([name, value]) => request.headers[name] === value);
  if (!isKnown && !(has("lets anybody in") && method === "GET")) return refused(401, []);
  if (request.headers.accept === "text/html") return refused(406, []);
  const takesBody = method === "POST" || method === "PUT";
  if (takesBody && !has("takes plain text for JSON") && !request.headers["content-type"]?.toLowerCase().startsWith("application/json"))
    return { ...refused(415, []), ...(has("answers 415 in HTML") ? { html: true } : {}) };
  const sku = pathname.split("/")[2] ?? "";
  const decoded = /%(?![0-9a-f]{2})/i.test(sku) ? sku : Buffer.from(unescaped(sku)).toString();
  return routes[`${method} ${at}`]!({ request, search: searchParams, sku: decoded, body });
}

const unescaped = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function shopRoutes(goods: Map<string, Good>, has: (defect: Defect) => boolean): Readonly<Record<string, Route>> {
  const document = shopDocument();
  const bodyOf = (path: string, method: string) =>
    compileSchemaCheck(document.paths[path]![method]!.requestBody!.content["application/json"]!.schema);
  const checkGood = bodyOf("/goods", "post");
  const checkStock = bodyOf("/goods/{sku}/stock", "put");
  const parameters = document.paths["/goods"]!["get"]!.parameters;
  const schemaOf = (place: string) => {
    const own = parameters.filter((one) => one.in === place);
    const required = own.flatMap(({ name, required: is }) => (is ? [name] : []));
    return { type: "object", required, properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])) } as TSchema;
  };
  const checkQuery = compileParameterCheck(schemaOf("query"), "query");
  const checkHeaders = compileParameterCheck(schemaOf("header"), "header");
  const linked = (good: Good) => ({ ...good, links: [{ rel: "self", href: `/goods/${has("leads nowhere") ? "nowhere" : good.sku}` }] });
  const excused = (failures: readonly Failure[]) =>
    failures.filter(
      ({ code, pointer }) =>
        !(has("takes a name that is too long") && code === "too_long" && pointer === "/name") &&
        !(has("takes four decimals") && code === "too_many_decimals") &&
        !(has("takes a price of nothing") && code === "not_above") &&
        !(has("takes a word in a list for the word") && code === "wrong_type" && pointer === "/gender"),
    );
  const removed = new Map<string, Good>();

  return {
    "GET 0": ({ search, request }) => {
      const query = checkQuery(
        Object.fromEntries(
          [...search.keys()].map((name) => [name, search.getAll(name).length > 1 ? search.getAll(name) : search.get(name)!]),
        ),
      );
      const named = checkHeaders(request.headers);
      const wrong = [...query.failures, ...(has("does without a header that is required") ? [] : named.failures)];
      if (wrong.length > 0) return refused(400, wrong);
      const { page = 0 } = query.value as { readonly page?: number };
      if (page > MOST_ON_A_PAGE && has("fails on a far page")) throw new Error("offset out of range");
      const items = page > 0 ? [] : [...goods.values()].map(linked);
      if (items.length === 0) return { status: 204 };
      const total = has("lists numbers as texts") ? String(items.length) : items.length;
      return { status: 200, json: { items, total } };
    },
    "POST 0": ({ body }) => {
      const parsed = parseJson(body);
      if (!parsed.ok) return refused(400, parsed.failures);
      const { value: sent } = parsed;
      if (has("fails on a body that is no object") && (typeof sent !== "object" || Array.isArray(sent))) throw new Error("no object");
      const { name, images } = (sent ?? {}) as { readonly name?: unknown; readonly images?: unknown };
      if (has("fails on a NUL") && String(name).includes("\u0000")) throw new Error("invalid byte sequence");
      if (has("fails on an image that is null") && Array.isArray(images) && images.includes(null)) throw new Error("null has no url");
      const { value, failures } = checkGood(sent);
      const wrong = excused(failures);
      if (wrong.length > 0) return refused(400, wrong);
      const good = { ...GOOD, ...(value as Partial<Good>) };
      if (has("refuses the longest name") && good.name.length >= 100) return refused(400, [{ code: "too_long", pointer: "/name" }]);
      goods.set(good.sku, good);
      const shown = has("shows a field nobody documented") ? { ...linked(good), costs: 1 } : linked(good);
      const headers: Record<string, string> = has("says nothing of where it is") ? {} : { location: `/goods/${good.sku}` };
      return { status: has("answers a status nobody documented") ? 200 : 201, json: shown, headers };
    },
    "GET 1": ({ sku }) => {
      const good = goods.get(sku) ?? (has("shows what was removed") ? removed.get(sku) : undefined);
      return good === undefined ? gone : { status: 200, json: linked(good) };
    },
    "DELETE 1": ({ sku }) => {
      const good = goods.get(sku);
      if (good === undefined) return gone;
      removed.set(sku, good);
      goods.delete(sku);
      return { status: 204 };
    },
    "PUT 2": ({ sku, body }) => {
      const parsed = parseJson(body);
      if (!parsed.ok) return refused(400, parsed.failures);
      const { available } = (parsed.value ?? {}) as { readonly available?: unknown };
      if (has("fails beyond 32 bits") && typeof available === "number" && available > LARGEST_INT32)
        throw new Error("integer out of range");
      const { value, failures } = checkStock(parsed.value);
      if (failures.length > 0) return refused(400, failures);
      return goods.has(sku) ? { status: 202, json: value } : gone;
    },
  };
}
