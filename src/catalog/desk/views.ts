import { fromCents, isoDateTime, kindOfActor } from "../../platform/basics/index.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { productJson } from "../product-view.ts";
import type { ProductDocument } from "../product.ts";
import { publicationState, type PublicationStatus } from "../publication.ts";
import { statusView } from "../status-view.ts";
import type { DeskProductRow, HistoryRow, VersionRow } from "./queries.ts";

/** The address of a product for operators. */
export const deskPath = (sellerId: number, sku: string): string => `/operator/v1/sellers/${sellerId}/products/${encodeURIComponent(sku)}`;

const WHOLE = new Set(["images", "attributes"] as const);

interface ProductKey {
  readonly sellerId: number;
  readonly sku: string;
}
type Member = Pick<ProductDocument, "size" | "color" | "flavor">;

/** A product as operators see it. */
export function deskProductView(
  { sellerId, sku }: ProductKey,
  row: DeskProductRow,
  family: readonly { readonly sku: string; readonly core: string; readonly status: PublicationStatus }[],
  lang: Lang,
) {
  const self = deskPath(sellerId, sku);
  return {
    sellerId,
    sellerName: row.seller_name,
    product: JSON.parse(productJson({ ...row, sku }, WHOLE)) as unknown,
    status: statusView(sku, row, lang),
    version: row.version,
    ...(row.list_cents === null
      ? {}
      : { price: { listPrice: fromCents(row.list_cents), salePrice: fromCents(row.sale_cents!), version: row.price_version } }),
    ...(row.physical === null
      ? {}
      : {
          stock: {
            physical: row.physical,
            reserved: row.reserved,
            availableForSale: row.physical - row.reserved!,
            version: row.stock_version,
          },
        }),
    family: family.map(({ sku: member, core, status }) => {
      const { size, color, flavor } = JSON.parse(core) as Member;
      return { sku: member, size, variation: color ?? flavor ?? "", status: publicationState(status).status };
    }),
    links: [
      { rel: "self", href: self },
      ...["history", "versions", "stocks/ledger", "prices/history"].map((rel) => ({ rel, href: `${self}/${rel}` })),
    ],
  };
}

interface HistoryPayload {
  readonly from?: PublicationStatus | null;
  readonly via?: PublicationStatus;
  readonly to?: PublicationStatus;
  readonly changeRequestId?: string;
  readonly fields?: readonly unknown[];
  readonly requestId?: string;
}
type Names = ReadonlyMap<string, string>;
const byView = (actor: string, names: Names, requestId: string | undefined) => ({
  actor,
  ...(names.has(actor) ? { actorName: names.get(actor) } : {}),
  ...(requestId === undefined ? {} : { requestId }),
});
const stateOf = (status: PublicationStatus) => publicationState(status).status;

/** An event of a product. */
export function eventView(row: HistoryRow, names: Names) {
  const { from, via, to, changeRequestId, fields, requestId } = JSON.parse(row.payload) as HistoryPayload;
  return {
    date: isoDateTime(row.at),
    event: row.name,
    ...(from ? { from: stateOf(from) } : {}),
    ...(via ? { via: stateOf(via) } : {}),
    ...(to ? { to: stateOf(to) } : {}),
    ...(changeRequestId === undefined ? {} : { changeRequestId, fields }),
    version: row.version,
    by: kindOfActor(row.actor),
    cause: row.cause,
    ...byView(row.actor, names, requestId),
  };
}

/** A version of a product's content. Of one whose event is kept no more, only its end is known. */
export const versionView = ({ version, until, at, actor, cause, request_id }: VersionRow, names: Names) => ({
  version,
  date: isoDateTime(at ?? until ?? 0),
  ...(until === null ? {} : { until: isoDateTime(until) }),
  current: until === null,
  cause: cause ?? "",
  ...byView(actor ?? "", names, request_id ?? undefined),
});
