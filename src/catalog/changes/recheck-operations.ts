import { type Answer, Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import { changeUnknown, sellerOfChange } from "./change-id.ts";
import { loadChange } from "./checks/load.ts";
import * as queries from "./checks/queries.ts";
import type { recheckChange as contract } from "./contract.ts";
import { changeErrors } from "./errors.ts";
import { operatorChangeViews } from "./load.ts";

export interface RecheckContext {
  readonly db: Database;
  /** Called when a change request is due for its check. */
  readonly onDue: () => void;
}

/** Makes a request due for its check again, with all its attempts. One of which nothing is being checked is refused. */
export async function recheckChange({ db, onDue }: RecheckContext, call: OperatorCall<typeof contract>): Promise<Answer | Refusal> {
  const { changeRequestId: changeId } = call.path;
  const pointer = "path.changeRequestId";
  const sellerId = sellerOfChange(changeId);
  if (sellerId === undefined) return changeUnknown(changeId, pointer);
  const outcome = await changeIdempotently(db, [sellerId], call.idempotencyKey, async (transaction) => {
    const change = await loadChange(transaction, sellerId, changeId);
    if (change === undefined) return changeUnknown(changeId, pointer);
    if (!change.fields.some(({ state }) => state === "checking"))
      return changeErrors.refuse("change_already_checked", { pointer, received: changeId });
    await transaction.run(queries.recheckChange, [sellerId, changeId, call.at]);
    const after = await loadChange(transaction, sellerId, changeId);
    const [body] = await operatorChangeViews(transaction, [after!.row], call.lang);
    return { status: 200, body };
  });
  if (!(outcome instanceof Refusal)) onDue();
  return outcome;
}
