import type { Database } from "../../platform/database/index.ts";
import { type Failure, Refusal } from "../../platform/contract/index.ts";
import type { InvoiceKey } from "../move.ts";
import type { OrderKey } from "../order.ts";
import { getAccessKeyUse } from "./queries.ts";

/** Looks up whether another order already uses an access key. Returns the failures to report; there are none if the key is free. */
export type FindAccessKeyUse = (key: InvoiceKey | undefined, order: OrderKey) => Promise<readonly Failure[]>;

/** Creates the look-up of access keys. With it, all failures of an invoice can be reported at once. It does not reserve the key. */
export const createAccessKeyLookup =
  (db: Pick<Database, "run">): FindAccessKeyUse =>
  async (key, { sellerId, orderNumber }) => {
    if (key === undefined) return [];
    const [use] = await db.run([], getAccessKeyUse, [key.accessKey, sellerId, orderNumber]);
    return use?.used ? key.takenRefusal.failures : [];
  };

/** Returns a copy of a refusal with further failures added. */
export const addFailures = ({ failures, retryAfterSeconds, offers }: Refusal, more: readonly Failure[]): Refusal =>
  new Refusal([...failures, ...more], retryAfterSeconds, offers);
