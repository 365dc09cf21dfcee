import type { Lang } from "../../platform/contract/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { ImageVerdict, ProductDocument } from "../product.ts";
import { imageUrlsOf, type MeasuredImages, operatorChangeView, type StoredChange } from "./change-view.ts";
import { type ChangeFieldRow, type ChangeRow, coresOfChanges, getChangeFields, measuredImages } from "./queries.ts";

type Reads = Pick<Transaction, "run">;

/** Requests with their fields, in the order of `rows`. */
export async function withFields(reads: Reads, rows: readonly ChangeRow[]): Promise<readonly StoredChange[]> {
  if (rows.length === 0) return [];
  const fields = await reads.run(getChangeFields, [rows.map((row) => row.seller_id), rows.map((row) => row.change_id)]);
  const byChange = Map.groupBy(fields, (field) => field.change_id);
  return rows.map((row) => {
    const ofChange = byChange.get(row.change_id) ?? [];
    return { row: asOfFields(row, ofChange[0]), fields: ofChange };
  });
}

/** A request as it was when its fields were read: somebody may have decided them since the request was. */
const asOfFields = (row: ChangeRow, field: ChangeFieldRow | undefined): ChangeRow =>
  field === undefined ? row : { ...row, state: field.change_state, version: field.change_version, decided_at: field.change_decided_at };

/** A request as the review queue shows it: the fields with their values before and after, and the images with what was measured. */
export interface ChangeForReview extends StoredChange {
  /** The product as it is on sale. */
  readonly product: ProductDocument;
  readonly images: MeasuredImages;
}

/** Loads what those who decide see of requests, in the order of `rows`. */
export async function loadForReview(reads: Reads, rows: readonly ChangeRow[]): Promise<readonly ChangeForReview[]> {
  if (rows.length === 0) return [];
  const [sellers, ids, skus] = [rows.map((row) => row.seller_id), rows.map((row) => row.change_id), rows.map((row) => row.sku)];
  const [changes, cores] = await Promise.all([withFields(reads, rows), reads.run(coresOfChanges, [sellers, skus])]);
  const urls = changes.flatMap(({ fields }, index) =>
    fields.flatMap(imageUrlsOf).flatMap((url) => (url === null ? [] : [{ ord: index + 1, url }])),
  );
  const measured =
    urls.length === 0 ? [] : await reads.run(measuredImages, [sellers, ids, skus, urls.map(({ ord }) => ord), urls.map(({ url }) => url)]);
  const imagesOf = Map.groupBy(measured, ({ ord }) => ord);
  const coreOf = new Map(cores.map(({ ord, core }) => [ord, core]));
  return changes.map((change, index) => ({
    ...change,
    product: JSON.parse(coreOf.get(index + 1)!) as ProductDocument,
    images: new Map(
      (imagesOf.get(index + 1) ?? []).flatMap(({ url, verdict }) =>
        verdict === null ? [] : [[url, JSON.parse(verdict) as ImageVerdict] as const],
      ),
    ),
  }));
}

/** The answers that show requests to the marketplace's people. */
export const operatorChangeViews = async (reads: Reads, rows: readonly ChangeRow[], lang: Lang) =>
  (await loadForReview(reads, rows)).map(({ product, images, ...change }) => operatorChangeView(change, product.name, images, lang));
