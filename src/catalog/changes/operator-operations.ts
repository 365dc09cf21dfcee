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
import * as queries from "./queries.ts";

/** The change requests of all sellers for the marketplace's people (beyond M11): list, read, decide one, decide many. */
export function operatorChangeEndpoints(context: DecideContext): readonly Endpoint[] {
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
    endpoint(contract.decideChange, (call: OperatorCall<typeof contract.decideChange>) => {
      const { changeRequestId: changeId } = call.path;
      const { requestId, at, lang, idempotencyKey } = call;
      const decision = {
        changeId,
        fields: call.body.fields,
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
  for (const [index, { changeRequestId: changeId, fields }] of call.body.items.entries()) {
    const pointer = `/items/${index}`;
    const place = `${pointer}/changeRequestId`;
    const decision: ChangeDecision = { changeId, fields, place, pointer: `${pointer}/fields`, actor: call.who.actor, requestId, at };
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
  const page = takePage(size, await rowsOf(db, call, last, size + 1));
  if (page.rows.length === 0) return { status: 204 };
  const items = await operatorChangeViews(wide(db, page.rows), page.rows, lang);
  const href = (from: string | undefined) => listPath(PATH, { ...query, after: from, size });
  // Fields that somebody looked at leave the list of samples, so its first page is always the one to read.
  const next = page.more && query.sample === undefined ? [{ rel: "next", href: href(page.rows.at(-1)!.change_id) }] : [];
  return { status: 200, body: { items, size, links: [{ rel: "self", href: href(after) }, ...next] } };
}

function rowsOf(
  db: Database,
  { query, at }: OperatorCall<typeof contract.listChangesToDecide>,
  last: queries.ChangeRow | undefined,
  limit: number,
): Promise<readonly queries.ChangeRow[]> {
  const { state = "open", field, sellerId = null, olderThanHours, sample } = query;
  const read = (query_: Parameters<typeof db.wide.run<queries.ChangeRow>>[1], values: readonly unknown[]) =>
    db.wide.run("every seller", query_, values);
  if (sample !== undefined) return read(queries.listSampledChanges, [sellerId, limit]);
  const createdBefore = olderThanHours === undefined ? null : at - olderThanHours * HOUR_MS;
  const instant = state === "open" ? last?.created_at : last?.decided_at;
  const values = [sellerId, createdBefore, instant ?? null, last?.seller_id ?? null, last?.change_id ?? null, limit];
  if (state !== "open") return read(queries.listClosedChanges, [...values, state, field ?? null]);
  return field === undefined ? read(queries.listOpenChanges, values) : read(queries.listOpenChangesOfField, [...values, field]);
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
