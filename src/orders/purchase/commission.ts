import type { ReferenceSnapshot } from "../../reference/index.ts";

/** The commission in percent when the reference data has no rule. */
const STANDARD_COMMISSION_PERCENT = 16;

/** Returns the commission by department code, in percent with at most 2 decimals, as the reference data says. */
export const commissionPercentOf =
  ({ data }: ReferenceSnapshot) =>
  (departmentCode: number): number => {
    const rule = data.rules.commissionPercent;
    return rule?.departments.find(({ code }) => code === departmentCode)?.percent ?? rule?.standard ?? STANDARD_COMMISSION_PERCENT;
  };
