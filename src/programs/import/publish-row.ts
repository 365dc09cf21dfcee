import { isDeepStrictEqual } from "node:util";
import { checkSubmission, toProductDocument, type ProductBody } from "../../catalog/index.ts";
import type { ErrorBody, Reply } from "../../client/http-client.ts";
import type { RowError } from "../../client/ndjson-rows.ts";
import type { RetryingClient } from "../../client/retrying-client.ts";

/** A product of the file. */
export interface ProductRow {
  readonly sku: string;
  /** The bytes of the row, which are sent unchanged. */
  readonly bytes: Buffer;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The outcome of a row, with the HTTP status that decided it. */
export interface PublishedRow {
  readonly outcome: "created" | "updated" | "unchanged" | "refused";
  readonly status: number;
  readonly errors: readonly RowError[];
}

/** Publishes a product by POST, or by PUT if its sku exists. If the product can no longer be edited, publishes its price and stock. */
export async function publishRow(client: RetryingClient, product: ProductRow, skipExisting: boolean): Promise<PublishedRow> {
  const created = await client.send("POST", "/api/v2/products", product.bytes);
  if (created.status === ACCEPTED) return done("created", created);
  if (!hasError(created, "sku_registered")) return refused(created);
  if (skipExisting) return done("unchanged", created);
  const updated = await client.send("PUT", pathOf(product), product.bytes);
  if (updated.status === ACCEPTED) return done("updated", updated);
  return isClosed(refused(updated)) ? publishOffer(client, product, refused(updated)) : refused(updated);
}

/**
 * Compares everything but price and stock of a product that can no longer be edited with the row. If it is equal, updates only price and stock
 * (seed 3.1). If it differs, the outcome is `refusal`, the refusal of the whole row.
 */
export async function publishOffer(client: RetryingClient, product: ProductRow, refusal: PublishedRow): Promise<PublishedRow> {
  // The row itself has no errors, because it passed the synchronous checks of PUT.
  const { body } = checkSubmission(product.value, { offerRequired: false, driveHosts: [] });
  return (await isUnchanged(client, pathOf(product), body)) ? updateOffer(client, pathOf(product), body) : refusal;
}

/** Whether a row was refused because its product can no longer be edited. */
export const isClosed = ({ errors }: Pick<PublishedRow, "errors">): boolean => errors.some(({ code }) => code === "change_request_needed");

const ACCEPTED = 202;
const pathOf = ({ sku }: ProductRow) => `/api/v2/products/${encodeURIComponent(sku)}`;
const hasError = ({ body }: Reply, code: string) =>
  (body as ErrorBody | undefined)?.details?.some((detail) => detail.code === code) === true;
const done = (outcome: PublishedRow["outcome"], { status }: Reply): PublishedRow => ({ outcome, status, errors: [] });

function refused({ status, body }: Reply): PublishedRow {
  const { details = [], description = `HTTP ${status}` } = (body ?? {}) as ErrorBody;
  const errors = details.map(({ code, pointer, message }) => ({ code, ...(pointer === undefined ? {} : { pointer }), message }));
  return { outcome: "refused", status, errors: errors.length > 0 ? errors : [{ code: `http_${status}`, message: description }] };
}

/** Whether the stored product equals the row, apart from price and stock. */
async function isUnchanged(client: RetryingClient, path: string, row: ProductBody): Promise<boolean> {
  const { body } = await client.send<Record<string, unknown>>("GET", `${path}?expand=images,attributes`);
  const { expands: _expands, _links, ...stored } = body ?? {};
  return isDeepStrictEqual(stored, toProductDocument(row));
}

async function updateOffer(client: RetryingClient, path: string, { price, stock }: ProductBody): Promise<PublishedRow> {
  let outcome: PublishedRow = { outcome: "unchanged", status: 200, errors: [] };
  for (const [record, sent] of Object.entries({ prices: price, stocks: stock })) {
    if (sent === undefined) continue;
    const { body } = await client.send<Record<string, unknown>>("GET", `${path}/${record}`);
    if (Object.entries(sent).every(([name, amount]) => body?.[name] === amount)) continue;
    const reply = await client.send("PUT", `${path}/${record}`, JSON.stringify(sent));
    if (reply.status !== ACCEPTED) return refused(reply);
    outcome = done("updated", reply);
  }
  return outcome;
}
