import type { Database } from "../../platform/database/database.ts";
import { type Failure, Refusal } from "../../platform/contract/errors.ts";
import type { InvoiceKey } from "../move.ts";
import type { OrderKey } from "../order.ts";
import { getAccessKeyUse } from "./queries.ts";

/** Says of an invoice's key that another order has it: its failures, none when nobody has. */
export type FindAccessKeyUse = (key: InvoiceKey | undefined, order: OrderKey) => Promise<readonly Failure[]>;

/** Opens the look-up of keys (domain 1.3 row 8), for whoever says everything that is wrong with an invoice without taking its key. */
export const createAccessKeyLookup =
  (db: Pick<Database, "run">): FindAccessKeyUse =>
  async (key, { sellerId, orderNumber }) => {
    if (key === undefined) return [];
    const [use] = await db.run([], getAccessKeyUse, [key.accessKey, sellerId, orderNumber]);
    return use?.used ? key.takenRefusal.failures : [];
  };

/** A refusal with what more was found. */
export const addFailures = ({ failures, retryAfterSeconds, offers }: Refusal, more: readonly Failure[]): Refusal =>
  new Refusal([...failures, ...more], retryAfterSeconds, offers);
