/** Whose people somebody manages: a seller's, or the marketplace's. */
export interface Team {
  /** 0 = the marketplace. */
  readonly sellerId: number;
  /** The role that manages people. A team always keeps somebody with it. */
  readonly managing: string;
}

/** The marketplace's own people. */
export const MARKETPLACE_TEAM: Team = { sellerId: 0, managing: "admin" };
/** The people of a seller. */
export const teamOfSeller = (sellerId: number): Team => ({ sellerId, managing: "administrator" });
