import type { Database, Transaction } from "../../platform/database/database.ts";
import { opaqueToken, publicId, sha256 } from "../../platform/basics/random.ts";
import { OPERATOR_KEY_PREFIX } from "../authentication.ts";
import { insertOperatorKey } from "./queries.ts";

/** An operator key as it is told once: only its hash is kept. */
export interface IssuedOperatorKey {
  readonly id: string;
  readonly operatorKey: string;
}

/** Makes an operator key in an open transaction. */
export async function makeOperatorKey(
  transaction: Transaction,
  { role, name, at }: { readonly role: string; readonly name: string; readonly at: number },
): Promise<IssuedOperatorKey> {
  const operatorKey = opaqueToken(OPERATOR_KEY_PREFIX);
  const id = publicId("opk");
  await transaction.run(insertOperatorKey, [sha256(operatorKey), id, role, name, at]);
  return { id, operatorKey };
}

/** Makes an operator key on its own: for the command line's first one, and for tests. */
export const issueOperatorKey = (
  db: Pick<Database, "transaction">,
  facts: Parameters<typeof makeOperatorKey>[1],
): Promise<IssuedOperatorKey> => db.transaction([], (transaction) => makeOperatorKey(transaction, facts));
