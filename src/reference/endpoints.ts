import type { Endpoint } from "../platform/contract/index.ts";
import { lookupEndpoints, type ReferenceContext } from "./seller-operations.ts";
import { referenceListEndpoints } from "./operator-list-operations.ts";
import { ruleEndpoints } from "./operator-rule-operations.ts";

/** All operations on reference data: sellers look it up, operators change it. */
export const referenceEndpoints = (context: ReferenceContext): readonly Endpoint[] => [
  ...lookupEndpoints(context),
  ...referenceListEndpoints(context),
  ...ruleEndpoints(context),
];
