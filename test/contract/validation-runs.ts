import type { Operation } from "../../src/platform/contract/operation.ts";
import { type Client, eventually, type Marketplace, type Seller } from "../harness.ts";

/** Where technical validations are run. */
interface Place {
  readonly market: Marketplace;
  readonly seller: Seller;
  readonly admin: Client;
  /** The run begun last. */
  readonly runs: { last: string | undefined };
}

const RUNS = "/api/v1/technical-validations";

/** The seller's own run, or a new one of somebody else for the marketplace's people; a decided one to watch, for it ends. */
export async function validationFor({ market, seller, admin, runs }: Place, { id, audience }: Operation): Promise<string> {
  const runner = audience === "seller" ? seller : await market.seller();
  const begun = await runner.post(RUNS, undefined);
  const runId = begun.status === 201 ? (begun.json.id as string) : ((await runner.get(RUNS)).json.items[0].id as string);
  runs.last = runId;
  if (id === "listValidationCalls" || id === "replayValidationCall") await runner.get("/api/v1/brands");
  if (id.startsWith("watch")) await admin.post(`/operator/v1/technical-validations/${runId}/decision`, { decision: "refused" });
  return runId;
}

/** The request id of a call that a run saw, and that the log has. */
export async function seenByRun(admin: Client, runId: string): Promise<string> {
  const requestId = await eventually(`a call that ${runId} has seen`, async () => {
    const { status, json } = await admin.get(`/operator/v1/technical-validations/${runId}/calls`);
    return status === 200 && (json.items[0] as { readonly requestId: string }).requestId;
  });
  const isLogged = async () => (await admin.get(`/operator/v1/requests/${requestId}`)).status === 200;
  await eventually(`${requestId} in the log of requests`, isLogged);
  return requestId;
}
