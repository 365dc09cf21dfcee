import type { Database, Transaction } from "../../platform/database/index.ts";
import { opaqueToken, publicId, sha256 } from "../../platform/basics/index.ts";
import { OPERATOR_KEY_PREFIX } from "../authentication.ts";
import { insertOperatorKey } from "./queries.ts";

/** A new operator key. The key is shown only once, because only its hash is stored. */
export interface IssuedOperatorKey {
  readonly id: string;
  readonly operatorKey: string;
}

/** Creates an operator key in an open transaction. */
export async function createOperatorKey(
  transaction: Transaction,
  { role, name, at }: { readonly role: string; readonly name: string; readonly at: number },
): Promise<IssuedOperatorKey> {
  const operatorKey = opaqueToken(OPERATOR_KEY_PREFIX);
  const id = publicId("opk");
  await transaction.run(insertOperatorKey, [sha256(operatorKey), id, role, name, at]);
  return { id, operatorKey };
}

/**
 * Creates an operator key in its own transaction. Used by tests, and for the first key, which a starting server creates for the command
 * line.
 */
export const issueOperatorKey = (
  db: Pick<Database, "transaction">,
  key: Parameters<typeof createOperatorKey>[1],
): Promise<IssuedOperatorKey> => db.transaction([], (transaction) => createOperatorKey(transaction, key));
