import { rmSync } from "node:fs";
import type { RetryingClient } from "../../client/retrying-client.ts";
import { BULK, jobFileOf, readJobFile, resultsIn } from "./bulk-job.ts";
import type { RunOptions } from "./publish-rows.ts";

const RESULTS_READ = 10_000;

/** Ends the job of an earlier import that was interrupted, and notes in the journal what it has done. */
export async function noteEarlierJob({ client, report, journal, restart }: RunOptions): Promise<void> {
  const earlier = readJobFile(report);
  if (earlier === undefined) return;
  const job = `${BULK}/${encodeURIComponent(earlier.id)}`;
  const canceled = await client.send("DELETE", job);
  if (canceled.status < 400 && earlier.content === "rows" && !restart) {
    const { text = "" } = await client.send("GET", `${job}/content`);
    const lines = text.split("\n");
    for await (const { row, outcome, sku } of resultsOf(client, job))
      if (sku !== undefined && (outcome === "accepted" || outcome === "unchanged")) journal.add(sku, Buffer.from(lines[row - 1] ?? ""));
  }
  rmSync(jobFileOf(report), { force: true });
}

/** The results of a job that has ended. */
async function* resultsOf(client: RetryingClient, job: string) {
  for (let after = 0; ;) {
    const reply = await client.send("GET", `${job}/results?after=${after}&limit=${RESULTS_READ}`);
    const results = resultsIn(reply.status === 200 ? reply.text : "");
    if (results.length === 0) return;
    yield* results;
    after = results.at(-1)!.row;
  }
}
