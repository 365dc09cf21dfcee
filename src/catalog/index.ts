import type { Endpoint, Environment } from "../platform/contract/index.ts";
import type { AppendEvents } from "../sellers/index.ts";
import { type Clock, isoDateTime, random } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Log, Metrics } from "../platform/observability/index.ts";
import type { Outbound } from "../platform/outbound/index.ts";
import { createWakeUpSignal, type HealthSections, type Job, type WakeUpSignal } from "../platform/jobs/index.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import { openChangeRequests } from "./changes/index.ts";
import { critiqueEndpoints } from "./critique-operations.ts";
import { deskLedgerEndpoints } from "./desk/ledger-operations.ts";
import { deskEndpoints } from "./desk/operations.ts";
import { affectedProductsEndpoint } from "./affected-products/affected-operations.ts";
import { nextWarningAt, warningBacklog } from "./affected-products/queries.ts";
import { createWarningWorker } from "./affected-products/warning-worker.ts";
import { type CatalogCounts, createCatalogCounts } from "./lists/counts.ts";
import { productPageEndpoint } from "./lists/operations.ts";
import { productEndpoints } from "./product-operations.ts";
import { openReview, type Review } from "./review/index.ts";
import type { AuditRule } from "./review/rules/worker.ts";
import { searchEndpoint } from "./search/operations.ts";
import { statusEndpoints } from "./status-operations.ts";
import { dryRunEndpoint } from "./validation/dry-run-operations.ts";
import { createImageWorker, type ImageWorker } from "./validation/image-worker.ts";
import { createSellerImageChecker } from "./validation/dry-run-images.ts";
import { validationBacklog, nextFamilyAt, nextImageAt } from "./validation/queries.ts";
import { hasOutdatedFamilies, requeueOutdatedFamilies } from "./validation/outdated-families.ts";
import { createValidator, MAX_ATTEMPTS, type ValidatorContext } from "./validation/worker.ts";

export interface CatalogSettings {
  readonly environment: Environment;
  readonly familySettleSeconds: number;
  readonly imageRecheckSeconds: number;
  readonly imageRetrySeconds: readonly number[];
  readonly imageConcurrency: number;
  readonly reviewSlaHours: number;
}

export interface CatalogContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: Outbound;
  readonly reference: () => ReferenceSnapshot;
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  readonly settings: CatalogSettings;
  readonly metrics: Pick<Metrics, "counter" | "gauge">;
  /** Records in the audit log what approval rules do by themselves. */
  readonly auditRule: AuditRule;
  readonly onValidated: (products: number) => void;
  /** Applies scheduled changes of reference data that are due. */
  readonly applyDueReference: () => Promise<boolean>;
  /** Appends to the events feed. Passed in, because the events slice implements it and imports this slice. */
  readonly appendEvents: AppendEvents;
  /** Called with how long the warning of a change has been due, in ms, each time the worker looks for one. */
  readonly onWarningLate: (ms: number) => void;
  /** A random number in [0, 1), for the sample of automatic approvals; absent = chance. */
  readonly chance?: () => number;
}

/** The catalogue's operations and background work. */
export interface Catalog {
  readonly counts: CatalogCounts & { readonly waitingReviews: Review["countWaiting"] };
  readonly endpoints: readonly Endpoint[];
  /** The section of the health report about the families and images that wait for validation. */
  readonly health: HealthSections;
  /** Call this when a validation may be due. If this process runs a worker, the worker starts sooner. */
  wake(): void;
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

const VALIDATION_POLL_MS = 250;
const IMAGE_POLL_MS = 250;
const OUTDATED_POLL_MS = 1_000;
const WARNING_POLL_MS = 1_000;

/** The catalogue: products from POST to Aprovado (seed 2.1-2.3, 3.1, 4.1). */
export function openCatalog(context: CatalogContext): Catalog {
  const { db, clock, outbound, reference, latestReference, settings } = context;
  const [familiesDue, imagesDue] = [createWakeUpSignal(), createWakeUpSignal()];
  const wake = familiesDue.send;
  const validator = { ...context, ...settings, onImagesWanted: imagesDue.send };
  const changes = openChangeRequests({
    ...context,
    reviewSlaHours: settings.reviewSlaHours,
    chance: context.chance ?? random,
    onImagesWanted: imagesDue.send,
    onValidationDue: wake,
  });
  const onVerdicts = () => {
    wake();
    changes.wake();
  };
  const images = createImageWorker({ db, clock, outbound, ...settings, onVerdicts, onFetched: imagesDue.send });
  const review = openReview({ ...context, reviewSlaHours: settings.reviewSlaHours });
  const checkImages = createSellerImageChecker(outbound, settings.imageConcurrency);
  const counts = createCatalogCounts(db);

  return {
    counts: { ...counts, waitingReviews: review.countWaiting },
    endpoints: [
      ...productEndpoints({ db, reference, onSubmitted: wake, putAsChange: changes.putAsChange }),
      productPageEndpoint(db, counts),
      searchEndpoint(db),
      ...statusEndpoints({ db, decide: review.decide }),
      ...critiqueEndpoints({ db }),
      ...review.endpoints,
      affectedProductsEndpoint(db),
      dryRunEndpoint({ db, latestReference, checkImages, familySettleSeconds: settings.familySettleSeconds }),
      ...changes.endpoints,
      ...deskEndpoints(db),
      ...deskLedgerEndpoints(db),
    ],
    health: {
      validation: () => validationHealth(db, clock.now()),
      changeWarnings: () => warningHealth(db, clock.now()),
      ...review.health,
      ...changes.health,
    },
    wake,
    jobs: [
      validationJob(validator, familiesDue),
      imageJob(db, images, imagesDue),
      outdatedFamiliesJob(validator, wake),
      warningJob(context),
      ...review.jobs,
      ...changes.jobs,
    ],
    close: images.settle,
  };
}

const validationJob = (validator: ValidatorContext, wakeUp: WakeUpSignal): Job => ({
  name: "validation",
  role: "worker",
  pollMs: VALIDATION_POLL_MS,
  run: createValidator(validator),
  nextDueAt: async () => (await validator.db.wide.run("every seller", nextFamilyAt, []))[0]!.due_at ?? undefined,
  wakeUp,
});

const imageJob = (db: Database, images: ImageWorker, wakeUp: WakeUpSignal): Job => ({
  name: "images",
  role: "worker",
  pollMs: IMAGE_POLL_MS,
  run: images.work,
  nextDueAt: async () => (await db.wide.run("every seller", nextImageAt, []))[0]!.due_at ?? undefined,
  settle: images.settle,
  wakeUp,
});

const outdatedFamiliesJob = (validator: ValidatorContext, wake: () => void): Job => ({
  name: "outdated families",
  role: "worker",
  pollMs: OUTDATED_POLL_MS,
  async run() {
    const requeued = await requeueOutdatedFamilies(validator);
    if (requeued > 0) wake();
    return requeued;
  },
  // Outdated families, which were validated with older reference data, do not become due by themselves. If there are any, this job is due
  // now.
  nextDueAt: async () => ((await hasOutdatedFamilies(validator)) ? 0 : undefined),
});

const warningJob = ({ db, clock, appendEvents, applyDueReference: applyDue, onWarningLate: onLate }: CatalogContext): Job => ({
  name: "change warnings",
  role: "worker",
  pollMs: WARNING_POLL_MS,
  run: createWarningWorker({ db, clock, appendEvents, applyDue, onLate }),
  nextDueAt: async () => (await db.run([], nextWarningAt, []))[0]!.due_at ?? undefined,
});

async function warningHealth(db: Database, at: number): Promise<object> {
  const [row] = await db.run([], warningBacklog, [at]);
  return { dueWarnings: row!.due, ...(row!.oldest === null ? {} : { oldestDueAt: isoDateTime(row!.oldest) }) };
}

async function validationHealth(db: Database, at: number): Promise<object> {
  const [row] = await db.wide.run("every seller", validationBacklog, [at, MAX_ATTEMPTS]);
  const { families, images, oldest, aside } = row!;
  return {
    dueFamilies: families,
    dueImages: images,
    ...(oldest === null ? {} : { oldestDueAt: isoDateTime(oldest) }),
    familiesSetAside: aside,
  };
}

export * as catalogContract from "./contract.ts";
export { CHANGE_STATES, FIELD_MOVES, FIELD_STATES } from "./changes/index.ts";
export { changeErrors } from "./changes/errors.ts";
export { PreferenceApplied, preferenceApplied, prefersChangeRequest } from "./changes/preference.ts";
export { CRITIQUES } from "./critiques/index.ts";
export { productErrors } from "./errors.ts";
export { reviewErrors } from "./review/errors.ts";
export { catalogPathAliases } from "./path-suggestions.ts";
export { PENDING_REASONS } from "./pending-reasons.ts";
export { causeMeanings, CHANGE_CAUSES, STATUS_CAUSES } from "./causes.ts";
export { MOVES, STATES } from "./publication.ts";
export { ProductBody } from "./product-schema.ts";
export { putProducts } from "./put-products.ts";
export type { SubmittedBody } from "./read-submission.ts";
export { checkSubmission, validateBodies, type Submission } from "./validation/in-memory-validation.ts";
export { checkImagesOnce } from "./validation/dry-run-images.ts";
export { REVIEWERS_ANCHOR, messagesOf, type CritiqueView } from "./critique-view.ts";
export { toProductDocument } from "./submission-rules.ts";
