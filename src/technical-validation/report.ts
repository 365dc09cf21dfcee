import { DAY_MS, isoDateTime } from "../platform/basics/clock.ts";
import type { Environment } from "../platform/contract/operation.ts";
import type { JudgedRun } from "./load.ts";
import type { ValidationStatus } from "./states.ts";

/** What a report says, and its signature is of. */
export interface Report {
  readonly validationId: string;
  readonly sellerId: number;
  readonly clientId: string;
  readonly application: string;
  readonly environment: Environment;
  /** The sandbox that signs, by the id of its key. */
  readonly instance: string;
  readonly checklist: readonly { readonly code: string; readonly required: number; readonly count: number; readonly done: boolean }[];
  readonly complete: boolean;
  /** Null = nobody has decided yet; only "approved" admits. */
  readonly decision: ValidationStatus | null;
  readonly decidedAt: string | null;
  readonly expiresAt: string;
  /** Seconds since 1970, as JSON Web Tokens tell them. */
  readonly iat: number;
  readonly exp: number;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** The report of a run as it is at `at`; it admits for so many days. */
export function reportOf(
  { row, judgement }: JudgedRun,
  { instance, at, reportDays }: { readonly instance: string; readonly at: number; readonly reportDays: number },
): Report {
  const expiresMs = at + reportDays * DAY_MS;
  return {
    validationId: row.validation_id,
    sellerId: row.seller_id,
    clientId: row.client_id,
    application: row.application,
    environment: "sandbox",
    instance,
    checklist: judgement.items.map(({ requirement: { code, required }, count, done }) => ({ code, required, count, done })),
    complete: judgement.complete,
    decision: row.decided_at === null ? null : row.status,
    decidedAt: row.decided_at === null ? null : isoDateTime(row.decided_at),
    expiresAt: isoDateTime(expiresMs),
    iat: seconds(at),
    exp: seconds(expiresMs),
  };
}

/** What an open report says of itself, as the gate to production reads it. */
export type ReportFault = "report_invalid" | "report_expired";

/** Whether what a trusted key signed is a report that admits at this instant. */
export function faultOf(claims: unknown, at: number): ReportFault | undefined {
  const { validationId, decision, complete, exp } = (claims ?? {}) as Partial<Report>;
  if (typeof validationId !== "string" || decision !== "approved" || complete !== true || typeof exp !== "number") return "report_invalid";
  return exp <= seconds(at) ? "report_expired" : undefined;
}
