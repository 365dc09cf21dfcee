import { statement } from "../../../platform/database/index.ts";

/** What somebody has proposed to do with an order, at a version of it. */
export interface ProposalRow {
  readonly move: "release" | "refuse";
  readonly version: number;
  readonly proposed_by: string;
  readonly proposed_at: number;
}
/** The proposal about an order; it may be about an earlier version. Index: order_proposals_pkey. */
export const findProposal = statement<ProposalRow>(
  "order-proposals.find_proposal",
  `select move, version, proposed_by, proposed_at from order_proposals where seller_id = $1 and order_number = $2`,
);
/** Proposes a move. Replaces another move, and what was proposed about an earlier version. Returns no row if the same was proposed already. */
export const propose = statement<ProposalRow>(
  "order-proposals.propose",
  `insert into order_proposals as p (seller_id, order_number, move, version, proposed_by, proposed_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (seller_id, order_number) do update
      set move = excluded.move, version = excluded.version, proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at
    where p.move <> excluded.move or p.version <> excluded.version
   returning move, version, proposed_by, proposed_at`,
);
/** Withdraws the proposal about an order. Index: order_proposals_pkey. */
export const withdraw = statement<{ order_number: string }>(
  "order-proposals.withdraw",
  `delete from order_proposals where seller_id = $1 and order_number = $2 returning order_number`,
);
