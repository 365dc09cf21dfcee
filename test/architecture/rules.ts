import { BANS } from "./bans.ts";
import { ONE_CONNECTION } from "./connections.ts";
import { DOCSTRINGS } from "./docstrings.ts";
import { DOCUMENTED } from "./documented.ts";
import { USED_EXPORTS } from "./exports.ts";
import { FILE_RULES } from "./files.ts";
import { FUNCTION_RULES } from "./functions.ts";
import { IMPORT_RULES } from "./imports.ts";
import { PURITY } from "./purity.ts";
import type { Rule } from "./rule.ts";
import { WEB_RULES } from "./web.ts";

/** Every rule of the house that reading its files can tell. */
export const RULES: readonly Rule[] = [
  ...IMPORT_RULES,
  PURITY,
  ...BANS,
  ONE_CONNECTION,
  ...DOCUMENTED,
  ...FILE_RULES,
  ...FUNCTION_RULES,
  USED_EXPORTS,
  DOCSTRINGS,
  ...WEB_RULES,
];
