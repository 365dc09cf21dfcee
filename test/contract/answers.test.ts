import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { Reply } from "../harness.ts";
import { undocumented } from "./answers.ts";

describe("an answer beside the document is seen", () => {
  const getSeller = OPERATIONS.find(({ id }) => id === "getSeller")!;
  const headers = () =>
    new Headers({
      "x-request-id": "1",
      ratelimit: "1",
      "ratelimit-policy": "1",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    });
  const seller = { sellerId: 1, name: "Loja", status: "active", createdAt: "2026-01-01T00:00:00.000-03:00", links: [] };
  const answer = (change: Partial<Reply> = {}) => ({
    status: 200,
    headers: headers(),
    text: JSON.stringify(change.json ?? seller),
    json: seller as unknown,
    ...change,
  });
  const without = (name: string) => {
    const some = headers();
    some.delete(name);
    return some;
  };

  it.each([
    ["a status", answer({ status: 418 })],
    ["a missing field", answer({ json: { ...seller, name: undefined } })],
    ["a field nobody documented", answer({ json: { ...seller, secret: 1 } })],
    ["a wrong type", answer({ json: { ...seller, sellerId: "1" } })],
    ["a missing request id", answer({ headers: without("x-request-id") })],
    ["a missing quota", answer({ headers: without("ratelimit") })],
    ["a missing word on who may keep it", answer({ headers: without("cache-control") })],
    ["a missing content type", answer({ headers: without("content-type") })],
    ["a refusal in another shape", answer({ status: 404, json: { message: "not found" } })],
  ])("%s", (_what, reply) => {
    expect(undocumented(getSeller, reply)).not.toEqual([]);
  });

  it("and a documented one passes", () => {
    expect(undocumented(getSeller, answer())).toEqual([]);
  });
});
