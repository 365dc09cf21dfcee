import { statement } from "../../platform/database/index.ts";

/** Keeps a new secret that is not confirmed yet, unless one is in use. Index: people_pkey. */
export const beginCodes = statement<{ person_id: string }>(
  "second-factor.begin_codes",
  `update people set code_secret = $2, code_step = null where person_id = $1 and code_since is null returning person_id`,
);
/** Asks for codes from now on; the one of step $2 was used. Index: people_pkey. */
export const confirmCodes = statement<{ person_id: string }>(
  "second-factor.confirm_codes",
  `update people set code_since = $3, code_step = $2 where person_id = $1 and code_since is null and code_secret = $4 returning person_id`,
);
/** Asks for no codes any more. Index: people_pkey. */
export const endCodes = statement<{ person_id: string }>(
  "second-factor.end_codes",
  `update people set code_secret = null, code_since = null, code_step = null where person_id = $1 returning person_id`,
);
