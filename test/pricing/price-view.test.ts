import { describe, expect, it } from "vitest";
import { pricePath, priceJson } from "../../src/pricing/price-view.ts";

describe("a price on the wire", () => {
  it.each(["1000", 'a "b" \\ c', "ação/1?#", "\u0000\n", "\u2028", "😀"])("is JSON, whatever its sku: %j", (sku) => {
    const product = `/api/v2/products/${encodeURIComponent(sku)}`;
    const record = {
      sku,
      listPrice: 200.1,
      salePrice: 149.99,
      version: 7,
      _links: { self: { href: `${product}/prices` }, product: { href: product } },
    };
    const price = { list_cents: 20010, sale_cents: 14999, version: 7 };
    expect(priceJson(sku, price)).toBe(JSON.stringify(record));
    const warned = JSON.stringify({ ...record, status: "avisado à parte" });
    expect(priceJson(sku, price, ',"status":"avisado à parte"')).toBe(warned);
    expect(pricePath(sku)).toBe(record._links.self.href);
  });

  it.each([
    [1, "0.01"],
    [100, "1"],
    [1250, "12.5"],
    [99_999_999_999, "999999999.99"],
  ])("shows %i cents as %s", (list_cents, shown) => {
    expect(priceJson("1", { list_cents, sale_cents: 1, version: 1 })).toContain(`"listPrice":${shown},"salePrice":0.01,`);
  });
});
