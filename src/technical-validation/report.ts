import { DAY_MS, isoDateTime } from "../platform/basics/index.ts";
import type { Environment } from "../platform/contract/index.ts";
import type { EvaluatedRun } from "./load.ts";
import type { ValidationStatus } from "./states.ts";

/** The signed content of a report. */
export interface ValidationReport {
  readonly validationId: string;
  readonly sellerId: number;
  readonly clientId: string;
  readonly application: string;
  readonly environment: Environment;
  /** Key id of the sandbox that signed the report. */
  readonly instance: string;
  readonly checklist: readonly { readonly code: string; readonly required: number; readonly count: number; readonly done: boolean }[];
  readonly complete: boolean;
  /** Null = not decided yet. Only "approved" admits the application. */
  readonly decision: ValidationStatus | null;
  readonly decidedAt: string | null;
  readonly expiresAt: string;
  /** `iat` is when the report was signed, `exp` is when it expires. Both are seconds since 1970, as in JSON Web Tokens. */
  readonly iat: number;
  readonly exp: number;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** Creates the report of a run at `at`, epoch ms of the marketplace's clock. The report is valid for `reportDays` days. */
export function createReport(
  { row, result }: EvaluatedRun,
  { instance, at, reportDays }: { readonly instance: string; readonly at: number; readonly reportDays: number },
): ValidationReport {
  const expiresMs = at + reportDays * DAY_MS;
  return {
    validationId: row.validation_id,
    sellerId: row.seller_id,
    clientId: row.client_id,
    application: row.application,
    environment: "sandbox",
    instance,
    checklist: result.items.map(({ requirement: { code, required }, count, done }) => ({ code, required, count, done })),
    complete: result.complete,
    decision: row.decided_at === null ? null : row.status,
    decidedAt: row.decided_at === null ? null : isoDateTime(row.decided_at),
    expiresAt: isoDateTime(expiresMs),
    iat: seconds(at),
    exp: seconds(expiresMs),
  };
}

/** Error codes for a report that does not admit the application. */
export type ReportProblem = "report_invalid" | "report_expired";

/**
 * Checks the claims of a report at the instant `at`, epoch ms of the marketplace's clock. The caller has checked that a trusted key signed
 * them. Returns undefined when they admit the application.
 */
export function reportProblem(claims: unknown, at: number): ReportProblem | undefined {
  const { validationId, decision, complete, exp } = (claims ?? {}) as Partial<ValidationReport>;
  if (typeof validationId !== "string" || decision !== "approved" || complete !== true || typeof exp !== "number") return "report_invalid";
  return exp <= seconds(at) ? "report_expired" : undefined;
}
