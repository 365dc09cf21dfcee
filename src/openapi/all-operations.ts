import { catalogBulk, catalogMapping, getTemplateCsv, getTemplateXlsx, orderBulk, orderMapping, revertBulkJob } from "../bulk/index.ts";
import { catalogContract } from "../catalog/index.ts";
import { changeFeedContract } from "../change-feed/index.ts";
import { eventsContract } from "../events/index.ts";
import { fulfillmentContract } from "../fulfillment/index.ts";
import { inspectorContract } from "../inspector/index.ts";
import { notificationsContract } from "../notifications/index.ts";
import { overviewContract } from "../overview/index.ts";
import type { Operation } from "../platform/contract/index.ts";
import {
  exchangeContract,
  invoiceContract,
  moveContract,
  operatorOrderContract,
  orderContract,
  orderListContract,
  purchaseContract,
} from "../orders/index.ts";
import { directoryContract, invitationContract, passkeyContract, peopleContract, secondFactorContract } from "../people/index.ts";
import { pictureContract } from "../pictures/index.ts";
import { pricingContract } from "../pricing/index.ts";
import { referenceContract } from "../reference/index.ts";
import { clockContract, faultContract, sandboxContract, simulatorContract } from "../sandbox/index.ts";
import { auditContract, credentialContract, limitsContract, operatorKeyContract, sellersContract } from "../sellers/index.ts";
import { stockContract } from "../stock/index.ts";
import { validationContract } from "../technical-validation/index.ts";

const METHODS: readonly Operation["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Sorts by path, then by method in the order of `METHODS`. */
function byPathAndMethod(one: Operation, other: Operation): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}

/** All operations of all slices and environments, by path and method. */
export const OPERATIONS: readonly Operation[] = [
  sellersContract,
  credentialContract,
  operatorKeyContract,
  auditContract,
  limitsContract,
  peopleContract,
  passkeyContract,
  secondFactorContract,
  invitationContract,
  directoryContract,
  referenceContract,
  pricingContract,
  stockContract,
  catalogContract,
  pictureContract,
  purchaseContract,
  orderListContract,
  orderContract,
  moveContract,
  invoiceContract,
  operatorOrderContract,
  exchangeContract,
  fulfillmentContract,
  catalogBulk,
  orderBulk,
  { revertBulkJob },
  catalogMapping,
  orderMapping,
  { getTemplateCsv, getTemplateXlsx },
  eventsContract,
  notificationsContract,
  validationContract,
  changeFeedContract,
  inspectorContract,
  overviewContract,
  sandboxContract,
  clockContract,
  faultContract,
  simulatorContract,
]
  .flatMap((contract) => Object.values(contract as Record<string, unknown>))
  .filter((value): value is Operation => typeof value === "object" && value !== null && "replies" in value && "path" in value)
  .sort(byPathAndMethod);
