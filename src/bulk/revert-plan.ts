import { lineReaderOf, linesOf, openBytes } from "./chunk-rows.ts";
import * as queries from "./queries.ts";
import * as contentQueries from "./received-content/queries.ts";
import * as resultQueries from "./results/queries.ts";
import { checkRow } from "./read-row.ts";
import { ROWS_PER_CHUNK } from "./chunk-size.ts";
import { readOutcomeWord } from "./row-outcome.ts";
import { isBad } from "./row.ts";
import { ROW_OPS } from "./row-ops.ts";
import type { LeasedJob, TurnContext } from "./turn.ts";

/** What a job has done to one price or stock. */
interface Touched {
  readonly op: "price" | "stock";
  readonly sku: string;
  /** The version of the job's first change. */
  readonly first: number;
  changes: number;
}

/** Rows of the job to take back whose products are planned together: they are held in memory. */
const ROWS_PER_PARTITION = 100_000;
/** Chunks that are read together. */
const CHUNKS_READ = 16;

/**
 * Plans one partition of a revert: the prices and stocks that the other job changed, one row each. The skus are parted by their hash, so that
 * memory is bounded whatever the size of the other job. Resolves to the number of rows planned.
 */
export async function planRevert(context: TurnContext, job: LeasedJob): Promise<number> {
  const { db } = context;
  const { sellerId, jobId, row } = job;
  const [source] = await db.run([sellerId], queries.getJob, [sellerId, row.reverts, job.kind]);
  const partitions = Math.max(1, Math.ceil((source?.rows ?? 0) / ROWS_PER_PARTITION));
  const touched = await touchedBy(context, job, source, { partitions, partition: row.planned });
  const lines = [...touched.values()].map((one) => Buffer.from(`${JSON.stringify(one)}\n`));
  const chunks = Array.from({ length: Math.ceil(lines.length / ROWS_PER_CHUNK) }, (_, i) => ({
    first: i * ROWS_PER_CHUNK + 1,
    lines: lines.slice(i * ROWS_PER_CHUNK, (i + 1) * ROWS_PER_CHUNK),
  }));
  const isLast = row.planned + 1 >= partitions;
  await db.run([sellerId], contentQueries.planRevert, [
    sellerId,
    jobId,
    row.planned,
    isLast,
    lines.length,
    chunks.length,
    lines.reduce((sum, line) => sum + line.length, 0),
    chunks.map(({ first }) => first),
    chunks.map((chunk) => chunk.lines.length),
    chunks.map((chunk) => Buffer.concat(chunk.lines)),
  ]);
  return lines.length;
}

/** The prices and stocks of one partition that a job changed, each once. */
async function touchedBy(
  { db, keys }: TurnContext,
  { sellerId, kind }: LeasedJob,
  source: queries.JobRow | undefined,
  { partitions, partition }: { readonly partitions: number; readonly partition: number },
): Promise<ReadonlyMap<string, Touched>> {
  const touched = new Map<string, Touched>();
  if (source === undefined) return touched;
  const readLine = lineReaderOf(source);
  for (let from = 0; ;) {
    const chunks = await db.run([sellerId], resultQueries.listChunks, [sellerId, source.job_id, from, CHUNKS_READ]);
    for (const chunk of chunks) {
      if (chunk.outcomes === "") continue;
      const words = chunk.outcomes.split(" ");
      let place = 0;
      for (const { bytes, line } of linesOf(openBytes(keys, kind, sellerId, source.job_id, chunk.bytes), chunk.first_line, source)) {
        const { version } = readOutcomeWord(words[place++] ?? "u");
        if (version === undefined) continue;
        const read = checkRow(readLine({ bytes, line }), { kind, op: source.op });
        if (isBad(read) || !ROW_OPS[read.op].reverts || hashOf(read.sku!) % partitions !== partition) continue;
        note(touched, read.op as Touched["op"], read.sku!, version);
      }
    }
    if (chunks.length < CHUNKS_READ) return touched;
    from = chunks.at(-1)!.nth + 1;
  }
}

function note(touched: Map<string, Touched>, op: Touched["op"], sku: string, version: number): void {
  const key = `${op} ${sku}`;
  const known = touched.get(key);
  if (known) known.changes += 1;
  else touched.set(key, { op, sku, first: version, changes: 1 });
}

/** A hash of a text that is the same in every process. */
function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash;
}
