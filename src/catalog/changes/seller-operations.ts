import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  listPath,
  Refusal,
  selectedValues,
  takePage,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { submitIdempotently } from "../../platform/idempotency/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import { productErrors } from "../errors.ts";
import { publicationState } from "../publication.ts";
import { changePath, changeUnknown } from "./change-id.ts";
import { changeView } from "./change-view.ts";
import * as contract from "./contract.ts";
import { type ChangeOpener, newChangeId, openedChange } from "./create.ts";
import { withdrawChange } from "./decide.ts";
import { changeErrors } from "./errors.ts";
import { withFields } from "./load.ts";
import * as queries from "./queries.ts";
import { readChange } from "./read-change.ts";
import { CHANGE_STATE_NAMES } from "./states.ts";

export interface SellerChangesContext {
  readonly db: Database;
  readonly reference: () => ReferenceSnapshot;
  readonly opener: ChangeOpener;
  /** Called when a change request is due for its check. */
  readonly onOpened: () => void;
}

/** A seller's change requests: ask, list, read, take back. */
export function sellerChangeEndpoints(context: SellerChangesContext): readonly Endpoint[] {
  const { db, opener } = context;
  return [
    endpoint(contract.postChange, (call: SellerCall<typeof contract.postChange>) => postChange(context, call)),
    endpoint(contract.listProductChanges, async (call: SellerCall<typeof contract.listProductChanges>) => {
      const { sku } = call.path;
      const answer = await listOf(db, call, sku);
      if (answer instanceof Refusal || answer.status !== 204) return answer;
      return (await opener.find(call.who.sellerId, sku)) === undefined ? unknownProduct(sku) : answer;
    }),
    endpoint(contract.listChangeRequests, (call: SellerCall<typeof contract.listChangeRequests>) => listOf(db, call)),
    endpoint(contract.getChange, async (call: SellerCall<typeof contract.getChange>) => {
      const { sku, changeRequestId: changeId } = call.path;
      const rows = await db.run([call.who.sellerId], queries.getChange, [call.who.sellerId, changeId]);
      const [change] = await withFields(
        scoped(db, call.who.sellerId),
        rows.filter((row) => row.sku === sku),
      );
      return change === undefined ? changeUnknown(changeId, "path.changeRequestId") : { status: 200, body: changeView(change, call.lang) };
    }),
    endpoint(contract.withdrawChange, async (call: SellerCall<typeof contract.withdrawChange>) => {
      const { sku, changeRequestId: changeId } = call.path;
      const { sellerId, actor } = call.who;
      const { requestId, at, lang } = call;
      const change = await withdrawChange(db, { sellerId, sku, changeId, actor, requestId, at });
      if (change instanceof Refusal) return change;
      return { status: 200, body: changeView({ row: change.row, fields: change.fields.map(({ row }) => row) }, lang) };
    }),
  ];
}

async function postChange(
  { db, reference, opener, onOpened }: SellerChangesContext,
  call: SellerCall<typeof contract.postChange>,
): Promise<Answer | Refusal> {
  const { sku } = call.path;
  const { sellerId, actor } = call.who;
  const { at, requestId, lang } = call;
  const live = await opener.find(sellerId, sku);
  if (live === undefined) return unknownProduct(sku);
  if (live.isEditable) {
    const { status } = publicationState(live.status);
    return changeErrors.refuse("change_not_needed", { pointer: "path.sku", received: sku, params: { sku, status } });
  }
  const { driveHosts } = reference().data.rules;
  const fields = readChange(call.sent, live.product, { sku, driveHosts });
  if (fields instanceof Refusal) return fields;
  const changeId = newChangeId(sellerId);
  const write = { sellerId, sku, changeId, baseVersion: live.version, actor, note: call.body.note ?? null, at, requestId, fields };
  const answer = await submitIdempotently({ writes: opener.writes, db, idempotencyKey: call.idempotencyKey }, write, (row): Answer => {
    const { change, superseded } = openedChange(write, row);
    return { status: 202, headers: { location: changePath(sku, changeId) }, body: changeView(change, lang, superseded) };
  });
  onOpened();
  return answer;
}

type ListCall = Pick<SellerCall<typeof contract.listChangeRequests>, "query" | "who" | "lang">;

/** A page of a seller's requests, of all products or of one. The next page begins after the last request of this one. */
async function listOf(db: Database, { query, who, lang }: ListCall, sku?: string): Promise<Answer | Refusal> {
  const { sellerId } = who;
  const { after, size = DEFAULT_SIZE } = query;
  const state = selectedValues(query.state, CHANGE_STATE_NAMES);
  const reads = scoped(db, sellerId);
  const [last] = after === undefined ? [] : await reads.run(queries.getChange, [sellerId, after]);
  if (after !== undefined && last === undefined)
    return changeErrors.refuse("change_cursor_unknown", { pointer: "query.after", received: after });
  const before = last?.nth ?? queries.NO_UPPER_LIMIT;
  const rows = await readPage();
  const page = takePage(size, rows);
  if (page.rows.length === 0) return { status: 204 };
  const items = (await withFields(reads, page.rows)).map((change) => changeView(change, lang));
  const href = (from: string | undefined) => ({
    href: listPath(sku === undefined ? "/api/v2/changes" : changePath(sku), { state, after: from, size }),
  });
  const next = page.more ? { next: href(page.rows.at(-1)!.change_id) } : {};
  return { status: 200, body: { items, size, _links: { self: href(after), ...next } } };

  function readPage() {
    if (sku !== undefined) return reads.run(queries.listChangesOfProduct, [sellerId, sku, before, size + 1, state ?? null]);
    if (state?.join() === "open") return reads.run(queries.listOpenOfSeller, [sellerId, before, size + 1]);
    return reads.run(queries.listChanges, [sellerId, before, size + 1, state ?? null]);
  }
}

/** The database, as one seller sees it. */
const scoped = (db: Database, sellerId: number): Pick<Parameters<typeof withFields>[0], "run"> => ({
  run: (query, values) => db.run([sellerId], query, values),
});

const unknownProduct = (sku: string): Refusal => productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });
