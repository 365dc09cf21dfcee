import { statement } from "../../../platform/database/index.ts";

/** A reason as it is stored. `changed_at` is epoch ms. */
export interface ReasonRow {
  readonly code: string;
  readonly text_pt: string;
  readonly text_en: string;
  readonly pointer: string | null;
  readonly severity: "error" | "warning";
  readonly active: boolean;
  readonly version: number;
  readonly changed_at: number;
  readonly changed_by: string;
}
const COLUMNS = "r.code, r.text_pt, r.text_en, r.pointer, r.severity, r.active, r.version, r.changed_at, r.changed_by";

/** All reasons by code; index review_reasons_pkey. */
export const listReasons = statement<ReasonRow>("review-reasons.list", `select ${COLUMNS} from review_reasons r order by r.code`);

/** The active reasons with some codes; index review_reasons_pkey. */
export const findReasons = statement<ReasonRow>(
  "review-reasons.find",
  `select ${COLUMNS} from review_reasons r where r.code = any ($1::text[]) and r.active`,
);

/** Locks a reason before it is changed; index review_reasons_pkey. */
export const lockReason = statement<{ version: number }>(
  "review-reasons.lock",
  `select r.version from review_reasons r where r.code = $1 for update`,
);

/** Registers a reason or replaces it. Index: review_reasons_pkey. */
export const putReason = statement<ReasonRow>(
  "review-reasons.put",
  `insert into review_reasons as r (code, text_pt, text_en, pointer, severity, active, changed_at, changed_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (code) do update
      set text_pt = excluded.text_pt, text_en = excluded.text_en, pointer = excluded.pointer, severity = excluded.severity,
          active = excluded.active, version = r.version + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by
   returning ${COLUMNS}`,
);
