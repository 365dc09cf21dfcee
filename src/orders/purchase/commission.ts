import type { ReferenceSnapshot } from "../../reference/index.ts";

/** What the marketplace takes of a sale when its rules say nothing, in percent. */
const STANDARD_COMMISSION_PERCENT = 16;

/** The marketplace's share by the code of a department, in percent with at most 2 decimals: a rule of its reference data. */
export const commissionPercentOf =
  ({ data }: ReferenceSnapshot) =>
  (departmentCode: number): number => {
    const rule = data.rules.commissionPercent;
    return rule?.departments.find(({ code }) => code === departmentCode)?.percent ?? rule?.standard ?? STANDARD_COMMISSION_PERCENT;
  };
