import { isoDateTime } from "../../../platform/basics/index.ts";
import { selfLink } from "../../../platform/contract/index.ts";
import type { RuleConditions } from "./conditions.ts";
import { type Precision, precisionOf } from "./precision.ts";
import type { RuleRow } from "./queries.ts";

/** The address of the rules. */
export const RULES_PATH = "/operator/v1/review-rules";

const DECIMALS = 6;

/** How often a rule and people agreed, as answers show it. Bounds are rounded down, so that no rule looks better than it is. */
export const precisionView = ({ matched, agreed, precision, lower95 }: Precision) => ({
  matched,
  agreed,
  ...(precision === undefined ? {} : { precision: roundedDown(precision) }),
  lower95: roundedDown(lower95),
});
const roundedDown = (share: number) => Number((Math.floor(share * 10 ** DECIMALS) / 10 ** DECIMALS).toFixed(DECIMALS));

/** A rule as answers show it, with its samples. */
export const ruleView = (row: RuleRow, samples: { readonly decided: number; readonly approved: number }) => ({
  ruleId: row.rule_id,
  name: row.name,
  when: JSON.parse(row.conditions) as RuleConditions,
  enabled: row.enabled,
  ...(row.enabled_at === null ? {} : { enabledAt: isoDateTime(row.enabled_at) }),
  ...(row.matched === null || row.agreed === null || row.tried_at === null
    ? {}
    : { proven: { ...precisionView(precisionOf(row.agreed, row.matched)), triedAt: isoDateTime(row.tried_at) } }),
  samples: { decided: samples.decided, approved: samples.approved },
  ...(row.switched_off_at === null ? {} : { switchedOffAt: isoDateTime(row.switched_off_at) }),
  version: row.version,
  changedAt: isoDateTime(row.changed_at),
  changedBy: row.changed_by,
  links: [selfLink(`${RULES_PATH}/${row.rule_id}`), { rel: "try", href: `${RULES_PATH}/${row.rule_id}/try` }],
});
