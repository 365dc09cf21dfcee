import { isoDateTime } from "../platform/basics/index.ts";
import { formatMessage, type Lang } from "../platform/contract/index.ts";
import { REASONS_NOT_COUNTED } from "./checklist.ts";
import type { ChecklistItem, CallEvaluation } from "./checklist-evaluation.ts";
import type { EvaluatedRun } from "./load.ts";
import type { ValidationRow } from "./queries.ts";

/** Path of the list of runs, for sellers and for operators. */
export const RUN_PATHS = { seller: "/api/v1/technical-validations", operator: "/operator/v1/technical-validations" } as const;
export type Reader = keyof typeof RUN_PATHS;

/** Path of the logged calls for operators. */
const REQUESTS_PATH = "/operator/v1/requests";

const isoOrUndefined = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));

/** The sub-resources of a run. */
const SUB_RESOURCES: Readonly<Record<Reader, readonly string[]>> = { seller: ["report", "watch"], operator: ["calls", "watch"] };

/** The path of a run. */
export const runPath = (reader: Reader, validationId: string): string => `${RUN_PATHS[reader]}/${validationId}`;

/** A run without its checklist, as shown in lists. */
export const summaryView = (row: ValidationRow, reader: Reader) => ({
  id: row.validation_id,
  sellerId: row.seller_id,
  application: row.application,
  clientId: row.client_id,
  status: row.status,
  startedAt: isoDateTime(row.started_at),
  scheduledAt: isoOrUndefined(row.scheduled_at),
  decidedAt: isoOrUndefined(row.decided_at),
  reason: row.reason ?? undefined,
  links: ["self", ...SUB_RESOURCES[reader]].map((rel) => {
    const path = runPath(reader, row.validation_id);
    return { rel, href: rel === "self" ? path : `${path}/${rel}` };
  }),
});

/** A run with its checklist (decisions 8). */
export const validationView = ({ row, result }: EvaluatedRun, reader: Reader, lang: Lang) => ({
  ...summaryView(row, reader),
  complete: result.complete,
  checklist: result.items.map((item) => itemView(item, lang)),
});

const itemView = ({ requirement: { code, required, text }, count, done, missed }: ChecklistItem, lang: Lang) => ({
  code,
  description: text[lang],
  required,
  count,
  done,
  missed: missed.map((verdict) => ({ requestId: verdict.call.requestId, ...reasonView(verdict, lang) })),
});

/** The reason why a call did not count, as a code and as a sentence. Empty if it counted. */
const reasonView = ({ call: { subject, status, code = "" }, why }: CallEvaluation, lang: Lang) =>
  why === undefined ? {} : { why, message: formatMessage(REASONS_NOT_COUNTED[why][lang], { subject: subject ?? "", status, code }) };

/**
 * The evaluated calls of a run, oldest first, each with the requirement that it counts for or the reason why it does not count. Repeated reads
 * are left out.
 */
export function callViews({ row, result: { evaluations } }: EvaluatedRun, lang: Lang) {
  return evaluations
    .toSorted((one, other) => one.call.at - other.call.at)
    .map((verdict) => {
      const { call, requirement } = verdict;
      const { requestId, at, operation, status, subject } = call;
      const links = [
        { rel: "request", href: `${REQUESTS_PATH}/${encodeURIComponent(requestId)}` },
        { rel: "replay", href: `${runPath("operator", row.validation_id)}/calls/${encodeURIComponent(requestId)}/replay` },
      ];
      const facts = { requestId, date: isoDateTime(at), operation, status, subject, links };
      return verdict.why === undefined ? { ...facts, countsFor: requirement } : { ...facts, ...reasonView(verdict, lang) };
    });
}
