import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { ServerResponse } from "node:http";
import { Overloaded } from "./batch.ts";
import { compileCheck, compileParameters, type Checked } from "./check.ts";
import type { Clock } from "./clock.ts";
import type { Answer, Audience, Endpoint, Environment, Operation } from "./contract.ts";
import { DatabaseConflict, DatabaseUnavailable } from "./db.ts";
import { errorBody, Refusal, type Lang } from "./errors.ts";
import { httpErrors } from "./http-errors.ts";
import { answerUnread } from "./http-unread.ts";
import { acceptsJson, distinctValues, hasBody, isJsonType, JSON_TYPE, langOf, nameOneHost, requestIdOf } from "./http-wire.ts";
import { parseJson } from "./json.ts";
import type { Log } from "./log.ts";
import type { HttpMetrics } from "./metrics.ts";

/** What a door sees of a request before its body is read. */
export interface Knock {
  readonly operation: Operation;
  /** Distinct values of a header; a header sent twice alike counts once (decisions 1.2). */
  readonly values: (header: string) => readonly string[];
  readonly remoteAddress: string;
}
/** Whom a door let in, and what every answer to them carries. */
export interface Entry {
  readonly who: unknown;
  /** Seller id for logs; never a name. */
  readonly sellerId?: number;
  readonly headers: Readonly<Record<string, string>>;
}
/** Authenticates, checks the permission and meters the quota for one audience. Answers at once when it can. */
export type Door = (knock: Knock) => Entry | Refusal | Promise<Entry | Refusal>;

/** A route outside the contract: health, metrics, documents, the sandbox's images. */
export interface Page {
  readonly method: "GET";
  readonly path: string;
  readonly answer: (request: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly range: string | undefined;
  }) => PageAnswer | Promise<PageAnswer>;
  /** Answered even when the service sheds load. */
  readonly vital?: boolean;
}
/** The answer of a page, sent as it is. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface HttpSettings {
  readonly environment: Environment;
  readonly endpoints: readonly Endpoint[];
  readonly pages: readonly Page[];
  readonly doors: Readonly<Record<Audience, Door>>;
  /** Headers of answers that were refused before a door metered them. */
  readonly anonymousHeaders: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly maxInFlight: number;
  readonly bodyLimitBytes: number;
  readonly retryAfterSeconds: number;
}

/** The HTTP edge, from listening to its end. */
export interface HttpServer {
  /** Resolves to the port listened on; rejects when it is busy. */
  listen(port: number, host: string): Promise<number>;
  /** Answers `Connection: close` from now on and refuses nothing that already arrived. */
  drain(): void;
  close(): Promise<void>;
  inFlight(): number;
}

const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 5_000;
const TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARAMETER_LENGTH = 300;
/** What figures and logs call a request whose caller was gone before the answer. */
const HUNG_UP = 499;
const JSON_HEADERS: Headers = { "content-type": JSON_TYPE };
const NO_HEADERS: Headers = {};

type Headers = Readonly<Record<string, string>>;

/** What the request carries from hook to hook. */
interface Visit {
  readonly requestId: string;
  readonly lang: Lang;
  readonly startedMs: number;
  readonly operation: Operation | undefined;
  readonly response: ServerResponse;
  entry: Entry | undefined;
  counted: boolean;
  /** The answer, and the work on it while there is any: a caller who hangs up early leaves its work behind. */
  unfinished: number;
}
const VISIT = Symbol("visit");
type Visited = FastifyRequest & { [VISIT]?: Visit };

/** Makes routes of operations and pages; answers every request in the documented shape, whatever happens to it. */
export function createHttpServer(settings: HttpSettings): HttpServer {
  const { log, metrics, anonymousHeaders } = settings;
  let inFlight = 0;
  let draining = false;

  const app: FastifyInstance = Fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: settings.bodyLimitBytes,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node's own refusal has no body; ours is a hook.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    exposeHeadRoutes: true,
    clientErrorHandler: answerUnread(anonymousHeaders),
    frameworkErrors: (error, request, reply) => {
      begin(request, reply, undefined);
      // A step longer than any code or sku there can be names nothing.
      const longStep = error.code === "FST_ERR_MAX_PARAM_LENGTH" && httpErrors.refuse("route_unknown", { received: pathOf(request.url) });
      return refuse(request, reply, longStep || httpErrors.refuse("address_malformed"));
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  function begin(request: Visited, reply: FastifyReply, operation: Operation | undefined): Visit {
    const visit: Visit = {
      requestId: requestIdOf(request.headers["x-request-id"]),
      lang: langOf(request.headers["accept-language"]),
      startedMs: performance.now(),
      operation,
      response: reply.raw,
      entry: undefined,
      counted: false,
      unfinished: 1,
    };
    request[VISIT] = visit;
    // Heard also when the caller is gone before it read the answer.
    reply.raw.once("close", () => finished(visit));
    return visit;
  }

  function finished(visit: Visit): void {
    visit.unfinished -= 1;
    if (visit.unfinished > 0) return;
    if (visit.counted) inFlight -= 1;
    const ms = performance.now() - visit.startedMs;
    const operation = visit.operation?.id ?? "none";
    const status = visit.response.headersSent ? visit.response.statusCode : HUNG_UP;
    metrics.observe(operation, status, ms / 1000);
    log.access(visit.requestId, operation, status, ms, visit.entry?.sellerId);
  }

  /** Writes an answer past the framework: its own way of doing so costs as much as the rest of a request. */
  function write(visit: Visit, reply: FastifyReply, status: number, headers: readonly Headers[], body?: string | Buffer): void {
    reply.hijack();
    const lines = ["x-request-id", visit.requestId];
    for (const part of headers) for (const name in part) lines.push(name, part[name]!);
    // A page may know its length itself; two of them would be none.
    if (body !== undefined && !headers.some((part) => "content-length" in part)) {
      lines.push("content-length", String(Buffer.byteLength(body)));
    }
    if (draining) lines.push("connection", "close");
    visit.response.writeHead(status, lines).end(body);
  }

  function refuse(request: Visited, reply: FastifyReply, refusal: Refusal, more: Headers = NO_HEADERS): void {
    const visit = request[VISIT] ?? begin(request, reply, undefined);
    const status = refusal.failures[0]!.row.status;
    const headers = {
      ...(visit.entry?.headers ?? anonymousHeaders),
      ...(status === 503 ? { "retry-after": String(settings.retryAfterSeconds) } : {}),
      ...refusal.headers,
      ...more,
      "content-language": visit.lang,
    };
    write(visit, reply, status, [headers, JSON_HEADERS], JSON.stringify(errorBody(refusal, visit.lang, visit.requestId)));
  }

  function send(visit: Visit, reply: FastifyReply, { status, headers = NO_HEADERS, text, body }: Answer): void {
    const metered = visit.entry?.headers ?? anonymousHeaders;
    if (status === 204 || status === 304) return write(visit, reply, status, [metered, headers]);
    write(visit, reply, status, [metered, headers, JSON_HEADERS], text ?? JSON.stringify(body));
  }

  /** Lets somebody work on an answer and counts the work in. */
  async function work(request: Visited, reply: FastifyReply, answer: (visit: Visit) => Promise<void>): Promise<void> {
    const visit = request[VISIT]!;
    visit.unfinished += 1;
    try {
      await answer(visit);
    } catch (error) {
      fail(error, request, reply);
    } finally {
      finished(visit);
    }
  }

  function enter(request: Visited, reply: FastifyReply, operation: Operation, done: () => void): void {
    const visit = begin(request, reply, operation);
    if (inFlight >= settings.maxInFlight) return refuse(request, reply, httpErrors.refuse("overloaded"));
    inFlight += 1;
    visit.counted = true;
    const early = refusedByHeaders(request, operation, settings.bodyLimitBytes);
    const knock: Knock = {
      operation,
      values: (header) => distinctValues(request.headers[header]),
      remoteAddress: request.socket.remoteAddress ?? "",
    };
    const admit = (entry: Entry | Refusal) => {
      if (entry instanceof Refusal) return refuse(request, reply, entry);
      visit.entry = entry;
      if (early) return refuse(request, reply, early);
      done();
    };
    const outcome = settings.doors[operation.audience](knock);
    if (outcome instanceof Promise) outcome.then(admit, (error: unknown) => fail(error, request, reply));
    else admit(outcome);
  }

  function fail(error: unknown, request: Visited, reply: FastifyReply): void {
    const visit = request[VISIT] ?? begin(request, reply, undefined);
    const refusal = request.raw.readableAborted
      ? httpErrors.refuse("body_incomplete")
      : refusalFor(error, visit.operation?.bodyLimitBytes ?? settings.bodyLimitBytes);
    if (refusal.failures[0]!.row.status >= 500)
      log.error({ requestId: visit.requestId, operation: visit.operation?.id, error }, "request failed");
    refuse(request, reply, refusal);
  }

  app.addHook("onRequest", (request, reply, done) => {
    if (request.raw.httpVersion === "1.0" || nameOneHost(request.raw.rawHeaders)) done();
    else refuse(request, reply, httpErrors.refuse("request_malformed"), { connection: "close" });
  });
  app.setErrorHandler((error, request, reply) => {
    // No route has the method QUERY; the framework asks for its body's type before it says so.
    if ((error as { code?: string }).code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") refuseUnrouted(request, reply);
    else fail(error, request, reply);
  });
  app.setNotFoundHandler(refuseUnrouted);
  function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): void {
    begin(request, reply, undefined);
    const allowed = allowedAt(request.url);
    if (allowed.length === 0) return refuse(request, reply, httpErrors.refuse("route_unknown", { received: pathOf(request.url) }));
    const refusal = httpErrors.refuse("method_not_allowed", { received: request.method, allowed });
    return refuse(request, reply, refusal, { allow: allowed.join(", ") });
  }
  const served = settings.endpoints.filter(({ operation }) => operation.environments?.includes(settings.environment) ?? true);
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  const known = (method: string, path: string) => {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`);
    const row = patterns.get(pattern.source) ?? { pattern, methods: new Set<string>() };
    row.methods.add(method);
    if (method === "GET") row.methods.add("HEAD");
    patterns.set(pattern.source, row);
  };
  const allowedAt = (url: string): string[] => {
    const path = pathOf(url);
    // An address may fit two patterns: a word, and a parameter in its place.
    const fitting = [...patterns.values()].filter((row) => row.pattern.test(path));
    return [...new Set(fitting.flatMap((row) => [...row.methods]))];
  };

  for (const row of served) mount(row);
  for (const page of settings.pages) mountPage(page);

  function mount({ operation, handle, bodyFailures }: Endpoint): void {
    known(operation.method, operation.path);
    const checkPath = operation.parameters && compileParameters(operation.parameters, "path");
    const checkQuery = operation.query && compileParameters(operation.query, "query");
    const checkBody = operation.body && compileCheck(operation.body);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
      ...(operation.bodyLimitBytes === undefined ? {} : { bodyLimit: operation.bodyLimitBytes }),
      onRequest: (request, reply, done) => enter(request as Visited, reply, operation, done),
      handler: (request, reply) => {
        const visit = (request as Visited)[VISIT]!;
        const path = checkPath?.(request.params);
        if (path && path.failures.length > 0) return refuse(request, reply, new Refusal(path.failures));
        const query = checkQuery?.(request.query);
        if (query && query.failures.length > 0) return refuse(request, reply, new Refusal(query.failures));
        let body: Checked = { value: undefined, failures: [] };
        let sent: unknown;
        if (checkBody) {
          const parsed = parseJson((request.body as Buffer | undefined) ?? EMPTY);
          if (!parsed.ok) return refuse(request, reply, new Refusal(parsed.failures));
          sent = parsed.value;
          body = checkBody(sent);
          if (body.failures.length > 0 && bodyFailures === "refused") return refuse(request, reply, new Refusal(body.failures));
        }
        const call = {
          who: visit.entry!.who as never,
          path: (path?.value ?? {}) as never,
          query: (query?.value ?? {}) as never,
          body: body.value as never,
          sent,
          bodyFailures: body.failures,
          lang: visit.lang,
          requestId: visit.requestId,
          at: settings.clock.now(),
          header: (name: string) => headerText(request.headers[name]),
        };
        void work(request, reply, async () => {
          const outcome = await handle(call);
          if (outcome instanceof Refusal) refuse(request, reply, outcome);
          else send(visit, reply, outcome);
        });
      },
    });
  }

  function mountPage(page: Page): void {
    known(page.method, page.path);
    app.route({
      method: page.method,
      url: page.path.replace(/\{(\w+)\}/g, ":$1"),
      onRequest: (request, reply, done) => {
        const visit = begin(request, reply, undefined);
        if (!page.vital && inFlight >= settings.maxInFlight) return refuse(request, reply, httpErrors.refuse("overloaded"));
        inFlight += 1;
        visit.counted = true;
        done();
      },
      handler: (request, reply) => {
        void work(request, reply, async (visit) => {
          const { status, headers, body } = await page.answer({
            parameters: request.params as Record<string, string>,
            range: request.headers.range,
          });
          write(visit, reply, status, [headers], body);
        });
      },
    });
  }

  return {
    async listen(port, host) {
      await app.listen({ port, host });
      const address = app.server.address();
      return typeof address === "object" && address ? address.port : port;
    },
    drain() {
      draining = true;
    },
    close: () => app.close(),
    inFlight: () => inFlight,
  };
}

const EMPTY = Buffer.alloc(0);
/** One header as sent; Node joins repeats. */
const headerText = (value: string | readonly string[] | undefined) => (typeof value === "object" ? value.join(", ") : value);
const pathOf = (url: string) => url.split("?", 1)[0]!;

/** Refusals that headers alone decide; they are told only to callers the door lets in. */
function refusedByHeaders(request: FastifyRequest, operation: Operation, bodyLimitBytes: number): Refusal | undefined {
  const { headers } = request;
  if (!acceptsJson(headers.accept)) return httpErrors.refuse("not_acceptable", { received: headers.accept });
  if (!operation.body || !hasBody(headers)) return undefined;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") return httpErrors.refuse("unsupported_encoding", { received: encoding });
  if (!isJsonType(headers["content-type"]))
    return httpErrors.refuse("unsupported_media_type", { received: headers["content-type"] ?? "-" });
  const limitBytes = operation.bodyLimitBytes ?? bodyLimitBytes;
  if (Number(headers["content-length"]) > limitBytes) return httpErrors.refuse("payload_too_large", { params: { limitBytes } });
  return undefined;
}

function refusalFor(error: unknown, limitBytes: number): Refusal {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) return httpErrors.refuse("database_unavailable");
  if (error instanceof Overloaded) return httpErrors.refuse("overloaded");
  const known = FRAMEWORK_ERRORS[(error as { code?: string }).code ?? ""];
  return httpErrors.refuse(known ?? "unexpected", { params: { limitBytes } });
}

const FRAMEWORK_ERRORS: Readonly<Record<string, "payload_too_large" | "body_incomplete" | "address_malformed">> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body_incomplete",
  FST_ERR_BAD_URL: "address_malformed",
};
