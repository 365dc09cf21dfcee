import { describe, expect, it } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { Refusal, failureMessage } from "../../src/platform/contract/errors.ts";
import { maskRefusal } from "../../src/platform/contract/mask-personal-data.ts";
import { decimal, integer, enumOf, optional, object, text } from "../../src/platform/contract/schema.ts";

const Buyer = object({
  document: optional(text({ maxLength: 11 })),
  income: optional(decimal({ scale: 2 })),
  children: optional(integer()),
  plan: optional(enumOf(["gold", "silver"])),
  address: optional(object({ street: optional(text({ maxLength: 3 })), city: optional(text({ maxLength: 3, personal: false })) })),
});
const check = compileSchemaCheck(
  object({ name: optional(text({ maxLength: 3 })), buyer: optional(object(Buyer.properties, { personal: true })) }),
);

/** What somebody is told of a body, and what is kept of that: sentences and facts. */
function both(body: object) {
  const refusal = new Refusal(check(body).failures);
  const told = ({ failures }: Refusal) =>
    failures.map((failure) => JSON.stringify([failureMessage(failure, "pt-BR"), failure.received, failure.suggestions, failure.pointer]));
  return { shown: told(refusal).join(), kept: told(maskRefusal(refusal)).join() };
}

describe("a refusal repeats what was sent to whoever sent it, and no log does (decisions 9)", () => {
  it.each([
    ["a text that is too long", { buyer: { document: "canario-1234" } }, "canario-1234"],
    ["a value of another type", { buyer: "canario" }, "canario"],
    ["a value of another type further down", { buyer: { address: "canario" } }, "canario"],
    ["a decimal comma, and its mended value", { buyer: { income: "1234,5" } }, "1234.5"],
    ["a number that is none", { buyer: { children: "um canario" } }, "um canario"],
    ["a word, and what is near it", { buyer: { plan: "silvr" } }, "silver"],
    ["what stands below what is personal", { buyer: { address: { street: "canario" } } }, "canario"],
  ])("%s", (_what, body, canary) => {
    const { shown, kept } = both(body);
    expect(shown).toContain(canary);
    expect(kept.replace("gold, silver", "")).not.toContain(canary);
    expect(kept).toContain("***");
  });

  it("what is nobody's is kept, also where it stands among what is personal", () => {
    for (const body of [{ name: "canario" }, { buyer: { address: { city: "canario" } } }]) {
      const { shown, kept } = both(body);
      expect(shown).toContain("canario");
      expect(kept).toBe(shown);
    }
  });

  it("what is kept is the refusal itself when nothing in it is personal", () => {
    const refusal = new Refusal(check({ name: "canario" }).failures);
    expect(maskRefusal(refusal)).toBe(refusal);
  });

  it("pointers, codes and every other fact are kept", () => {
    const refusal = new Refusal(check({ buyer: { document: "canario-1234", plan: "x" } }).failures, 7);
    const kept = maskRefusal(refusal);
    expect(kept.retryAfterSeconds).toBe(7);
    expect(kept.failures).toMatchObject([
      { code: "too_long", pointer: "/buyer/document", received: "***", allowed: 11, params: { length: 12 } },
      { code: "not_allowed", pointer: "/buyer/plan", received: "***", allowed: ["gold", "silver"] },
    ]);
  });
});
