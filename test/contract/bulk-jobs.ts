import type { Environment, Operation } from "../../src/platform/contract/operation.ts";
import { BULK, linesOf, type Row } from "../bulk/job.ts";
import { eventually, type Marketplace, type RequestOptions, type Seller } from "../harness.ts";

/** Content beyond it is refused. */
export const BULK_BYTES = 100_000;

/** Whether an operation takes a part of a file and nothing else. */
export const isPart = ({ body, uploads }: Operation): boolean => uploads !== undefined && body === undefined;
/** A part of a file. */
export const PART: RequestOptions = {
  body: '{"op":"stock","sku":"NADA","available":1}\n',
  headers: { "content-type": "application/partial-upload", "upload-offset": "0" },
};

/** Operations that need a job whose content is not complete. */
const OF_OPEN_JOBS = /^(append|pause|resume)/;

/** A seller, and a product of it that is on sale. */
interface Shop {
  readonly environment: Environment;
  readonly seller: Seller;
  readonly sku: string;
}

/** A bulk job of the API of the operation: done at once, with a failed row where that matters, or still open. */
export async function bulkJob({ environment, seller, sku }: Shop, { id, api }: Operation): Promise<string> {
  const path = api === "v1" ? "/api/v1/bulk" : BULK;
  if (OF_OPEN_JOBS.test(id)) {
    const open = await seller.get(`${path}?state=waiting,running,paused`);
    for (const { id: other } of (open.json?.items ?? []) as readonly { readonly id: string }[])
      await seller.request("DELETE", `${path}/${other}`);
    return (await seller.post(path, {})).json.id as string;
  }
  const bad = { op: "nada" };
  // Nobody but the marketplace moves orders of production to a state in which its seller moves them on.
  if (api === "v1" && environment === "production") return sent(seller, path, id === "" ? [bad] : [bad, bad]);
  const good = api === "v1" ? await approvedAgain(seller, sku) : { op: "stock", sku, available: 1_000_000 + (changedStocks += 1) };
  return sent(seller, path, id === "" ? [good] : [good, bad]);
}
let changedStocks = 0;

async function sent(seller: Seller, path: string, rows: readonly Row[]): Promise<string> {
  const reply = await seller.request("POST", path, { body: linesOf(rows), headers: { "content-type": "application/x-ndjson" } });
  if (reply.status > 206) throw new Error(`no bulk job: ${reply.status} ${reply.text}`);
  return reply.json.id as string;
}

/** A row of an order that was not approved yet. */
async function approvedAgain(seller: Seller, sku: string): Promise<Row> {
  const { orderNumber, shippings } = (await seller.post("/api/v1/orders", { items: [{ sku }] })).json as {
    readonly orderNumber: string;
    readonly shippings: readonly { readonly shippingCode: number }[];
  };
  return { op: "order.approved", orderNumber, shippingCode: shippings[0]!.shippingCode };
}

/** Waits until no bulk job goes on by itself. */
export const bulkJobsDone = ({ database }: Marketplace) =>
  eventually("the end of bulk jobs", async () => {
    const [busy] = await database.query<{ n: number }>(
      `select count(*)::integer as n from bulk_jobs j
        where j.lease_until is not null or j.state in ('waiting', 'running') and (j.content_complete or j.reverts is not null
          or exists (select from bulk_chunks c where c.seller_id = j.seller_id and c.job_id = j.job_id and c.state = 'waiting'))`,
    );
    return busy!.n === 0;
  });
