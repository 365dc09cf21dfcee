import type { Transaction } from "../platform/database/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import type { Verifier } from "../platform/crypto/index.ts";
import { missingOperations } from "./coverage-requirements.ts";
import { validationErrors } from "./errors.ts";
import { findAdmission, insertAdmission, listCoverage, lockApplication, markAdmitted } from "./queries.ts";
import { reportProblem, type ValidationReport } from "./report.ts";

const about = { pointer: "/report" };

/** An application's request for a credential in production. */
export interface AdmissionRequest {
  readonly sellerId: number;
  readonly clientId: string;
  /** Signed report (JWS), if the caller sent one. */
  readonly report?: string | undefined;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}

/**
 * Creates the admission check for production (seed 5.3, 5.4). A new application needs the signed report of its technical validation. The
 * report must be approved, unexpired and unused. The application may serve more sellers after it has used every required method for its
 * first seller. The check returns undefined to admit the application. The transaction passed to the check must see every seller.
 */
export const productionGate =
  (verify: Verifier) =>
  async (applicant: AdmissionRequest, transaction: Transaction): Promise<Refusal | undefined> => {
    const [application] = await transaction.run(lockApplication, [applicant.clientId]);
    const reportId = application?.admitted_by ?? null;
    return reportId === null ? admitWithReport(verify, applicant, transaction) : admitForSeller(reportId, applicant, transaction);
  };

async function admitWithReport(verify: Verifier, { sellerId, clientId, report, at }: AdmissionRequest, transaction: Transaction) {
  if (report === undefined) return validationErrors.refuse("report_required", about);
  const opened = verify(report.trim());
  const reportId = opened && `${opened.kid}/${(opened.claims as Partial<ValidationReport>).validationId}`;
  const refuseAsUsed = () =>
    validationErrors.refuse("report_used", { ...about, received: (opened!.claims as ValidationReport).validationId });
  // Check the use before the expiry. For a report that is both used and expired, "used" is the more helpful reason (decisions 9).
  if (reportId !== undefined && (await transaction.run(findAdmission, [reportId])).length > 0) return refuseAsUsed();
  const problem = opened === undefined ? "report_invalid" : reportProblem(opened.claims, at);
  if (opened === undefined || problem !== undefined) {
    const { expiresAt } = (opened?.claims ?? {}) as Partial<ValidationReport>;
    return validationErrors.refuse(problem ?? "report_invalid", { ...about, received: expiresAt });
  }
  const admitted = await transaction.run(insertAdmission, [reportId, sellerId, clientId, at, report.trim()]);
  if (admitted.length === 0) return refuseAsUsed();
  await transaction.run(markAdmitted, [clientId, reportId]);
  return undefined;
}

async function admitForSeller(reportId: string, { sellerId, clientId }: AdmissionRequest, transaction: Transaction) {
  const [admission] = await transaction.run(findAdmission, [reportId]);
  const first = admission?.seller_id ?? sellerId;
  if (first === sellerId) return undefined;
  const used = await transaction.run(listCoverage, [first, clientId]);
  const missing = missingOperations(used.map(({ operation }) => operation));
  if (missing.length === 0) return undefined;
  return validationErrors.refuse("coverage_incomplete", { pointer: "/clientId", allowed: missing, params: { sellerId: first } });
}
