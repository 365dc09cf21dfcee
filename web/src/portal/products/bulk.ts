import { answerOf, api, wholeAnswerOf } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";

/** What happened with a row of a bulk call. */
export type BulkResult = schemas["v2"]["BulkResult"];

/** A row of a bulk call: an operation, the product, and the body of the single call. */
export type BulkRow = Readonly<Record<string, unknown>> & { readonly op: "product" | "price" | "stock"; readonly sku: string };

/** What a bulk call did: its id, and the result of each row. */
export interface BulkDone {
  readonly id: string;
  readonly results: readonly BulkResult[];
}

const WAIT_SECONDS = 20;
const NDJSON = "application/x-ndjson";

/** Carries out many rows as one job and resolves when all of them are done. With `isTrial` it only judges them. */
export async function runBulk(
  rows: readonly BulkRow[],
  { isTrial = false, name }: { readonly isTrial?: boolean; readonly name: string },
): Promise<BulkDone> {
  const content = rows.map((row) => JSON.stringify(row)).join("\n");
  const job = await answerOf<schemas["v2"]["BulkJob"] & { readonly results?: readonly BulkResult[] }>(
    api.POST("/api/v2/bulk", {
      // A closed product takes its change as a request.
      params: { query: { name, ...(isTrial ? { dryRun: true } : {}) }, header: { Prefer: "change-request" } },
      headers: { "content-type": NDJSON },
      body: content as never,
      bodySerializer: (text: unknown) => text as string,
    }),
  );
  return { id: job.id, results: job.results ?? (await resultsOf(job.id, rows.length)) };
}

/** Takes back the prices and stocks of a job, where nobody has changed them since. */
export async function undoBulk(id: string): Promise<BulkDone> {
  const job = await answerOf(api.POST("/api/v2/bulk/{jobId}/revert", { params: { path: { jobId: id } } }));
  return { id: job.id, results: await resultsOf(job.id, undefined) };
}

/** Reads the results of a job until it has ended. `rows` is their number, if it is known. */
async function resultsOf(jobId: string, rows: number | undefined): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (let after = 0; ;) {
    const { data, headers } = await wholeAnswerOf(
      api.GET("/api/v2/bulk/{jobId}/results", {
        params: { path: { jobId }, query: { after, wait: WAIT_SECONDS } },
        parseAs: "text",
      }),
    );
    const text = (data as string | undefined) ?? "";
    results.push(
      ...text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as BulkResult),
    );
    after = Number(headers.get("x-next-after") ?? after);
    if (rows !== undefined && results.length >= rows) return results;
    if (text === "" || rows === undefined) {
      const { state, accepted, failed, unchanged, canceled } = await answerOf(
        api.GET("/api/v2/bulk/{jobId}", { params: { path: { jobId } } }),
      );
      const isOver = state === "finished" || state === "canceled";
      if (isOver && results.length >= accepted + failed + unchanged + canceled) return results;
    }
  }
}
