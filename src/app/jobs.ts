import { type Job, type SharedJob, withQueuedRounds } from "../platform/jobs/index.ts";
import { keepPartitions, type Foundation } from "./foundation.ts";
import type { Slices } from "./slices.ts";

const LAST_USE_MS = 10_000;
const REFERENCE_POLL_MS = 1_000;
const PARTITIONS_POLL_MS = 3_600_000;

/** Collects the background jobs of the process: its own, and those of every slice. */
export function collectJobs(foundation: Foundation, { catalog, orders, others }: Slices): readonly SharedJob[] {
  const { credentialCache, reference } = foundation;
  const own: readonly Job[] = [
    { name: "last uses", pollMs: LAST_USE_MS, run: async () => (await credentialCache.writeLastUses(), 0) },
    { name: "partitions", pollMs: PARTITIONS_POLL_MS, run: async () => (await keepPartitions(foundation), 0) },
    {
      name: "reference data",
      pollMs: REFERENCE_POLL_MS,
      async run() {
        const applied = await reference.applyDue();
        await reference.refresh();
        return Number(applied);
      },
      nextDueAt: reference.nextDueAt,
    },
  ];
  return [...own, ...[catalog, orders, ...others].flatMap((slice) => slice.jobs ?? [])].map(withQueuedRounds);
}
