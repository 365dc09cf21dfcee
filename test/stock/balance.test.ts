import { describe, expect, it } from "vitest";
import { balanceView, stockJson } from "../../src/stock/stock-view.ts";

describe("a stock on the wire", () => {
  it.each(["1000", 'a "b" \\ c', "ação/1?#", "\u0000\n"])("is JSON, whatever its sku: %j", (sku) => {
    const balance = { physical: 3, reserved: 5, version: 7 };
    const product = `/api/v2/products/${encodeURIComponent(sku)}`;
    const links = { self: `${product}/stocks`, product, ledger: `${product}/stocks/ledger` };
    const record = {
      sku,
      ...balanceView(balance),
      _links: Object.fromEntries(Object.entries(links).map(([rel, href]) => [rel, { href }])),
    };
    expect(stockJson(sku, balance)).toBe(JSON.stringify(record));
    expect(record.availableForSale).toBe(-2);
    const warned = JSON.stringify({ ...record, status: "avisado à parte" });
    expect(stockJson(sku, balance, ',"status":"avisado à parte"')).toBe(warned);
  });
});
