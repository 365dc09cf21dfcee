import { fromCents, isoDateTime } from "../../platform/basics/index.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { productPath } from "../../pricing/index.ts";
import { critiqueView } from "../critique-view.ts";
import { pendingView } from "../pending-reasons.ts";
import type { Pending, ProductDocument, StoredFinding } from "../product.ts";
import { publicationState } from "../publication.ts";
import { DOCS_BASE } from "../status-view.ts";
import type { FoundRow } from "./queries.ts";

/** A product in a list: what identifies it, where it is, its offer, and the first thing that is wrong with it. */
export function foundProductView(sku: string, row: FoundRow, lang: Lang) {
  const { productGroup, department, productType, brand, name, color, flavor, size, eanIsbn } = JSON.parse(row.core) as ProductDocument;
  const reviews = JSON.parse(row.reviews) as readonly StoredFinding[];
  const errors = reviews.filter(({ severity }) => severity === "error");
  const first = errors[0] ?? reviews[0];
  const [pending] = JSON.parse(row.pending) as readonly Pending[];
  const { status, code } = publicationState(row.status);
  const self = productPath(sku);
  return {
    sku,
    productGroup,
    department,
    productType,
    brand,
    name,
    color,
    flavor,
    size,
    eanIsbn,
    status,
    code,
    date: isoDateTime(row.status_at),
    version: row.version,
    pictures: row.pictures,
    familyMembers: row.members ?? 1,
    errors: errors.length,
    warnings: reviews.length - errors.length,
    critique: first && critiqueView(first, lang, DOCS_BASE),
    pending: pending && pendingView(pending, lang),
    ...offerView(row),
    _links: {
      self: { href: self },
      price: { href: `${self}/prices` },
      stock: { href: `${self}/stocks` },
      status: { href: `${self}/status` },
    },
  };
}

/** Price and stock, each only if it was sent. */
function offerView({ list_cents, sale_cents, price_version, physical, reserved, stock_version }: FoundRow) {
  const hasPrice = list_cents !== null && sale_cents !== null;
  const hasStock = physical !== null && reserved !== null;
  return {
    price: hasPrice ? { listPrice: fromCents(list_cents), salePrice: fromCents(sale_cents), version: price_version } : undefined,
    stock: hasStock ? { physical, reserved, availableForSale: physical - reserved, version: stock_version } : undefined,
  };
}
