import { type Answer, type Endpoint, endpoint } from "../platform/contract/index.ts";
import { isoDateTime } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { OperatorCall, SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { missingOperations } from "./coverage-requirements.ts";
import { validationErrors } from "./errors.ts";
import type { CallRecorder } from "./call-recorder.ts";
import { findAdmission, findApplication, listCoverage } from "./queries.ts";

/**
 * Operations that show which required methods an application has used successfully (seed 5.4). A seller sees what the application has used
 * for that seller, an operator what it has used for its first seller.
 */
export function coverageEndpoints({ db, recorder }: { readonly db: Database; readonly recorder: CallRecorder }): readonly Endpoint[] {
  const view = async (clientId: string, sellerId: number | undefined, href: string): Promise<Answer> => {
    await recorder.flush();
    const rows = sellerId === undefined ? [] : await db.run([sellerId], listCoverage, [sellerId, clientId]);
    const missing = missingOperations(rows.map(({ operation }) => operation));
    const used = rows.map(({ operation, first_at }) => ({ operation, firstAt: isoDateTime(first_at) }));
    return { status: 200, body: { clientId, sellerId, complete: missing.length === 0, used, missing, links: [{ rel: "self", href }] } };
  };

  return [
    endpoint(contract.getCoverage, (call: SellerCall<typeof contract.getCoverage>) =>
      view(call.who.clientId, call.who.sellerId, "/api/v1/coverage"),
    ),
    endpoint(contract.getApplicationCoverage, async (call: OperatorCall<typeof contract.getApplicationCoverage>) => {
      const { clientId } = call.path;
      const [application] = await db.run([], findApplication, [clientId]);
      if (!application) return validationErrors.refuse("application_not_found", { pointer: "path.clientId", received: clientId });
      const { admitted_by: report } = application;
      const [admission] = report === null ? [] : await db.run([], findAdmission, [report]);
      return view(clientId, admission?.seller_id, `/operator/v1/applications/${clientId}/coverage`);
    }),
  ];
}
