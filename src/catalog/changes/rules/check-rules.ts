import type { Failure } from "../../../platform/contract/index.ts";
import { changeErrors } from "../errors.ts";
import { CHANGEABLE_FIELDS } from "../product-fields.ts";
import { askedConditions, type ChangeRule, CONDITIONS } from "./rules.ts";

/** Everything that is wrong with a list of rules: an id twice, a condition that never holds, a rule that is never reached. */
export const ruleFailures = (rules: readonly ChangeRule[]): readonly Failure[] =>
  rules.flatMap((rule, index) => {
    const pointer = `/rules/${index}`;
    const asked = askedConditions(rule);
    const before = rules.slice(0, index);
    const repeated = before.some(({ id }) => id === rule.id);
    const always = before.find((one) => askedConditions(one).length === 0 && (one.field === "*" || one.field === rule.field));
    return [
      ...(repeated ? [changeErrors.failure("change_rule_repeated", { pointer: `${pointer}/id`, received: rule.id })] : []),
      ...asked.flatMap(([name]) => misplaced(name, rule, pointer)),
      ...(always ? [changeErrors.failure("change_rule_unreachable", { pointer, received: rule.id, params: { other: always.id } })] : []),
      ...(rule.action === "auto_approve" && asked.length === 0
        ? [changeErrors.failure("change_rule_unconditional", { pointer: `${pointer}/when`, received: rule.id })]
        : []),
    ];
  });

function misplaced(name: keyof typeof CONDITIONS, { field }: ChangeRule, pointer: string): readonly Failure[] {
  const { fields } = CONDITIONS[name];
  const holds = field === "*" ? fields.length === CHANGEABLE_FIELDS.length : fields.includes(field);
  if (holds) return [];
  const facts = { pointer: `${pointer}/when/${name}`, received: name, allowed: fields, params: { field } };
  return [changeErrors.failure("change_rule_condition_misplaced", facts)];
}
