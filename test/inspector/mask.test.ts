import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlCommand } from "../../src/inspector/curl.ts";
import { createLogSampler } from "../../src/inspector/sampling.ts";
import { isKeptUnchanged, maskBody } from "../../src/inspector/body-mask.ts";
import { maskHeaders, maskTarget } from "../../src/inspector/request-mask.ts";
import { operation } from "../../src/platform/contract/operation.ts";
import { anything, integer, list, optional, object, text } from "../../src/platform/contract/schema.ts";
import { maskValues } from "../../src/sellers/audit/redaction.ts";

const Body = object({
  name: text(),
  token: optional(text({ secret: true })),
  buyer: optional(object({ name: text() }, { personal: true })),
  items: optional(list(object({ sku: text(), note: optional(text({ personal: true })) }))),
  free: optional(anything()),
});

describe("what is kept of a body", () => {
  it.each([
    ["what the schema names", { name: "Viseira", items: [{ sku: "A" }] }, { name: "Viseira", items: [{ sku: "A" }] }, false],
    ["no secret", { name: "a", token: "vts_1" }, { name: "a", token: "***" }, true],
    ["nothing below what is personal", { buyer: { name: "Ana", more: ["x"] } }, { buyer: { name: "***", more: ["***"] } }, true],
    ["nothing personal inside lists", { items: [{ sku: "A", note: "Ana" }] }, { items: [{ sku: "A", note: "***" }] }, true],
    ["no value of a name that is made up", { cpf: "123", deep: { a: [1] } }, { cpf: "***", deep: { a: ["***"] } }, false],
    ["no made-up name that looks like none", { "Ana Souza": 1 }, { "***": "***" }, false],
    ["no value of another kind than the schema's", { name: { cpf: "1" }, items: "Ana" }, { name: { cpf: "***" }, items: "***" }, true],
    ["no value that the schema leaves open", { free: "Ana" }, { free: "***" }, true],
    ["no inherited name's value", { toString: "Ana" }, { toString: "***" }, false],
    ["no scalar in place of the body", "Ana", "***", true],
  ])("is %s", (_what, body, value, isMasked) => {
    expect(maskBody(body, Body)).toEqual({ value, isMasked, isShortened: false });
  });

  it("shows what is nobody's below what is personal, and nothing below a secret", () => {
    const open = { city: optional(text({ personal: false })), lines: optional(list(text({ personal: false }))), street: optional(text()) };
    const Deep = object({
      buyer: optional(object({ address: optional(object(open)) }, { personal: true })),
      keys: optional(object(open, { secret: true })),
    });
    const sent = { city: "Recife", lines: ["a"], street: "Rua da Aurora", floor: "3" };
    const hidden = { street: "***", floor: "***" };
    expect(maskBody({ buyer: { address: sent } }, Deep).value).toEqual({ buyer: { address: { city: "Recife", lines: ["a"], ...hidden } } });
    expect(maskBody({ keys: sent }, Deep).value).toEqual({ keys: { city: "***", lines: ["***"], ...hidden } });
    expect(maskBody({ buyer: { address: { city: { cpf: "1" } } } }, Deep).value).toEqual({ buyer: { address: { city: { cpf: "***" } } } });
  });

  it("stays JSON and short, and says that it was shortened", () => {
    for (const body of [
      { name: "x".repeat(5_000) },
      { items: Array.from({ length: 1_000 }, (_, i) => ({ sku: `S${i}` })) },
      Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`field${i}`, i])),
    ]) {
      const kept = maskBody(body, Body);
      expect(kept.isShortened).toBe(true);
      expect(JSON.stringify(kept.value)).toContain("…");
      expect(JSON.stringify(kept.value).length).toBeLessThan(5_000);
    }
  });

  it("has its fields and no values for support", () => {
    expect(maskValues({ a: [1, { b: "c" }], d: null })).toEqual({ a: ["***", { b: "***" }], d: "***" });
  });
});

it("keeps a field called __proto__ a field like any other", () => {
  const { value } = maskBody(JSON.parse('{"__proto__":{"isAdmin":true},"a":1}'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"isAdmin":"***"},"a":"***"}');
  expect((value as { readonly isAdmin?: unknown }).isAdmin).toBeUndefined();
});

it("says nothing of what is not sent", () => {
  const { value, isMasked } = maskBody({ a: undefined, b: [{ c: undefined }] }, object({ a: optional(text({ secret: true })) }));
  expect([JSON.stringify(value), isMasked]).toEqual(['{"b":[{}]}', false]);
});

describe("an answer of ours is kept as it was sent", () => {
  const Open = object({ sku: text(), sizes: optional(list(object({ size: text(), units: integer() }))) });
  const sent = JSON.stringify({ sku: "A", sizes: [{ size: "P", units: 3 }] });

  it("when its schema names all of it and hides nothing", () => {
    expect(isKeptUnchanged(sent, Open)).toBe(true);
    expect(JSON.stringify(maskBody(JSON.parse(sent), Open).value)).toBe(sent);
  });

  it.each([
    ["hides something", object({ sku: text(), token: optional(text({ secret: true })) })],
    ["hides something deep down", object({ sizes: list(object({ who: optional(text({ personal: true })) })) })],
    ["hides a whole record", object({ buyer: object({ name: text() }, { personal: true }) })],
    ["leaves something open", object({ sku: text(), free: optional(anything()) })],
    ["is missing", undefined],
  ])("not when its schema %s", (_, schema) => {
    expect(isKeptUnchanged(sent, schema)).toBe(false);
  });

  it("not when it is long", () => {
    expect(isKeptUnchanged(JSON.stringify({ sku: "x".repeat(5_000) }), Open)).toBe(false);
  });
});

describe("what is kept of an address and its headers", () => {
  const row = operation({
    id: "search",
    api: "v1",
    audience: "seller",
    permission: "any",
    method: "GET",
    path: "/things/{sku}/{document}",
    summary: "",
    parameters: object({ sku: text(), document: text({ personal: true }) }),
    query: object({ page: optional(integer()) }),
    replies: {},
  });

  it("is what the operation names and calls not personal", () => {
    const sent = { parameters: { sku: "A/1", document: "12345678909" }, query: "page=2&access_token=vts_1&Ana%20Souza=1" };
    expect(maskTarget(row, sent)).toEqual({ target: "/things/A%2F1/***?page=2&access_token=***&***=***", isWhole: false });
    expect(maskTarget(row, { ...sent, parameters: { sku: "a".repeat(400), document: "1" } }).isWhole).toBe(false);
  });

  it("is no credential, and of an Idempotency-Key what tells it from others", () => {
    const headers = { client_id: "a", access_token: "vts_1", authorization: "Bearer x", cookie: "s=1", "x-other": "Ana" };
    expect(maskHeaders({ ...headers, "content-type": "application/json", "idempotency-key": "pedido 1" })).toEqual({
      "content-type": "application/json",
      "idempotency-key": expect.stringMatching(/^sha256:[0-9a-f]{8}$/) as string,
    });
  });
});

describe("how many calls are kept", () => {
  const kept = (sampler: ReturnType<typeof createLogSampler>, at: number, calls: number, isRefused: boolean) =>
    Array.from({ length: calls }, () => sampler.shouldKeep(at, isRefused)).filter(Boolean).length;

  it("is all of them up to the rate; beyond it what grows back, with room left for refusals", () => {
    const sampler = createLogSampler(100);
    expect(kept(sampler, 1_000, 60, false)).toBe(50);
    expect(kept(sampler, 1_000, 60, true)).toBe(50);
    expect(kept(sampler, 1_100, 60, false)).toBe(5);
    expect(kept(sampler, 1_100, 60, true)).toBe(5);
    expect(sampler.skipped()).toBe(130);
    expect(kept(sampler, 3_000, 200, true)).toBe(100);
    expect(kept(sampler, 3_000, 100, false)).toBe(0);
  });

  it("is spread over a swarm's whole time, so that what is written does not come all at once", () => {
    const sampler = createLogSampler(100);
    kept(sampler, 1_000, 1_000, false);
    const tenths = Array.from({ length: 20 }, (_, i) => kept(sampler, 1_100 + 100 * i, 1_000, false));
    expect(tenths).toEqual(tenths.map(() => 5));
  });

  it.each([1, 104, 1_000, 100_000])("is a second's worth at once, whatever the time of day, at a rate of %i", (perSecond) => {
    const now = Date.UTC(2026, 10, 20);
    const sampler = createLogSampler(perSecond);
    expect(kept(sampler, now, perSecond + 5, true)).toBe(perSecond);
    expect(kept(sampler, now + 1_000, perSecond + 5, true)).toBe(perSecond);
  });

  it("goes on at its rate when the clock is put back or forward", () => {
    const sampler = createLogSampler(100);
    const hour = 3_600_000;
    expect(kept(sampler, 2 * hour, 200, true)).toBe(100);
    expect(kept(sampler, hour, 200, true)).toBe(0);
    expect(kept(sampler, hour + 500, 200, true)).toBe(50);
    expect(kept(sampler, 9 * hour, 200, true)).toBe(100);
  });

  it.each([0, 1, 3])("is none, or at least one a second of whatever kind, at a rate of %i", (perSecond) => {
    const sampler = createLogSampler(perSecond);
    const seconds = [true, false, true].map((isRefused, second) => kept(sampler, 1_000 * (second + 1), 1, isRefused));
    expect(seconds).toEqual(seconds.map(() => Math.min(1, perSecond)));
  });
});

describe("the command line that asks again", () => {
  it("is understood by a shell as it was meant, whatever is in it", () => {
    const sent = JSON.stringify({ name: `O'Neill $(touch x) "q" \\ \n` });
    const line = curlCommand({
      method: "POST",
      target: "/a?b='c'&d=$e",
      headers: { "content-type": "application/json", "user-agent": "x" },
      sent,
    });
    const words = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; VITRINE_URL=http://h CLIENT_ID=me ACCESS_TOKEN=t; ${line}`]);
    expect(words.toString().split("\0").slice(0, -1)).toEqual([
      "-X",
      "POST",
      "http://h/a?b='c'&d=$e",
      "-H",
      "client_id: me",
      "-H",
      "access_token: t",
      "-H",
      "content-type: application/json",
      "--data-raw",
      sent,
    ]);
  });
});
