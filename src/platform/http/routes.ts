import type { FastifyInstance } from "fastify";
import type { Clock } from "../basics/clock.ts";
import type { Answer, Call, Endpoint, Operation } from "../contract/operation.ts";
import { type Failure, Refusal } from "../contract/errors.ts";
import type { CallFaults } from "./fault-types.ts";
import type { Ledger } from "../idempotency/keyed-call.ts";
import { pathOf, spelled } from "./url-parts.ts";
import type { Answers } from "./replies.ts";
import { knockOf, refusedByBytes, refusedByHeaders, type Doors, type Entry } from "./authentication.ts";
import { httpErrors } from "./errors.ts";
import { suffer } from "./fault-injection.ts";
import type { Page } from "./plain-routes.ts";
import type { Places } from "./load-shedding.ts";
import { readCall, type Search } from "./request-parsing.ts";
import type { Visit, Visits } from "./request-context.ts";
import { warnOfUnknown } from "./warning-header.ts";

/** What every route works with. */
export interface Routing {
  readonly visits: Visits;
  readonly answers: Answers;
  readonly doors: Doors;
  readonly clock: Clock;
  readonly places: Places;
  readonly bodyLimitBytes: number;
  /** Without it an Idempotency-Key means nothing. */
  readonly ledger?: Ledger;
  /** What goes wrong on purpose with sellers' calls; without it nothing ever does. */
  readonly faults?: CallFaults | undefined;
}

/** The methods whose calls may carry an Idempotency-Key. */
const KEYED: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);
const NO_BYTES = Buffer.alloc(0);
const nothing = () => undefined;

/** The route of an operation: place, door, headers, then path, query and body checked, then the handler. */
export function addOperation(app: FastifyInstance, routing: Routing, endpoint: Endpoint): void {
  const { operation } = endpoint;
  const { faults, answers } = routing;
  const carryOut = carryingOut(routing, endpoint);
  app.route({
    method: operation.method,
    url: spelled(operation.path),
    bodyLimit: operation.bodyLimitBytes ?? routing.bodyLimitBytes,
    config: { operation },
    onRequest: ({ visit, query }, _reply, done) =>
      enter(routing, visit, operation, () => {
        warnOfUnknown(visit, query as Search);
        done();
      }),
    handler: ({ visit, query, body }) => {
      const search = query as Search;
      const bytes = (body as Buffer | undefined) ?? NO_BYTES;
      const fault = operation.audience === "seller" ? faults?.draw?.(operation, visit.entry!.who) : undefined;
      if (fault === undefined) return carryOut(visit, search, bytes, answers);
      const suffered = suffer(fault, visit, answers, (given) => carryOut(visit, search, bytes, given));
      awaited(routing, visit, suffered, nothing);
    },
  });
}

/** The route of an operation that only the other environment has: its door, and then the refusal that says so. */
export function addElsewhere(app: FastifyInstance, routing: Routing, operation: Operation, elsewhere: Failure): void {
  app.route({
    method: operation.method,
    url: spelled(operation.path),
    config: { operation },
    // Its body is not read.
    onRequest: ({ visit }) => enter(routing, visit, operation, () => routing.answers.refuse(visit, new Refusal([elsewhere]))),
    handler: nothing,
  });
}

/** The route of a page: a place, unless it is vital, and its answer. */
export function addPage(app: FastifyInstance, routing: Routing, page: Page): void {
  const { answers } = routing;
  app.route({
    method: page.method,
    url: spelled(page.path),
    handler: ({ visit }) => {
      const { request, parameters } = visit;
      if (!page.vital && !takePlace(routing, visit)) return;
      const coming = (async () => page.answer({ parameters, range: request.headers.range }))();
      awaited(routing, visit, coming, (shown) => {
        if (shown) answers.show(visit, shown);
        else answers.refuse(visit, httpErrors.refuse("route_unknown", { received: pathOf(request.url!) }));
      });
    },
  });
}

/** Checks what an operation was asked, and carries it out. */
function carryingOut(routing: Routing, endpoint: Endpoint) {
  const { clock, ledger } = routing;
  const { operation, handle } = endpoint;
  const read = readCall(endpoint);
  const keyed = ledger !== undefined && KEYED.has(operation.method) ? ledger : undefined;

  return (visit: Visit, search: Search, bytes: Buffer, given: Answers): void => {
    const { request, lang, requestId } = visit;
    const parts = read(
      { path: visit.parameters, search, headers: request.headers, body: bytes },
      (body) => refusedByBytes(request, body),
      (sent) => {
        visit.sent = sent;
      },
    );
    if (parts instanceof Refusal) return given.refuse(visit, parts);
    const onHungUp = operation.load === "waits" ? hungUp(visit) : undefined;
    const call = { ...parts, who: visit.entry!.who as never, lang, requestId, at: clock.now(), onHungUp };
    const key = keyed && keyOf(visit);
    // What fails its schema has no effect, and is sent again mended under the same key.
    const isOnce = key !== undefined && parts.bodyFailures.length === 0;
    const outcome = isOnce ? onceOnly(keyed!, handle, call, visit, key, bytes) : handle(call);
    awaited(routing, visit, outcome, (answer) => (answer instanceof Refusal ? given.refuse(visit, answer) : given.send(visit, answer)));
  };
}

/** Tells when there is nobody any more to be answered. */
const hungUp =
  ({ response }: Visit) =>
  (heard: () => void): void => {
    if (response.closed) heard();
    else response.once("close", heard);
  };

/** The call's Idempotency-Key; undefined when it has none, or is nobody's. */
const keyOf = ({ request, entry }: Visit): string | undefined =>
  entry?.owner === undefined ? undefined : (request.headers["idempotency-key"] as string | undefined);

/** Carries a call out under its key, or answers what it was answered before. */
const onceOnly = (
  ledger: Ledger,
  handle: Endpoint["handle"],
  call: Call<Operation, never>,
  { operation, entry, lang, requestId }: Visit,
  key: string,
  body: Buffer,
): Promise<Answer | Refusal> => {
  const { owner = "", sellerId = 0 } = entry!;
  // One address is written in several ways.
  const target = JSON.stringify([call.path, call.query]);
  const asked = { key, owner, sellerId, operationId: operation!.id, target, body, lang, requestId };
  return ledger.answer(asked, (once) => handle({ ...call, once }));
};

/** Takes a place and knocks at the operation's door; `done` when the visit is let in and its headers are in order. */
function enter(routing: Routing, visit: Visit, operation: Operation, done: () => void): void {
  const { answers, doors, places } = routing;
  if (!takePlace(routing, visit)) return;
  const early = refusedByHeaders(visit.request, operation);
  const admit = (entry: Entry | Refusal) => {
    if (entry instanceof Refusal) return answers.refuse(visit, entry);
    visit.entry = entry;
    if (entry.refusal) return answers.refuse(visit, entry.refusal);
    const crowding = entry.holder === undefined ? undefined : places.holder(visit.place!, entry.holder);
    if (crowding) return answers.refuse(visit, crowding);
    if (early) return answers.refuse(visit, early);
    done();
  };
  const outcome = doors[operation.audience](knockOf(visit.request, operation, visit.arrivedAt));
  // Whoever hangs up meanwhile still has its place: it is not given back before the door has said whose it is.
  if (outcome instanceof Promise) awaited(routing, visit, outcome, admit);
  else admit(outcome);
}

/** Gives the visit a place until it is finished; answers whether there was one, and has refused it otherwise. */
function takePlace({ places, answers }: Routing, visit: Visit): boolean {
  const place = places.enter(visit.operation);
  if (place instanceof Refusal) answers.refuse(visit, place);
  else visit.place = place;
  return visit.place !== undefined;
}

/** Does something with what somebody works on, once it is there, and counts the work in: a caller who hangs up early leaves it behind. */
function awaited<Outcome>({ visits, answers }: Routing, visit: Visit, coming: Promise<Outcome>, then: (outcome: Outcome) => void): void {
  visit.unfinished += 1;
  const fail = (error: unknown) => {
    answers.fail(visit, error);
    visits.finished(visit);
  };
  coming.then((outcome) => {
    try {
      then(outcome);
    } catch (error) {
      return fail(error);
    }
    visits.finished(visit);
  }, fail);
}
