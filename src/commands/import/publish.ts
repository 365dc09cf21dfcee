import { isDeepStrictEqual } from "node:util";
import { checkSubmission, toProductDocument, type ProductBody } from "../../catalog/index.ts";
import type { ErrorReply, Reply } from "../http-client.ts";
import type { RowError } from "../rows.ts";
import type { PatientApi } from "./patient-api.ts";

/** A product of the file, as it is sent. */
export interface SentProduct {
  readonly sku: string;
  /** The row's own bytes: the marketplace judges what stands in the file. */
  readonly bytes: Buffer;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What became of a row: `status` is that of the answer that decided it. */
export interface Published {
  readonly outcome: "created" | "updated" | "unchanged" | "refused";
  readonly status: number;
  readonly errors: readonly RowError[];
}

/**
 * Publishes a product: POST, or PUT when its sku is registered already. One that can no longer be changed is left alone
 * when it is what the row says, and gets the row's price and stock, which stay free (seed 3.1); otherwise it is refused.
 */
export async function publish(api: PatientApi, product: SentProduct, skipExisting: boolean): Promise<Published> {
  const created = await api.send("POST", "/api/v2/products", product.bytes);
  if (created.status === ACCEPTED) return done("created", created);
  if (!says(created, "sku_registered")) return refused(created);
  if (skipExisting) return done("unchanged", created);
  const path = `/api/v2/products/${encodeURIComponent(product.sku)}`;
  const updated = await api.send("PUT", path, product.bytes);
  if (updated.status === ACCEPTED) return done("updated", updated);
  if (!says(updated, "product_not_editable")) return refused(updated);
  // PUT got beyond the synchronous checks, so the row reads without failures.
  const { body } = checkSubmission(product.value, { offerRequired: false, driveHosts: [] });
  return (await isStored(api, path, body)) ? refreshOffer(api, path, body) : refused(updated);
}

const ACCEPTED = 202;
const says = ({ body }: Reply, code: string) => (body as ErrorReply | undefined)?.details?.some((detail) => detail.code === code) === true;
const done = (outcome: Published["outcome"], { status }: Reply): Published => ({ outcome, status, errors: [] });

function refused({ status, body }: Reply): Published {
  const { details = [], description = `HTTP ${status}` } = (body ?? {}) as ErrorReply;
  const errors = details.map(({ code, pointer, message }) => ({ code, ...(pointer === undefined ? {} : { pointer }), message }));
  return { outcome: "refused", status, errors: errors.length > 0 ? errors : [{ code: `http_${status}`, message: description }] };
}

/** Whether the stored product is what the row would store. */
async function isStored(api: PatientApi, path: string, row: ProductBody): Promise<boolean> {
  const { body } = await api.send<Record<string, unknown>>("GET", `${path}?expand=images,attributes`);
  const { expands: _expands, _links, ...stored } = body ?? {};
  return isDeepStrictEqual(stored, toProductDocument(row));
}

async function refreshOffer(api: PatientApi, path: string, { price, stock }: ProductBody): Promise<Published> {
  let outcome: Published = { outcome: "unchanged", status: 200, errors: [] };
  for (const [record, sent] of Object.entries({ prices: price, stocks: stock })) {
    if (sent === undefined) continue;
    const { body } = await api.send<Record<string, unknown>>("GET", `${path}/${record}`);
    if (Object.entries(sent).every(([name, amount]) => body?.[name] === amount)) continue;
    const reply = await api.send("PUT", `${path}/${record}`, JSON.stringify(sent));
    if (reply.status !== ACCEPTED) return refused(reply);
    outcome = done("updated", reply);
  }
  return outcome;
}
