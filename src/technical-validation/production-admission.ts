import type { Transaction } from "../platform/database/database.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import type { Verifier } from "../platform/crypto/signing-key.ts";
import { missingIn } from "./coverage.ts";
import { validationErrors } from "./errors.ts";
import { findAdmission, insertAdmission, listCoverage, lockApplication, markAdmitted } from "./queries.ts";
import { faultOf, type Report } from "./report.ts";

const about = { pointer: "/report" };

/** Who asks to be let in. */
export interface Applicant {
  readonly sellerId: number;
  readonly clientId: string;
  /** The JWS, when one was sent. */
  readonly report?: string | undefined;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The gate to production (seed 5.3, 5.4): an application enters with the signed, approved, unexpired, unused report of its technical
 * validation; it serves further sellers once its first one has used every method. The transaction sees every seller. Undefined = may enter.
 */
export const productionGate =
  (verify: Verifier) =>
  async (applicant: Applicant, transaction: Transaction): Promise<Refusal | undefined> => {
    const [application] = await transaction.run(lockApplication, [applicant.clientId]);
    const reportId = application?.admitted_by ?? null;
    return reportId === null ? enter(verify, applicant, transaction) : serveAnother(reportId, applicant, transaction);
  };

async function enter(verify: Verifier, { sellerId, clientId, report, at }: Applicant, transaction: Transaction) {
  if (report === undefined) return validationErrors.refuse("report_required", about);
  const opened = verify(report.trim());
  const reportId = opened && `${opened.kid}/${(opened.claims as Partial<Report>).validationId}`;
  const used = () => validationErrors.refuse("report_used", { ...about, received: (opened!.claims as Report).validationId });
  // What it was used for says more than that it expired since (decisions 9).
  if (reportId !== undefined && (await transaction.run(findAdmission, [reportId])).length > 0) return used();
  const fault = opened === undefined ? "report_invalid" : faultOf(opened.claims, at);
  if (opened === undefined || fault !== undefined) {
    const { expiresAt } = (opened?.claims ?? {}) as Partial<Report>;
    return validationErrors.refuse(fault ?? "report_invalid", { ...about, received: expiresAt });
  }
  const admitted = await transaction.run(insertAdmission, [reportId, sellerId, clientId, at, report.trim()]);
  if (admitted.length === 0) return used();
  await transaction.run(markAdmitted, [clientId, reportId]);
  return undefined;
}

async function serveAnother(reportId: string, { sellerId, clientId }: Applicant, transaction: Transaction) {
  const [admission] = await transaction.run(findAdmission, [reportId]);
  const first = admission?.seller_id ?? sellerId;
  if (first === sellerId) return undefined;
  const used = await transaction.run(listCoverage, [first, clientId]);
  const missing = missingIn(used.map(({ operation }) => operation));
  if (missing.length === 0) return undefined;
  return validationErrors.refuse("coverage_incomplete", { pointer: "/clientId", allowed: missing, params: { sellerId: first } });
}
