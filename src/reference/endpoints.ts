import type { Endpoint } from "../platform/contract/operation.ts";
import { lookupEndpoints, type ReferenceContext } from "./seller-operations.ts";
import { referenceListEndpoints } from "./operator-list-operations.ts";
import { ruleEndpoints } from "./operator-rule-operations.ts";

/** Everything about reference data over HTTP: sellers look it up, operators change it. */
export const referenceEndpoints = (context: ReferenceContext): readonly Endpoint[] => [
  ...lookupEndpoints(context),
  ...referenceListEndpoints(context),
  ...ruleEndpoints(context),
];
