import { describe, expect, it } from "vitest";
import { EXAMPLE_PRODUCT, EXAMPLE_FAMILY, FIRST_IMAGE } from "../../src/catalog/critiques/example-products.ts";
import { pendingView, PENDING_REASONS } from "../../src/catalog/pending-reasons.ts";
import type { Pending, StoredFinding } from "../../src/catalog/product.ts";
import { validateMember, type MemberToValidate } from "../../src/catalog/validate-product.ts";
import { EXAMPLE_REFERENCE, exampleCase } from "./example-case.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const SETTLES_AT = NOW + 60_000;
const CLEAN: MemberToValidate = {
  status: "RECEIVED",
  product: EXAMPLE_PRODUCT,
  reviews: [],
  images: exampleCase({}).context.images,
  family: EXAMPLE_FAMILY,
  offer: { price: true, stock: true },
};
const SETTLING = { ...EXAMPLE_FAMILY, sequential: 2, settled: false };
const HUMAN: StoredFinding = {
  code: "photo_angle",
  stage: "review",
  severity: "error",
  pointer: "/images",
  at: NOW - 1000,
  text: "Use a foto frontal.",
};
const WRONG_BRAND = { ...EXAMPLE_PRODUCT, brand: "Ventuvi" };

const judge = (difference: Partial<MemberToValidate>) =>
  validateMember({ ...CLEAN, ...difference }, { reference: EXAMPLE_REFERENCE, now: NOW, settlesAt: SETTLES_AT });
const brief = (difference: Partial<MemberToValidate>) => {
  const { moves, status, reviews, pending } = judge(difference);
  return { moves, status, reviews: reviews.map(({ code }) => code), pending: pending.map(({ code }) => code) };
};

describe("the verdict on a product in Recebido (decisions 3)", () => {
  it("sends a clean product on to cataloguing", () => {
    expect(brief({})).toEqual({ moves: ["catalog"], status: "CATALOGING", reviews: [], pending: [] });
  });
  it("does not wait for more of a family that is complete", () => {
    expect(brief({ family: { ...EXAMPLE_FAMILY, settled: false } })).toMatchObject({ status: "CATALOGING", pending: [] });
  });
  it("lets warnings stand without blocking", () => {
    const product = { ...EXAMPLE_PRODUCT, eanIsbn: "7890000000018" };
    expect(brief({ product })).toEqual({ moves: ["catalog"], status: "CATALOGING", reviews: ["ean_check_digit"], pending: [] });
  });
  it("criticizes errors, all at once, the family's among them", () => {
    expect(brief({ product: { ...WRONG_BRAND, weight: 6 }, family: { ...SETTLING, settled: true } })).toEqual({
      moves: ["criticize"],
      status: "CRITICIZED",
      reviews: ["brand_unknown", "weight_over_maximum", "family_incomplete"],
      pending: [],
    });
  });
  it("publishes nothing while an image is being checked", () => {
    const images = new Map([[FIRST_IMAGE, { state: "unreachable" } as const]]);
    const { moves, status, reviews, pending } = judge({ product: WRONG_BRAND, images });
    expect({ moves, status, reviews }).toEqual({ moves: [], status: "RECEIVED", reviews: [] });
    expect(pending).toEqual([{ code: "images_checking", params: { checked: 1, total: 2 } }]);
  });
  it("waits for no family whose window has ended, even where a wrong size keeps the critique of it away", () => {
    const product = { ...EXAMPLE_PRODUCT, size: "GG" };
    const outside = { moves: ["criticize"], status: "CRITICIZED", reviews: ["size_outside_chart"] };
    expect(brief({ product, family: SETTLING })).toEqual({ ...outside, pending: ["family_incomplete"] });
    expect(brief({ product, family: { ...SETTLING, settled: true } })).toEqual({ ...outside, pending: [] });
  });
  it("waits for the rest of a family while its window runs", () => {
    const { pending, ...rest } = judge({ family: SETTLING });
    expect(rest).toEqual({ moves: [], status: "RECEIVED", reviews: [] });
    expect(pending).toEqual([{ code: "family_incomplete", params: { sequential: 2, minimum: 4, settlesAt: SETTLES_AT } }]);
  });
  it("criticizes other errors at once and keeps the family's note", () => {
    expect(brief({ product: WRONG_BRAND, family: SETTLING })).toEqual({
      moves: ["criticize"],
      status: "CRITICIZED",
      reviews: ["brand_unknown"],
      pending: ["family_incomplete"],
    });
  });
  it("waits for price and stock that come apart", () => {
    const family = { ...EXAMPLE_FAMILY, stock: 0, stockAwaited: true };
    expect(brief({ offer: { price: false, stock: false }, family })).toEqual({
      moves: [],
      status: "RECEIVED",
      reviews: [],
      pending: ["price_missing", "stock_missing"],
    });
  });
  it("waits for the other stocks of the family when its own may not suffice", () => {
    const family = { ...EXAMPLE_FAMILY, stock: 1, stockAwaited: true };
    const { status, reviews, pending } = judge({ family });
    expect({ status, reviews }).toEqual({ status: "RECEIVED", reviews: [] });
    expect(pending).toEqual([{ code: "family_stock_awaited", params: { stock: 1, minimumStock: 2 } }]);
    for (const enough of [{ stock: 2 }, { stockAwaited: false, stock: 2 }, { stockSufficed: true }, { minimumStock: undefined }]) {
      expect(brief({ family: { ...family, ...enough } })).toMatchObject({ status: "CATALOGING", pending: [] });
    }
  });
  it("leaves what a reviewer said behind when the product was sent again", () => {
    expect(brief({ reviews: [HUMAN] })).toMatchObject({ status: "CATALOGING", reviews: [] });
  });
});

describe("the verdict on a product in Criticado", () => {
  const automatic = judge({ product: WRONG_BRAND }).reviews;
  const criticized = { status: "CRITICIZED", reviews: automatic } as const;

  it("clears it when no error is left, and sends it on", () => {
    expect(brief(criticized)).toEqual({ moves: ["clear", "catalog"], status: "CATALOGING", reviews: [], pending: [] });
  });
  it("clears it and lets it wait when something is still missing", () => {
    expect(brief({ ...criticized, family: SETTLING })).toEqual({
      moves: ["clear"],
      status: "RECEIVED",
      reviews: [],
      pending: ["family_incomplete"],
    });
  });
  it("keeps it, and since when, while the error stands", () => {
    const before = automatic.map((review) => ({ ...review, at: NOW - 5000 }));
    const { moves, status, reviews } = judge({ ...criticized, product: WRONG_BRAND, reviews: before });
    expect({ moves, status, reviews }).toEqual({ moves: [], status: "CRITICIZED", reviews: before });
  });
  it("keeps what a reviewer said, and the product criticized for it", () => {
    expect(brief({ ...criticized, reviews: [...automatic, HUMAN] })).toEqual({
      moves: [],
      status: "CRITICIZED",
      reviews: ["photo_angle"],
      pending: [],
    });
  });
});

describe("the verdict on a product in review or on sale", () => {
  it.each(["CATALOGING", "APPROVED"] as const)("leaves it alone in %s", (status) => {
    expect(judge({ status, product: WRONG_BRAND, reviews: [HUMAN], images: new Map() })).toEqual({
      moves: [],
      status,
      reviews: [HUMAN],
      pending: [],
    });
  });
});

describe("pending notes", () => {
  it("say in both languages what is awaited", () => {
    const awaited = { ...SETTLING, stock: 0, stockAwaited: true };
    const notes: readonly Pending[] = [
      ...judge({ family: awaited, images: new Map(), offer: { price: false, stock: true } }).pending,
      ...judge({ offer: { price: true, stock: false } }).pending,
      // Not the validation's: a change of reference data says so of what is on sale.
      { code: "reference_changed", params: { changeId: 31, pointer: "/brand", received: "Aurivento", effectiveAt: 0 } },
    ];
    expect(new Set(notes.map(({ code }) => code))).toEqual(new Set(Object.keys(PENDING_REASONS)));
    for (const note of notes) {
      for (const lang of ["pt-BR", "en"] as const) expect(pendingView(note, lang).message).not.toMatch(/[{}]/);
    }
  });
  it("give the end of the settle window as a date", () => {
    const [note] = judge({ family: SETTLING }).pending;
    expect(pendingView(note!, "en")).toEqual({
      code: "family_incomplete",
      message:
        "The family has 2 of 4 variations in sequence; send the missing ones by 2026-11-20T09:01:00.000-03:00, or this becomes a critique.",
      sequential: 2,
      minimum: 4,
      settlesAt: "2026-11-20T09:01:00.000-03:00",
    });
  });
});
