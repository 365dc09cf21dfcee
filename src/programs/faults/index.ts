export { callRulesFromOptions, eventRulesFromOptions, hasSameScope, scopeFromOptions } from "./rules-from-options.ts";
export { faultRulesText, type FaultRules } from "./rules-text.ts";
