import type pg from "pg";
import type { BytesClient } from "./protocol.ts";

const SWEEP_MS = 1_000;

/**
 * Cuts those of a pool's open connections on which the server owes an answer for longer than `limitMs`: one that is gone without a word says nothing,
 * and no statement may take so long. The driver's own limit is a timer for each statement, which cost an eighth of a read and 60 to 90 MiB: what
 * such timers hold outlives their statements. Ends with the pool.
 */
export function cutSilent(pool: pg.Pool, open: ReadonlySet<BytesClient>, limitMs: number): void {
  const sweeper = setInterval(() => {
    if (pool.ended) clearInterval(sweeper);
    const latestMs = performance.now() - limitMs;
    for (const client of open) if (client.owesSinceMs < latestMs) client.cut(new Error(`read timeout: no answer for ${limitMs} ms`));
  }, SWEEP_MS).unref();
}
