import { describe, expect, it } from "vitest";
import { STATES } from "../../src/catalog/publication.ts";
import { statusJson, statusView } from "../../src/catalog/status-view.ts";
import { NOON } from "../harness.ts";

const review = { code: "brand_unknown", stage: "automatic", severity: "error", pointer: "/brand", received: "Açaí", at: NOON };
const ROWS = STATES.flatMap(({ code }) =>
  [[], [review]].flatMap((reviews) =>
    [[], [{ code: "family_incomplete", params: { sequential: 1, minimum: 3, settlesAt: NOON } }]].map((pending) => ({
      status: code,
      status_at: NOON + 7,
      reviews: JSON.stringify(reviews),
      pending: JSON.stringify(pending),
    })),
  ),
);

describe("the status record's text", () => {
  it.each(ROWS)("is the record's JSON: $status $reviews $pending", (row) => {
    for (const lang of ["pt-BR", "en"] as const) {
      const text = statusJson("VISEIRA-1.a_b", row, lang);
      expect(text).toBe(JSON.stringify(statusView("VISEIRA-1.a_b", row, lang)));
    }
  });
});
