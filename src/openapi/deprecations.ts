import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Deprecation, parseDeprecations } from "../platform/contract/index.ts";
import { PROJECT } from "../project.ts";
import { OPERATIONS } from "./all-operations.ts";

/** Reads openapi/deprecations.json: the parts of the API that will be removed, and when. Throws when a row contradicts the contract. */
export const readDeprecations = (): readonly Deprecation[] =>
  parseDeprecations(JSON.parse(readFileSync(join(PROJECT, "openapi", "deprecations.json"), "utf8")), OPERATIONS);
