import { HOUR_MS } from "../../platform/basics/index.ts";
import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  errorBody,
  listPath,
  parsedBody,
  Refusal,
  takePage,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import { changeUnknown, sellerOfChange } from "./change-id.ts";
import * as contract from "./contract.ts";
import { type ChangeDecision, decideChange, type DecideContext, type DecisionAnswer } from "./decide.ts";
import { changeErrors } from "./errors.ts";
import { operatorChangeViews } from "./load.ts";
import * as lists from "./operator-lists/queries.ts";
import * as queries from "./queries.ts";
import { recheckChange, type RecheckContext } from "./recheck-operations.ts";
import type { ChangeState } from "./states.ts";

/** The change requests of all sellers for the marketplace's people: list, read, decide one, decide many. */
export function operatorChangeEndpoints(context: DecideContext & RecheckContext): readonly Endpoint[] {
  const { db } = context;
  return [
    endpoint(contract.listChangesToDecide, (call: OperatorCall<typeof contract.listChangesToDecide>) => listChanges(db, call)),
    endpoint(contract.getChangeToDecide, async (call: OperatorCall<typeof contract.getChangeToDecide>) => {
      const { changeRequestId: changeId } = call.path;
      const row = await find(db, changeId);
      if (row === undefined) return changeUnknown(changeId, "path.changeRequestId");
      const [body] = await operatorChangeViews(wide(db, [row]), [row], call.lang);
      return { status: 200, body };
    }),
    endpoint(contract.recheckChange, (call: OperatorCall<typeof contract.recheckChange>) => recheckChange(context, call)),
    endpoint(contract.decideChange, (call: OperatorCall<typeof contract.decideChange>) => {
      const { changeRequestId: changeId } = call.path;
      const { requestId, at, lang, idempotencyKey } = call;
      const decision = {
        changeId,
        fields: call.body.fields,
        claimToken: call.body.claimToken,
        place: "path.changeRequestId",
        pointer: "/fields",
        actor: call.who.actor,
        requestId,
        at,
      };
      return decideChange(context, decision, { idempotencyKey, answer: answerIn(lang) });
    }),
    endpoint(contract.decideChanges, (call: OperatorCall<typeof contract.decideChanges>) => decideMany(context, call)),
  ];
}

/** Shows the request after a decision, as the transaction of the decision sees it. */
const answerIn =
  (lang: OperatorCall<typeof contract.decideChange>["lang"]): DecisionAnswer["answer"] =>
  async ({ row }, transaction) => {
    const [body] = await operatorChangeViews(transaction, [row], lang);
    return { status: 200, body };
  };

/** Executes the decisions individually. The call's own answer reports all of them. */
async function decideMany(context: DecideContext, call: OperatorCall<typeof contract.decideChanges>): Promise<Answer> {
  const { at, requestId, lang } = call;
  const items: object[] = [];
  let refusals = 0;
  for (const [index, { changeRequestId: changeId, fields, claimToken }] of call.body.items.entries()) {
    const pointer = `/items/${index}`;
    const place = `${pointer}/changeRequestId`;
    const asked = { changeId, fields, claimToken, place, pointer: `${pointer}/fields` };
    const decision: ChangeDecision = { ...asked, actor: call.who.actor, requestId, at };
    const outcome = await decideChange(context, decision, { idempotencyKey: undefined, answer: answerIn(lang) });
    if (!(outcome instanceof Refusal)) items.push({ changeRequestId: changeId, status: outcome.status, change: parsedBody(outcome) });
    else {
      refusals += 1;
      items.push({ changeRequestId: changeId, status: outcome.failures[0]!.row.status, error: errorBody(outcome, lang, requestId) });
    }
  }
  return { status: refusals === 0 ? 200 : 206, body: { items } };
}

const PATH = contract.listChangesToDecide.path;

async function listChanges(db: Database, call: OperatorCall<typeof contract.listChangesToDecide>): Promise<Answer | Refusal> {
  const { query, lang } = call;
  const { size = DEFAULT_SIZE, after } = query;
  const last = after === undefined ? undefined : await find(db, after);
  if (after !== undefined && last === undefined)
    return changeErrors.refuse("change_cursor_unknown", { pointer: "query.after", received: after });
  const states = query.state === undefined || query.state.length === 0 ? DEFAULT_STATES : [...new Set(query.state)];
  const page = takePage(size, await rowsOf(db, call, { states, last, limit: size + 1 }));
  if (page.rows.length === 0) return { status: 204 };
  const items = await operatorChangeViews(wide(db, page.rows), page.rows, lang);
  const setAside = query.setAside === true ? "true" : undefined;
  const href = (from: string | undefined, state = query.state) => listPath(PATH, { ...query, state, setAside, after: from, size });
  // Fields that somebody looked at leave the list of samples, so its first page is always the one to read.
  const next = page.more && !isOfSamples(query) ? [{ rel: "next", href: href(...nextPlace(page.rows.at(-1)!, states)) }] : [];
  return { status: 200, body: { items, size, links: [{ rel: "self", href: href(after) }, ...next] } };
}

type ListCall = OperatorCall<typeof contract.listChangesToDecide>;

const DEFAULT_STATES: readonly ChangeState[] = ["open"];
const isOfSamples = ({ sample }: ListCall["query"]): boolean => sample !== undefined && sample.length > 0;

/** Where the page after `row` begins. Once a page has come to the closed requests, the open ones before them are not asked for again. */
const nextPlace = (row: queries.ChangeRow, states: readonly ChangeState[]) =>
  [row.change_id, states.filter((state) => state !== "open" || row.state === "open")] as const;

interface PageWanted {
  readonly states: readonly ChangeState[];
  /** The last request of the page before. */
  readonly last: queries.ChangeRow | undefined;
  readonly limit: number;
}

/** The rows of a page: open requests, then closed ones. */
async function rowsOf(db: Database, { query, at }: ListCall, { states, last, limit }: PageWanted): Promise<readonly queries.ChangeRow[]> {
  const { field, sellerId, olderThanHours } = query;
  type Query = Parameters<typeof db.wide.run<queries.ChangeRow>>[1];
  const readAll = (statement: Query, values: readonly unknown[]) => db.wide.run("every seller", statement, values);
  const readOfSeller = (seller: number, statement: Query, values: readonly unknown[]) => db.run([seller], statement, [...values, seller]);
  const createdUntil = olderThanHours === undefined ? queries.NO_UPPER_LIMIT : at - olderThanHours * HOUR_MS;
  const fields = field === undefined || field.length === 0 ? null : field;
  const page = (instant: number | null | undefined, start: number, rows: number) => [
    createdUntil,
    ...(instant === undefined || instant === null ? [start, 0, ""] : [instant, last!.seller_id, last!.change_id]),
    rows,
  ];
  if (isOfSamples(query)) return readAll(lists.listSampledChanges, [sellerId ?? null, limit]);
  if (query.setAside === true)
    return readAll(lists.listSetAsideChanges, [...page(last?.created_at, queries.NO_LOWER_LIMIT, limit), fields, sellerId ?? null]);
  const open = states.includes("open") ? await readOpen() : [];
  const closedStates = states.filter((state) => state !== "open");
  if (open.length >= limit || closedStates.length === 0) return open;
  const start = page(states.includes("open") ? null : last?.decided_at, queries.NO_UPPER_LIMIT, limit - open.length);
  const values = [...start, fields, closedStates];
  const closed = await (sellerId === undefined
    ? readAll(lists.listClosedChanges, values)
    : readOfSeller(sellerId, lists.listClosedChangesOfSeller, values));
  return [...open, ...closed];

  function readOpen() {
    const place = page(last?.created_at, queries.NO_LOWER_LIMIT, limit);
    if (sellerId !== undefined) return readOfSeller(sellerId, lists.listOpenChangesOfSeller, [...place, fields]);
    return fields === null ? readAll(lists.listOpenChanges, place) : readAll(lists.listOpenChangesOfField, [...place, fields]);
  }
}

async function find(db: Database, changeId: string): Promise<queries.ChangeRow | undefined> {
  const sellerId = sellerOfChange(changeId);
  if (sellerId === undefined) return undefined;
  return (await db.run([sellerId], queries.getChange, [sellerId, changeId]))[0];
}

/** The database, as seen by the sellers of the requests. */
const wide = (db: Database, rows: readonly queries.ChangeRow[]): Parameters<typeof operatorChangeViews>[0] => ({
  run: (query, values) => db.run([...new Set(rows.map((row) => row.seller_id))], query, values),
});
