import { endpoint, type Endpoint, type Environment } from "../platform/contract/operation.ts";
import { isoDateTime, type Clock } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/observability/log.ts";
import type { Outbound } from "../platform/outbound/client.ts";
import type { HealthSections } from "../platform/jobs/slice-definition.ts";
import { createWakeUpSignal, type Job } from "../platform/jobs/job.ts";
import type { ReferenceSnapshot } from "../reference/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { critiqueEndpoints } from "./critique-operations.ts";
import { createDecider } from "./review-decision.ts";
import { productPageEndpoint } from "./lists/operations.ts";
import { productEndpoints } from "./product-operations.ts";
import { reviewEndpoints } from "./review-operations.ts";
import { statusEndpoints } from "./status-operations.ts";
import { submissionFailures } from "./submission-rules.ts";
import { dryRun } from "./validation/dry-run.ts";
import { createImageWorker } from "./validation/image-worker.ts";
import { createSellersLook } from "./validation/dry-run-images.ts";
import { backlog, nextFamilyAt, nextImageAt } from "./validation/queries.ts";
import { createValidator, hasOutdatedFamilies, MAX_ATTEMPTS, wakeOutdatedFamilies } from "./validation/worker.ts";

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
  /** The reference data in effect now, whichever process changed it last. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
  readonly settings: CatalogSettings;
  readonly onValidated: (products: number) => void;
}

/** The catalogue's operations, and the workers behind them. */
export interface Catalog {
  readonly endpoints: readonly Endpoint[];
  /** What waits for the validation. */
  readonly health: HealthSections;
  /** A validation may be due: shortens the wait of this process's worker, when it has one. */
  wake(): void;
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

const VALIDATION_POLL_MS = 250;
const IMAGE_POLL_MS = 250;
const OUTDATED_POLL_MS = 1_000;

/** The catalogue: products from POST to Aprovado (seed 2.1-2.3, 3.1, 4.1). */
export function openCatalog(context: CatalogContext): Catalog {
  const { db, clock, outbound, reference, settings } = context;
  const [toValidate, toFetch] = [createWakeUpSignal(), createWakeUpSignal()];
  const wake = toValidate.send;
  const validation = { ...context, ...settings, onImagesWanted: toFetch.send };
  const images = createImageWorker({ db, clock, outbound, ...settings, onVerdicts: wake, onFetched: toFetch.send });
  const decide = createDecider(db);
  const look = createSellersLook(outbound, settings.imageConcurrency);

  return {
    endpoints: [
      ...productEndpoints({ db, reference, onSubmitted: wake }),
      productPageEndpoint(db),
      ...statusEndpoints({ db, decide }),
      ...critiqueEndpoints({ db }),
      ...reviewEndpoints({ db, decide, reviewSlaHours: settings.reviewSlaHours }),
      endpoint(
        contract.validateProduct,
        async (call: SellerCall<typeof contract.validateProduct>) => {
          const offerRequired = !call.who.separatePriceAndStock;
          const inEffect = await context.latestReference();
          const rules = { offerRequired, bodyFailures: call.bodyFailures, driveHosts: inEffect.data.rules.driveHosts };
          const failures = [...call.bodyFailures, ...submissionFailures(call.sent, rules)];
          const { sellerId } = call.who;
          const { body, sent, at, lang } = call;
          const { familySettleSeconds } = settings;
          const rehearsing = { db, look, reference: inEffect, familySettleSeconds };
          return { status: 200, ...(await dryRun(rehearsing, { sellerId, body, sent, at, lang, failures })) };
        },
        { bodyFailures: "handler's" },
      ),
    ],
    health: { validation: () => backlogOf(db, clock.now()) },
    wake,
    jobs: [
      {
        name: "validation",
        role: "worker",
        pollMs: VALIDATION_POLL_MS,
        run: createValidator(validation),
        nextDueAt: async () => (await db.wide.run("every seller", nextFamilyAt, []))[0]!.due_at ?? undefined,
        wakeUp: toValidate,
      },
      {
        name: "images",
        role: "worker",
        pollMs: IMAGE_POLL_MS,
        run: images.work,
        nextDueAt: async () => (await db.wide.run("every seller", nextImageAt, []))[0]!.due_at ?? undefined,
        settle: images.settle,
        wakeUp: toFetch,
      },
      {
        name: "outdated families",
        role: "worker",
        pollMs: OUTDATED_POLL_MS,
        async run() {
          const woken = await wakeOutdatedFamilies(validation);
          if (woken > 0) wake();
          return woken;
        },
        // It has no date: as soon as there is any, it is late.
        nextDueAt: async () => ((await hasOutdatedFamilies(validation)) ? 0 : undefined),
      },
    ],
    close: images.settle,
  };
}

async function backlogOf(db: Database, at: number): Promise<object> {
  const [row] = await db.wide.run("every seller", backlog, [at, MAX_ATTEMPTS]);
  const { families, images, oldest, aside } = row!;
  return {
    dueFamilies: families,
    dueImages: images,
    ...(oldest === null ? {} : { oldestDueAt: isoDateTime(oldest) }),
    familiesSetAside: aside,
  };
}

export * as catalogContract from "./contract.ts";
export { CRITIQUES } from "./critiques/index.ts";
export { productErrors } from "./errors.ts";
export { catalogPathAliases } from "./path-suggestions.ts";
export { PENDING_TEXTS } from "./pending-reasons.ts";
export { MOVES, STATES } from "./publication.ts";
export { ProductBody } from "./product-schema.ts";
export { checkSubmission, judgeTogether, type Submission } from "./validation/in-memory-validation.ts";
export { lookAtImages } from "./validation/dry-run-images.ts";
export { REVIEWERS_ANCHOR, sentencesOf, type WireCritique } from "./critique-view.ts";
export { documentOf } from "./submission-rules.ts";
