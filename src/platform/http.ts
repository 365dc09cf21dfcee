import { createServer } from "node:http";
import type { Clock } from "./clock.ts";
import type { Endpoint, Environment } from "./contract.ts";
import type { Refusal } from "./errors.ts";
import type { CallFaults } from "./faults.ts";
import type { Lines } from "./header-lines.ts";
import { createAnswers } from "./http/answer.ts";
import { Request } from "./http/body.ts";
import type { Doors } from "./http/door.ts";
import { httpErrors } from "./http/errors.ts";
import { type FormerAddress, meaningsOf } from "./former-addresses.ts";
import { nameOneHost } from "./http/headers.ts";
import { listenersOf } from "./http/listeners.ts";
import type { Page } from "./http/page.ts";
import { type Astray, createRouter, pathOf } from "./http/router.ts";
import type { Observe } from "./http/observer.ts";
import type { Places } from "./http/places.ts";
import { tendConnections, Response } from "./http/response.ts";
import { elsewhereRoute, operationRoute, pageRoute, type Route } from "./http/routes.ts";
import { endSilent } from "./http/silence.ts";
import { answerUnread } from "./http/unread.ts";
import { createVisits, type Visit } from "./http/visit.ts";
import type { Log } from "./log.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { Ledger } from "./once/once.ts";

export type { Door, EndedCall, Entry, Knock } from "./http/door.ts";
export type { Page, PageAnswer } from "./http/page.ts";

export interface HttpSettings {
  readonly environment: Environment;
  readonly endpoints: readonly Endpoint[];
  readonly pages: readonly Page[];
  readonly doors: Doors;
  /** What addresses are called elsewhere, so that callers are told what they are called here. */
  readonly formerAddresses?: readonly FormerAddress[];
  /** Headers of answers that were refused before a door metered them. */
  readonly anonymousHeaders: Lines;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly places: Places;
  readonly bodyLimitBytes: number;
  /** Of Idempotency-Key; without it keys mean nothing. */
  readonly ledger?: Ledger;
  /** Hears of every call of an operation after its answer left. */
  readonly observe?: Observe | undefined;
  /** What goes wrong with calls on purpose; production has none. */
  readonly faults?: CallFaults | undefined;
  /** Longest a connection may take and send nothing while it is answered. */
  readonly stallMs?: number;
}

/** The HTTP edge, from listening to its end. */
export interface HttpServer {
  /** Resolves to the port listened on; rejects when it is busy. */
  listen(port: number, host: string): Promise<number>;
  /** Answers `Connection: close` from now on and refuses nothing that already arrived. */
  drain(): void;
  /** Listens no more; ends when every answer in progress is whole. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 5_000;
/** Longer than any work on an answer: whoever takes nothing for so long reads no more, and holds a place. */
const STALL_MS = 120_000;
const TIMEOUT_CHECK_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
const SWEEP_MS = 100;
const CONTINUE = "100-continue";

/** Makes routes of operations and pages; answers every request in the documented shape, whatever happens to it. */
export function createHttpServer(settings: HttpSettings): HttpServer {
  const { environment } = settings;
  const visits = createVisits(settings);
  const answers = createAnswers(settings, visits);
  const unread = answerUnread(settings.anonymousHeaders);
  const routing = { ...settings, visits, answers };
  const router = createRouter<Route>();
  const meanings = meaningsOf(
    settings.formerAddresses ?? [],
    settings.endpoints.map(({ operation }) => operation.path),
  );
  for (const endpoint of settings.endpoints) {
    const { method, path, environments, elsewhere } = endpoint.operation;
    if (environments?.includes(environment) !== false) router.add(method, path, operationRoute(routing, endpoint));
    else if (elsewhere !== undefined) router.add(method, path, elsewhereRoute(routing, endpoint.operation, elsewhere));
  }
  for (const page of settings.pages) router.add(page.method, page.path, pageRoute(routing, page));

  const server = createServer({
    IncomingMessage: Request,
    ServerResponse: Response,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Both limits on silent connections are ours.
    keepAliveTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // Node's own refusal has no body; ours is below.
    requireHostHeader: false,
  });
  tendConnections(server);
  const listeners = listenersOf(server);
  const endSweeps = endSilent(server, settings.stallMs ?? STALL_MS);
  server.on("request", receive);
  // Node meets the one expectation there is by itself; its refusal of others has no body.
  server.on("checkExpectation", receive);
  server.on("clientError", unread);
  // Without a listener Node ends the connection and says nothing.
  server.on("connect", (_request, socket) => unread(new Error("CONNECT"), socket));

  function receive(request: Request, response: Response): void {
    const found = router.find(request.method!, request.url!);
    const visit =
      typeof found === "object"
        ? visits.begin(request, response, found.route.operation, found.parameters)
        : visits.begin(request, response);
    try {
      if (refusedByForm(visit)) return;
      if (typeof found === "object") found.route.receive(visit, found.search);
      else refuseAstray(visit, found);
    } catch (error) {
      answers.fail(visit, error);
    }
  }

  /** Refuses what no address should see: a request for two hosts, an expectation that is not met. */
  function refusedByForm(visit: Visit): boolean {
    const { httpVersion, headers, rawHeaders } = visit.request;
    if (httpVersion !== "1.0" && !nameOneHost(rawHeaders)) {
      answers.refuse(visit, httpErrors.refuse("request_malformed"), { connection: "close" });
      return true;
    }
    if (headers.expect === undefined || headers.expect.toLowerCase() === CONTINUE) return false;
    answers.refuse(
      visit,
      httpErrors.refuse("expectation_unmet", { pointer: "header.Expect", received: headers.expect, allowed: CONTINUE }),
    );
    return true;
  }

  function refuseAstray(visit: Visit, astray: Astray): void {
    const { method, url } = visit.request;
    if (astray === "malformed") return answers.refuse(visit, httpErrors.refuse("address_malformed"));
    const allowed = router.methodsAt(url!);
    if (allowed.length === 0) return answers.refuse(visit, refusedAddress(method!, pathOf(url!)));
    const refusal = httpErrors.refuse("method_not_allowed", { received: method, allowed });
    answers.refuse(visit, refusal, { allow: allowed.join(", ") });
  }

  /** Names what does the same where other generations of such interfaces had the address; with the method it was asked with, where that goes. */
  function refusedAddress(method: string, received: string): Refusal {
    const meant = meanings(received).flatMap((path) => router.methodsAt(path).map((taken) => ({ taken, told: `${taken} ${path}` })));
    const own = meant.filter(({ taken }) => taken === method);
    const allowed = (own.length > 0 ? own : meant.filter(({ taken }) => taken !== "HEAD")).map(({ told }) => told);
    return allowed.length === 0
      ? httpErrors.refuse("route_unknown", { received })
      : httpErrors.refuse("route_elsewhere", { received, allowed });
  }

  return {
    listen: listeners.listen,
    drain: answers.drain,
    async close() {
      // An answer that began before the drain leaves its connection open.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      await listeners.close();
      endSweeps();
      clearInterval(sweep);
    },
  };
}
