import { createImageWorker } from "../../src/catalog/validation/image-worker.ts";
import { requeueOutdatedFamilies } from "../../src/catalog/validation/outdated-families.ts";
import { createValidator } from "../../src/catalog/validation/worker.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { createOutbound } from "../../src/platform/outbound/client.ts";
import type { ReferenceSnapshot } from "../../src/reference/index.ts";
import type { Marketplace } from "../harness.ts";

/** The validation's jobs of a marketplace without workers: each is done when the test says so. */
export interface HandWorkers extends AsyncDisposable {
  readonly validate: () => Promise<unknown>;
  readonly fetchImages: () => Promise<unknown>;
  readonly wakeOutdated: () => Promise<unknown>;
}

const TIMEOUTS = { connectTimeoutMs: 1_000, headersTimeoutMs: 1_000, bodyTimeoutMs: 1_000, totalTimeoutMs: 2_000 };

/** The jobs of a marketplace, judging by whatever reference data there is when they begin. */
export function handWorkers({ app, clock, baseUrl }: Marketplace, reference: () => ReferenceSnapshot): HandWorkers {
  const log = createLog("silent");
  const outbound = createOutbound({ ...TIMEOUTS, allowedHosts: [new URL(baseUrl).host], maxConcurrent: 8, maxConcurrentPerHost: 8 });
  const jobs = { db: app.db, clock, log, outbound, latestReference: async () => reference() };
  const nothing = () => undefined;
  const validation = {
    ...jobs,
    familySettleSeconds: 600,
    imageRecheckSeconds: 3_600,
    reviewSlaHours: 48,
    onImagesWanted: nothing,
    onValidated: nothing,
  };
  return {
    validate: createValidator(validation),
    async fetchImages() {
      const images = createImageWorker({ ...jobs, imageConcurrency: 8, imageRetrySeconds: [0], onVerdicts: nothing, onFetched: nothing });
      while ((await images.work()) > 0) await images.settle();
    },
    wakeOutdated: () => requeueOutdatedFamilies(validation),
    [Symbol.asyncDispose]: () => outbound.close(),
  };
}
