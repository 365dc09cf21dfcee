import { describe, expect, it } from "vitest";
import { budget } from "../budget.ts";
import type { Answered } from "../contract/conformance.ts";
import { openFuzzer, type Ground } from "./fuzz/fuzzer.ts";
import { CREDENTIALS, GOOD, shopDocument } from "./fuzz/shop-document.ts";
import { DEFECTS, openShop, type Defect } from "./fuzz/shop.ts";
import { told } from "./fuzz/report.ts";

/** T30's twin: a shop with a defect planted in it is not passed by the fuzzer that passes the same shop without. */
const EFFORT = { inputs: 200, follow: 3 };
const SEEDS = budget(1, 3) === 1 ? [1] : [1, 2, 3];

type Details = readonly { readonly pointer: string }[];
const detailsIn = ({ json }: Answered): Details => (json as { readonly details?: Details } | undefined)?.details ?? [];

/** Everything that the fuzzer finds in a shop, or in one of its operations. */
async function findingsIn(defects: readonly Defect[], seed: number, only?: string) {
  const shop = await openShop(defects);
  let made = 0;
  const ground: Ground = {
    baseUrl: shop.baseUrl,
    document: shopDocument(),
    async open({ id, object }) {
      const sku = id === "createGood" ? GOOD.sku : `Z${(made += 1)}`;
      const headers = { ...CREDENTIALS, store: "VE" };
      const body = JSON.stringify({ ...GOOD, sku });
      await fetch(`${shop.baseUrl}/goods`, { method: "POST", body, headers: { ...headers, "content-type": "application/json" } });
      return { path: { sku }, query: [], headers, body: object.requestBody?.content["application/json"]?.example };
    },
    slow: () => new Set(),
    refusesSchema: ({ status }) => status === 400,
    names: (answer, pointer) => detailsIn(answer).some((detail) => detail.pointer.startsWith(pointer)),
    counts: () => true,
    announces: () => false,
    promises: () => true,
    leads: () => true,
    survives: () => false,
    rehearses: () => false,
  };
  const fuzzer = openFuzzer(ground);
  try {
    const outcomes = [];
    for (const operation of fuzzer.operations.filter(({ id }) => only === undefined || only === id))
      outcomes.push(await fuzzer.fuzz(operation, { ...EFFORT, seed }));
    return outcomes.flatMap(({ findings }) => findings);
  } finally {
    await fuzzer.close();
    await shop.close();
  }
}

describe("T30's twin", () => {
  it.each(SEEDS)("finds nothing in a shop that is as documented, seed %i", async (seed) => {
    expect((await findingsIn([], seed)).map(told)).toEqual([]);
  });

  it.each(Object.entries(DEFECTS) as [Defect, (typeof DEFECTS)[Defect]][])(
    "finds the shop that %s",
    async (defect, { operation, check }) => {
      for (const seed of SEEDS) {
        const found = await findingsIn([defect], seed, operation);
        expect(
          found.map((finding) => finding.check),
          found.map(told).join("\n"),
        ).toContain(check);
      }
    },
  );

  it("finds all of them where all are planted", async () => {
    const found = new Set((await findingsIn(Object.keys(DEFECTS) as Defect[], 1)).map(({ check }) => check));
    expect(found.size).toBeGreaterThan(8);
  });
});
