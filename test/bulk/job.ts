import { eventually, type Client, type Marketplace, type Reply, type Seller, startMarketplace } from "../harness.ts";
import { publish, type Wares, wares } from "../wares.ts";

/** A row of a bulk job, as a caller writes it. */
export type Row = Readonly<Record<string, unknown>>;

/** A row's result, as it is read. */
export interface Result {
  readonly row: number;
  readonly ref?: string;
  readonly sku?: string;
  readonly orderNumber?: string;
  readonly status?: number;
  readonly outcome: "accepted" | "unchanged" | "failed" | "canceled";
  readonly effect?: "created" | "updated";
  readonly changeRequestId?: string;
  readonly code?: string;
  readonly details?: readonly { readonly code: string; readonly pointer: string; readonly message: string }[];
  readonly requestId: string;
}

const NDJSON = "application/x-ndjson";
export const BULK = "/api/v2/bulk";
export const ORDER_BULK = "/api/v1/bulk";

/** A marketplace with a seller who has published the products A and B. */
export async function openShop(): Promise<{ readonly market: Marketplace; readonly seller: Seller; readonly shop: Wares }> {
  const market = await startMarketplace();
  const seller = await market.seller();
  const shop = await wares(`${market.baseUrl}/images`);
  for (const sku of ["A", "B"]) await publish(seller, shop.visor(sku));
  return { market, seller, shop };
}

/** The text of rows, one a line. */
export const linesOf = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Sends a file of rows. */
export const send = (
  caller: Client,
  body: string | readonly Row[],
  { path = BULK, headers = {} }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> =>
  caller.request("POST", path, {
    body: typeof body === "string" ? body : linesOf(body),
    headers: { "content-type": NDJSON, ...headers },
  });

/** Sends a part of a job's content. */
export const append = (
  caller: Client,
  id: string,
  part: string | Uint8Array<ArrayBuffer>,
  { offset, complete = false, path = BULK }: { readonly offset: number; readonly complete?: boolean; readonly path?: string },
): Promise<Reply> =>
  caller.request("PATCH", `${path}/${id}/content`, {
    body: part,
    headers: {
      "content-type": "application/partial-upload",
      "upload-offset": String(offset),
      ...(complete ? { "upload-complete": "?1" } : {}),
    },
  });

/** Waits until a job has ended; answers it. */
export const ended = (caller: Client, id: string, path = BULK): Promise<Reply["json"]> =>
  eventually(
    `the end of ${id}`,
    async () => {
      const { json } = await caller.get(`${path}/${id}`);
      return (json.state === "finished" || json.state === "canceled") && json;
    },
    60_000,
  );

/** The results in a text of NDJSON. */
export const resultsIn = ({ text }: Pick<Reply, "text">): readonly Result[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Result);

/** All results of a job, read page by page until nothing is left. */
export async function allResults(caller: Client, id: string, { path = BULK, limit = 1_000 } = {}): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let after = 0; ;) {
    const reply = await caller.get(`${path}/${id}/results?after=${after}&limit=${limit}`);
    if (reply.status === 204) return results;
    results.push(...resultsIn(reply));
    after = Number(reply.headers.get("x-next-after"));
  }
}

/** Largest file that tests send whole, and the size of the parts of a larger one; bytes. */
const PART_BYTES = 8 * 1024 * 1024;

/** Sends a file in parts. Answers the reply to its creation, which names the job. */
async function sendInParts(caller: Client, file: Buffer, path: string): Promise<Reply> {
  const created = await caller.post(path, {});
  const base = path.split("?")[0]!;
  for (let offset = 0; offset < file.length; offset += PART_BYTES) {
    const part = new Uint8Array(file.subarray(offset, offset + PART_BYTES));
    const { status, text } = await append(caller, created.json.id, part, {
      offset,
      complete: offset + PART_BYTES >= file.length,
      path: base,
    });
    if (status >= 300) throw new Error(`the part at ${offset} was not taken: ${status} ${text}`);
  }
  return created;
}

/** Sends a file, waits for its end if it is not done at once, and answers job and results. */
export async function carryOut(
  caller: Client,
  rows: string | readonly Row[],
  path = BULK,
): Promise<{ readonly job: Reply["json"]; readonly results: readonly Result[] }> {
  const file = Buffer.from(typeof rows === "string" ? rows : linesOf(rows));
  const reply = file.length > PART_BYTES ? await sendInParts(caller, file, path) : await send(caller, rows, { path });
  if (reply.status === 200 || reply.status === 206) return { job: reply.json, results: reply.json.results };
  if (reply.status !== 202 && reply.status !== 201) throw new Error(`the file was not taken: ${reply.status} ${reply.text}`);
  const { id } = reply.json;
  const base = path.split("?")[0]!;
  return { job: await ended(caller, id, base), results: await allResults(caller, id, { path: base }) };
}
