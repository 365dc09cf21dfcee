import { toCents } from "../../platform/basics/index.ts";
import { type Answer, Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { changeIdempotently, submitIdempotently } from "../../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import { productPath } from "../../pricing/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import type { putProduct } from "../contract.ts";
import { acceptedProductJson } from "../product-view.ts";
import { toProductDocument } from "../submission-rules.ts";
import { changePath } from "./change-id.ts";
import { changeView } from "./change-view.ts";
import { type ChangeOpener, type ChangeWrite, type LiveProduct, newChangeId, openedChange, openingColumns } from "./create.ts";
import { fieldsOf } from "./open-changes.ts";
import { preferenceApplied, prefersChangeRequest } from "./preference.ts";
import type { FieldChange } from "./product-fields.ts";
import { openChanges, setOffer } from "./queries.ts";
import { changesTo } from "./read-change.ts";

export interface PutChangeContext {
  readonly db: Database;
  readonly opener: ChangeOpener;
  /** Called when a change request is due for its check. */
  readonly onOpened: () => void;
  /** Called when the stock that was sent made a validation due. */
  readonly onValidationDue: () => void;
}

type PutCall = SellerCall<typeof putProduct>;
/** Handles a checked PUT of a closed product as a change request; undefined when it is no such PUT. */
export type PutAsChange = (call: PutCall) => Promise<Answer | Refusal | undefined>;

/**
 * A PUT of a product that is closed, whose caller asked for it with `Prefer: change-request` or with the credential's switch.
 * Price and stock that came along are set at once. A body that changes nothing else opens no request: it is accepted, as a PUT is.
 */
export function createPutAsChange(context: PutChangeContext): PutAsChange {
  return async (call) => {
    const preferred = prefersChangeRequest(call.headers.Prefer);
    if (!preferred && !call.who.changeRequests) return undefined;
    const live = await context.opener.find(call.who.sellerId, call.path.sku);
    if (live === undefined || live.isEditable) return undefined;
    const fields = fieldsOf(changesTo(live.product, toProductDocument(call.body), call.path.sku));
    if (fields instanceof Refusal) return fields;
    const answer = await save(context, call, live, fields, preferred ? preferenceApplied : {});
    if (fields.length > 0) context.onOpened();
    return answer;
  };
}

type Headers = Readonly<Record<string, string>>;

/** Opens the request. With price or stock, both are written in one transaction; without, the request joins the batch of this tick. */
async function save(
  context: PutChangeContext,
  call: PutCall,
  live: LiveProduct,
  fields: readonly FieldChange[],
  headers: Headers,
): Promise<Answer | Refusal> {
  const { db, opener, onValidationDue } = context;
  const { body, idempotencyKey, requestId, at } = call;
  const { sellerId, actor } = call.who;
  const { sku } = call.path;
  const write: ChangeWrite = {
    sellerId,
    sku,
    changeId: newChangeId(sellerId),
    baseVersion: live.version,
    actor,
    note: null,
    at,
    requestId,
    fields,
  };
  const hasOffer = body.price !== undefined || body.stock !== undefined;
  if (!hasOffer && fields.length > 0)
    return submitIdempotently({ writes: opener.writes, db, idempotencyKey }, write, (row) => opened(call, live, write, row, headers));
  let isWoken = false;
  const answer = await changeIdempotently(db, [sellerId], idempotencyKey, async (transaction) => {
    const [row] = fields.length === 0 ? [] : await transaction.run(openChanges, openingColumns([write]));
    const { price, stock } = body;
    const cents = [price && toCents(price.listPrice), price && toCents(price.salePrice)].map((amount) => amount ?? null);
    const [set] = hasOffer
      ? await transaction.run(setOffer, [sellerId, sku, ...cents, stock?.available ?? null, at, actor, requestId])
      : [];
    isWoken = set?.woken === true;
    return fields.length === 0 ? accepted(call, live, headers) : opened(call, live, write, row, headers);
  });
  if (isWoken) onValidationDue();
  if (fields.length > 0) newEventsSignalOf(db).notify([sellerId]);
  return answer;
}

const accepted = ({ path: { sku }, body }: PutCall, { row, status }: LiveProduct, headers: Headers): Answer => ({
  status: 202,
  headers: { ...headers, location: productPath(sku) },
  text: acceptedProductJson(sku, row, body, { status }),
});

function opened(
  call: PutCall,
  { row, status }: LiveProduct,
  write: ChangeWrite,
  made: Parameters<typeof openedChange>[1],
  headers: Headers,
): Answer {
  const { change, superseded } = openedChange(write, made);
  const { sku } = call.path;
  return {
    status: 202,
    headers: { ...headers, location: changePath(sku, write.changeId) },
    text: acceptedProductJson(sku, row, call.body, { status, change: changeView(change, call.lang, superseded) }),
  };
}
