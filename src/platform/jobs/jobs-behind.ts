import type { Job } from "./job.ts";

/** A job whose earliest work should have been done. `dueSince` is epoch ms of the marketplace's clock. */
export interface JobBehind {
  readonly name: string;
  readonly dueSince: number;
}

/** A job is behind when its earliest work has been due for longer than this. */
const BEHIND_MS = 60_000;

/** The jobs that are behind, the longest first. Jobs that know only that they have work, not since when, are left out. */
export async function findJobsBehind(jobs: readonly Job[], now: number): Promise<readonly JobBehind[]> {
  const due = await Promise.all(jobs.map(async ({ name, nextDueAt }) => ({ name, dueSince: (await nextDueAt?.()) ?? 0 })));
  return due.filter(({ dueSince }) => dueSince > 0 && dueSince < now - BEHIND_MS).toSorted((one, other) => one.dueSince - other.dueSince);
}
