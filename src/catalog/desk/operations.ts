import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Refusal,
  relLinks,
  takePage,
  uncountedPageLinks,
} from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { findActorNames } from "../../people/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import { diffProducts } from "../changes/product-fields.ts";
import { productErrors } from "../errors.ts";
import type { StoredProduct } from "../product-view.ts";
import type { ProductDocument } from "../product.ts";
import * as contract from "./contract.ts";
import { getDeskProduct, getVersions, listFamily, listNewestHistory, listVersions } from "./queries.ts";
import { deskPath, deskProductView, eventView, versionView } from "./views.ts";

const MAX_FAMILY = 200;
const MAX_VERSIONS = 100;

/** What the marketplace's people read about one product of any seller. */
export const deskEndpoints = (db: Database): readonly Endpoint[] => [
  endpoint(contract.getAnyProduct, async ({ path, lang }: OperatorCall<typeof contract.getAnyProduct>): Promise<Answer | Refusal> => {
    const { sellerId, sku } = path;
    const [row] = await db.run([sellerId], getDeskProduct, [sellerId, sku]);
    if (row === undefined) return unknownProduct(sku);
    const family = await db.run([sellerId], listFamily, [sellerId, row.product_group, MAX_FAMILY]);
    return { status: 200, body: deskProductView(path, row, family, lang) };
  }),
  endpoint(contract.listAnyHistory, (call: OperatorCall<typeof contract.listAnyHistory>) => history(db, call)),
  endpoint(contract.listVersions, async ({ path }: OperatorCall<typeof contract.listVersions>): Promise<Answer | Refusal> => {
    const { sellerId, sku } = path;
    const rows = await db.run([sellerId], listVersions, [sellerId, sku, MAX_VERSIONS]);
    if (rows.length === 0) return unknownProduct(sku);
    const names = await findActorNames(
      db,
      rows.flatMap(({ actor }) => actor ?? []),
    );
    return { status: 200, body: { items: rows.map((row) => versionView(row, names)), links: linksOf(sellerId, sku, "versions") } };
  }),
  endpoint(contract.compareVersions, (call: OperatorCall<typeof contract.compareVersions>) => compare(db, call)),
];

const unknownProduct = (sku: string) => productErrors.refuse("product_unknown", { pointer: "path.sku", received: sku });

const linksOf = (sellerId: number, sku: string, word: string) => [
  { rel: "self", href: `${deskPath(sellerId, sku)}/${word}` },
  { rel: "product", href: deskPath(sellerId, sku) },
];

async function history(db: Database, { path, query }: OperatorCall<typeof contract.listAnyHistory>): Promise<Answer | Refusal> {
  const { sellerId, sku } = path;
  const { page = 0, size = DEFAULT_SIZE } = query;
  const { rows, more } = takePage(size, await db.run([sellerId], listNewestHistory, [sellerId, sku, size + 1, page * size]));
  if (rows.length === 0)
    return (await db.run([sellerId], getDeskProduct, [sellerId, sku])).length > 0 ? { status: 204 } : unknownProduct(sku);
  const names = await findActorNames(
    db,
    rows.map(({ actor }) => actor),
  );
  const links = relLinks(uncountedPageLinks(`${deskPath(sellerId, sku)}/history`, { page, size, more }));
  return { status: 200, body: { items: rows.map((row) => eventView(row, names)), page, size, links } };
}

async function compare(db: Database, { path, query }: OperatorCall<typeof contract.compareVersions>): Promise<Answer | Refusal> {
  const { sellerId, sku } = path;
  const rows = await db.run([sellerId], listVersions, [sellerId, sku, MAX_VERSIONS]);
  if (rows.length === 0) return unknownProduct(sku);
  const versions = rows.map(({ version }) => version);
  const newest = versions[0]!;
  const to = query.to ?? newest;
  const from = query.from ?? versions.find((version) => version < to) ?? to;
  const unknown = Object.entries({ from, to }).find(([, version]) => version > newest);
  if (unknown !== undefined) {
    const [name, received] = unknown;
    return productErrors.refuse("product_version_unknown", { pointer: `query.${name}`, received, allowed: versions });
  }
  const contents = await db.run([sellerId], getVersions, [sellerId, sku, [from, to]]);
  const at = (version: number) => documentOf(contents.find(({ asked }) => asked === version)!);
  return { status: 200, body: { from, to, fields: diffProducts(at(from), at(to)), links: linksOf(sellerId, sku, "versions/compare") } };
}

/** A stored product, read. */
const documentOf = ({ core, images, attributes }: StoredProduct): ProductDocument => ({
  ...(JSON.parse(core) as ProductDocument),
  images: JSON.parse(images) as ProductDocument["images"],
  attributes: JSON.parse(attributes) as ProductDocument["attributes"],
});
