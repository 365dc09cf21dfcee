import type { Endpoint } from "../platform/contract/operation.ts";
import { lookupEndpoints, type ReferenceContext } from "./lookup-operations.ts";
import { referenceListEndpoints } from "./list-operations.ts";
import { ruleEndpoints } from "./rule-operations.ts";

/** Everything about reference data over HTTP: sellers look it up, operators change it. */
export const referenceEndpoints = (context: ReferenceContext): readonly Endpoint[] => [
  ...lookupEndpoints(context),
  ...referenceListEndpoints(context),
  ...ruleEndpoints(context),
];
