import { statement } from "../../platform/database/index.ts";
import type { Mode, SimulatorName } from "./definitions.ts";

export interface SimulatorRow {
  readonly seller_id: number;
  readonly name: SimulatorName;
  readonly mode: Mode;
  /** JSON. */
  readonly parameters: string;
  readonly seed: number;
  readonly cursor_seq: number;
  readonly purchases: number;
}
/** A seller's simulators that have been configured. Index: simulators_pkey. */
export const listSimulators = statement<SimulatorRow>(
  "simulators.list",
  `select s.seller_id, s.name, s.mode, s.parameters, s.seed, s.cursor_seq, s.purchases from simulators s where s.seller_id = $1 order by s.name`,
);

/** Those of the given simulators that are automatic, for all sellers. Index: simulators_automatic. */
export const listAutomatic = statement<Pick<SimulatorRow, "seller_id" | "name">>(
  "simulators.list_automatic",
  `/* fanout */ select s.seller_id, s.name from simulators s where s.mode = 'automatic' and s.name = any($1::text[])`,
);

/**
 * Configures simulators of a seller. A simulator that becomes automatic reacts to the seller's last `$6` events and ignores older events.
 * Index: simulators_pkey, seller_counters_pkey.
 */
export const putSimulators = statement<never>(
  "simulators.put",
  `insert into simulators as s (seller_id, name, mode, parameters, seed, cursor_seq)
   select $1, i.name, i.mode, i.parameters, i.seed, greatest(0, c.events - $6)
     from unnest($2::text[], $3::text[], $4::text[], $5::integer[]) as i(name, mode, parameters, seed)
     join seller_counters c on c.seller_id = $1
    order by i.name
   on conflict (seller_id, name) do update
      set mode = excluded.mode, parameters = excluded.parameters, seed = excluded.seed,
          cursor_seq = case when s.mode = 'automatic' then s.cursor_seq else excluded.cursor_seq end`,
);

/** Sellers with events that an automatic simulator has not read yet. Index: simulators_automatic, seller_counters_pkey. */
export const sellersToPlan = statement<{ seller_id: number }>(
  "simulators.sellers_to_plan",
  `/* fanout */
   select s.seller_id
     from simulators s join seller_counters c on c.seller_id = s.seller_id
    where s.mode = 'automatic' and s.name = any($1::text[]) and s.cursor_seq < c.events
    group by s.seller_id order by s.seller_id limit $2`,
);

/**
 * Moves the cursors of automatic simulators. A cursor that changed since it was read is not moved. Returns the simulators whose cursors
 * were moved. Index: simulators_pkey.
 */
export const moveCursors = statement<Pick<SimulatorRow, "name">>(
  "simulators.move_cursors",
  `update simulators s set cursor_seq = $4
     from unnest($2::text[], $3::bigint[]) as i(name, cursor_seq)
    where s.seller_id = $1 and s.name = i.name and s.cursor_seq = i.cursor_seq and s.mode = 'automatic'
   returning s.name`,
);

/** Stores planned acts. An act that is already stored is not changed. */
export const insertActs = statement<never>(
  "simulators.insert_acts",
  `insert into simulated_acts (seller_id, act_id, simulator, act, subject, shipping_code, due_at)
   select $1, i.act_id, i.simulator, i.act, i.subject, i.shipping_code, i.due_at
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::bigint[])
          as i(act_id, simulator, act, subject, shipping_code, due_at)
    order by i.act_id
   on conflict (seller_id, act_id) do nothing`,
);

/** Due time of the earliest act without a current lease; null when there is none. Index: simulated_acts_due. */
export const nextActAt = statement<{ due_at: number | null }>(
  "simulators.next_act_at",
  `/* fanout */
   select min(a.due_at) as due_at from simulated_acts a where a.due_at > -1 and (a.lease_until is null or a.lease_until < now())`,
);

/** Sellers with due acts that have no current lease. The seller with the earliest act comes first. Index: simulated_acts_due. */
export const sellersToAct = statement<{ seller_id: number }>(
  "simulators.sellers_to_act",
  `/* fanout */
   select d.seller_id
     from (select a.seller_id, a.due_at from simulated_acts a
            where a.due_at <= $1 and (a.lease_until is null or a.lease_until < now()) order by a.due_at limit $2) d
    group by d.seller_id order by min(d.due_at), d.seller_id`,
);

export interface ActRow {
  readonly act_id: string;
  readonly simulator: SimulatorName;
  readonly act: string;
  readonly subject: string;
  readonly shipping_code: number | null;
  readonly due_at: number;
  readonly fence: number;
}
/**
 * Leases a seller's earliest due acts for `$4` seconds of the database's real time. A process with an earlier lease of one of these acts
 * can no longer remove the act. Index: simulated_acts_due_of_seller.
 */
export const claimActs = statement<ActRow>(
  "simulators.claim_acts",
  `update simulated_acts a
      set lease_until = now() + $4 * interval '1 second', fence = a.fence + 1
    where a.seller_id = $1 and a.act_id in (
      select d.act_id from simulated_acts d
       where d.seller_id = $1 and d.due_at <= $2 and (d.lease_until is null or d.lease_until < now())
       order by d.due_at, d.act_id limit $3 for update skip locked
    )
   returning a.act_id, a.simulator, a.act, a.subject, a.shipping_code, a.due_at, a.fence`,
);

/** Removes acts, except those that another process has leased since. Returns the acts removed. Index: simulated_acts_pkey. */
export const finishActs = statement<{ act_id: string }>(
  "simulators.finish_acts",
  `delete from simulated_acts a
    using unnest($2::text[], $3::integer[]) as i(act_id, fence)
    where a.seller_id = $1 and a.act_id = i.act_id and a.fence = i.fence
   returning a.act_id`,
);

/** Removes the planned purchases of a seller's shoppers. Index: simulated_acts_pkey. */
export const deletePlannedPurchases = statement<never>(
  "simulators.drop_purchases",
  `delete from simulated_acts a where a.seller_id = $1 and a.simulator = 'shoppers' and a.act = 'buy'`,
);

/** Raises the number of purchases by a seller's shoppers to `$2`. Index: simulators_pkey. */
export const countPurchase = statement<never>(
  "simulators.count_purchase",
  `update simulators s set purchases = greatest(s.purchases, $2) where s.seller_id = $1 and s.name = 'shoppers'`,
);

/** Number of planned acts of each simulator of a seller, and the due time of the earliest. Index: simulated_acts_pkey. */
export const countPlannedActs = statement<{ simulator: SimulatorName; acts: number; due_at: number }>(
  "simulators.waiting_acts",
  `select a.simulator, count(*)::integer as acts, min(a.due_at) as due_at
     from simulated_acts a where a.seller_id = $1 group by a.simulator`,
);

/** Products on sale, starting at a position in the seller's list. Index: products_seller_id_ordinal_key, stocks_pkey, prices_pkey. */
export const listProductsForSale = statement<{ sku: string; left_units: number }>(
  "simulators.list_offers",
  `select p.sku, s.physical - s.reserved as left_units
     from products p
     join stocks s on s.seller_id = p.seller_id and s.sku = p.sku
     join prices v on v.seller_id = p.seller_id and v.sku = p.sku
    where p.seller_id = $1 and p.ordinal >= $2 and p.status = 'APPROVED' and s.physical > s.reserved
    order by p.ordinal limit $3`,
);

/** Number of products of a seller. Index: seller_counters_pkey. */
export const countProducts = statement<{ products: number }>(
  "simulators.count_products",
  `select c.products from seller_counters c where c.seller_id = $1`,
);
