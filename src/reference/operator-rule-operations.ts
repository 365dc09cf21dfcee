import { type Answer, bodyErrors, type Endpoint, endpoint, expectedTypeText, Refusal, selfLink } from "../platform/contract/index.ts";
import type { OperatorCall } from "../sellers/index.ts";
import { createReferenceEditor } from "./operator-changes.ts";
import { entryPath, RULES_PATH } from "./change-view.ts";
import { referenceErrors } from "./errors.ts";
import { findRule, RULES, type ReferenceChange, type ReferenceRule } from "./lists.ts";
import type { ReferenceContext } from "./seller-operations.ts";
import * as contract from "./operator-contract.ts";

/** Endpoints with which operators read the marketplace's rules, and change one or several of them, now or on a date (decisions 8). */
export function ruleEndpoints(context: ReferenceContext): readonly Endpoint[] {
  const { latest, scheduled, apply } = createReferenceEditor(context);
  return [
    endpoint(contract.getRules, async (): Promise<Answer> => {
      const { data, version } = await latest();
      return { status: 200, body: { ...data.rules, version, waiting: await scheduled({ list: "rules" }), links: [selfLink(RULES_PATH)] } };
    }),
    endpoint(contract.putRules, async (call: OperatorCall<typeof contract.putRules>) => {
      const sent: Readonly<Record<string, unknown>> = call.body;
      const changes = RULES.filter(({ name }) => sent[name] !== undefined).map(({ name }) => changeOf(name, sent[name]));
      return apply(call, changes, call.body, RULES_PATH);
    }),
    endpoint(contract.getRule, async (call: OperatorCall<typeof contract.getRule>) => {
      const rule = findRule(call.path.rule);
      if (!rule) return ruleUnknown(call.path.rule);
      const { data, version } = await latest();
      const entry = changeOf(rule.name, data.rules[rule.name]);
      const value = entry.item === undefined ? {} : { value: entry.item };
      return {
        status: 200,
        body: { rule: rule.name, ...value, version, waiting: await scheduled(entry), links: [selfLink(entryPath(entry))] },
      };
    }),
    endpoint(contract.putRule, async (call: OperatorCall<typeof contract.putRule>) => {
      const rule = findRule(call.path.rule);
      if (!rule) return ruleUnknown(call.path.rule);
      const { value, failures } = checkValue(rule, call.body.value);
      if (failures.length > 0) return new Refusal(failures);
      const change = changeOf(rule.name, value);
      return apply(call, [change], call.body, entryPath(change));
    }),
  ];
}

const changeOf = (code: string, item: unknown): ReferenceChange => ({ list: "rules", code, item });

const ruleUnknown = (received: string) =>
  referenceErrors.refuse("reference_rule_unknown", { pointer: "path.rule", received, allowed: RULES.map(({ name }) => name) });

/** Checks the value of a rule. An absent value removes a rule that is optional. */
function checkValue({ required, schema, check }: ReferenceRule, sent: unknown): ReturnType<ReferenceRule["check"]> {
  if (sent !== undefined) return check(sent, "/value");
  if (!required) return { value: undefined, failures: [] };
  const { type: allowed } = schema as { readonly type: string };
  const failure = bodyErrors.failure("required", { pointer: "/value", allowed, params: { wanted: expectedTypeText(allowed) } });
  return { value: undefined, failures: [failure] };
}
