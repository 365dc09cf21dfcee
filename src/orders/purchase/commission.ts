import type { ReferenceSnapshot } from "../../reference/index.ts";

/** The commission in percent when the reference data has no rule. */
const STANDARD_COMMISSION_PERCENT = 16;

/** Returns a function that finds the commission for a department code in the reference data, in percent with at most 2 decimals. */
export const commissionPercentOf =
  ({ data }: ReferenceSnapshot) =>
  (departmentCode: number): number => {
    const rule = data.rules.commissionPercent;
    return rule?.departments.find(({ code }) => code === departmentCode)?.percent ?? rule?.standard ?? STANDARD_COMMISSION_PERCENT;
  };
