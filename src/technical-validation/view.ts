import { isoDateTime } from "../platform/basics/clock.ts";
import { fill, type Lang } from "../platform/contract/errors.ts";
import { WHYS } from "./checklist.ts";
import type { ChecklistItem, Verdict } from "./judge.ts";
import type { JudgedRun } from "./load.ts";
import type { ValidationRow } from "./queries.ts";

/** Where runs are: a seller's own, and everybody's. */
export const PLACES = { seller: "/api/v1/technical-validations", operator: "/operator/v1/technical-validations" } as const;
export type Reader = keyof typeof PLACES;

/** Where operators find a call with all that is kept of it. */
const REQUESTS = "/operator/v1/requests";

const when = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));

/** What else there is to read of a run. */
const PARTS: Readonly<Record<Reader, readonly string[]>> = { seller: ["report", "watch"], operator: ["calls", "watch"] };

/** The address of a run. */
export const placeOf = (reader: Reader, validationId: string): string => `${PLACES[reader]}/${validationId}`;

/** A run without its checklist, as lists show it. */
export const summaryView = (row: ValidationRow, reader: Reader) => ({
  id: row.validation_id,
  sellerId: row.seller_id,
  application: row.application,
  clientId: row.client_id,
  status: row.status,
  startedAt: isoDateTime(row.started_at),
  scheduledAt: when(row.scheduled_at),
  decidedAt: when(row.decided_at),
  reason: row.reason ?? undefined,
  links: ["self", ...PARTS[reader]].map((rel) => {
    const place = placeOf(reader, row.validation_id);
    return { rel, href: rel === "self" ? place : `${place}/${rel}` };
  }),
});

/** A run with its checklist (decisions 8). */
export const validationView = ({ row, judgement }: JudgedRun, reader: Reader, lang: Lang) => ({
  ...summaryView(row, reader),
  complete: judgement.complete,
  checklist: judgement.items.map((item) => itemView(item, lang)),
});

const itemView = ({ requirement: { code, required, text }, count, done, missed }: ChecklistItem, lang: Lang) => ({
  code,
  description: text[lang],
  required,
  count,
  done,
  missed: missed.map((verdict) => ({ requestId: verdict.call.requestId, ...whyView(verdict, lang) })),
});

/** Why a call did not count, by its code and as a sentence. */
const whyView = ({ call: { subject, status, code = "" }, why }: Verdict, lang: Lang) =>
  why === undefined ? {} : { why, message: fill(WHYS[why][lang], { subject: subject ?? "", status, code }) };

/** The calls of a run with what each came to, in their order. */
export function callViews({ row, judgement: { verdicts } }: JudgedRun, lang: Lang) {
  return verdicts
    .toSorted((one, other) => one.call.at - other.call.at)
    .map((verdict) => {
      const { call, requirement } = verdict;
      const { requestId, at, operation, status, subject } = call;
      const links = [
        { rel: "request", href: `${REQUESTS}/${encodeURIComponent(requestId)}` },
        { rel: "replay", href: `${placeOf("operator", row.validation_id)}/calls/${encodeURIComponent(requestId)}/replay` },
      ];
      const facts = { requestId, date: isoDateTime(at), operation, status, subject, links };
      return verdict.why === undefined ? { ...facts, countsFor: requirement } : { ...facts, ...whyView(verdict, lang) };
    });
}
