import { describe, expect, it } from "vitest";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";
import { checkSubmission, validateBodies } from "../../src/catalog/index.ts";
import { buildSnapshot } from "../../src/reference/index.ts";
import { shipped } from "../harness.ts";

describe("the product of the documents", () => {
  it("is right by the shipped reference data, but for the rest of its family", async () => {
    const reference = buildSnapshot(await shipped(), 1);
    const submission = checkSubmission(PRODUCT_EXAMPLE, { offerRequired: true, driveHosts: reference.data.rules.driveHosts });
    expect(submission.failures).toEqual([]);
    const [critiques] = validateBodies([submission], { reference, lang: "en" });
    expect(critiques!.map(({ code }) => code)).toEqual(["family_incomplete"]);
  });
  it("shows attributes of every kind: one value, several, free text", async () => {
    const reference = buildSnapshot(await shipped(), 1);
    const { attributes } = reference.typeRules(PRODUCT_EXAMPLE.department, PRODUCT_EXAMPLE.productType)!;
    const kinds = PRODUCT_EXAMPLE.attributes.map(({ name }: { readonly name: string }) => attributes.get(name)?.typeSelection);
    expect(new Set(kinds)).toEqual(new Set(["SINGLE", "MULTIPLE", "FREE_TEXT"]));
  });
});
