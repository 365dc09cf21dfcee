const DECISION_ID = /^rvd_([1-9]\d{0,15})_([1-9]\d{0,15})$/;

/** The pattern of decision ids. */
export const DECISION_ID_PATTERN = "^rvd_[1-9][0-9]{0,15}_[1-9][0-9]{0,15}$";

/** The id of a seller's nth decision. */
export const decisionIdOf = (sellerId: number, nth: number): string => `rvd_${sellerId}_${nth}`;

/** The seller and the number of a decision; undefined for a text of another form. */
export function parseDecisionId(text: string): { readonly sellerId: number; readonly nth: number } | undefined {
  const match = DECISION_ID.exec(text);
  return match === null ? undefined : { sellerId: Number(match[1]), nth: Number(match[2]) };
}
