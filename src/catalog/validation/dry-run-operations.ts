import { type Answer, type Endpoint, endpoint } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { ReferenceSnapshot } from "../../reference/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import * as contract from "../contract.ts";
import { submissionFailures } from "../submission-rules.ts";
import { dryRun } from "./dry-run.ts";
import type { CheckImagesForSeller } from "./dry-run-images.ts";

export interface DryRunOperationContext {
  readonly db: Database;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  readonly checkImages: CheckImagesForSeller;
  readonly familySettleSeconds: number;
}

type ValidateCall = SellerCall<typeof contract.validateProduct>;

/** The dry run: shows the critiques that publishing a body would cause (decisions 3). */
export const dryRunEndpoint = (context: DryRunOperationContext): Endpoint =>
  endpoint(contract.validateProduct, (call: ValidateCall) => validateProduct(context, call), { bodyFailures: "handler's" });

async function validateProduct(
  { db, latestReference, checkImages, familySettleSeconds }: DryRunOperationContext,
  call: ValidateCall,
): Promise<Answer> {
  const { body, sent, bodyFailures, at, lang } = call;
  const { sellerId, separatePriceAndStock } = call.who;
  const reference = await latestReference();
  const { driveHosts } = reference.data.rules;
  const failures = [...bodyFailures, ...submissionFailures(sent, { offerRequired: !separatePriceAndStock, bodyFailures, driveHosts })];
  const result = await dryRun({ db, checkImages, reference, familySettleSeconds }, { sellerId, body, sent, at, lang, failures });
  return { status: 200, ...result };
}
