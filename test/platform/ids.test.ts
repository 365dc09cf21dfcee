import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { random, isWellFormedToken, nonce, opaqueToken, publicId, requestId, sha256 } from "../../src/platform/basics/random.ts";

describe("tokens (reliability T52)", () => {
  it("carry 256 bits and a checksum after their prefix", () => {
    expect(opaqueToken("vat")).toMatch(/^vat_[0-9A-Za-z]{49}$/);
  });

  it("are recognised, and no other text is", () => {
    const token = opaqueToken("vat");
    expect(isWellFormedToken(token, "vat")).toBe(true);
    for (const other of [
      "",
      "vat_",
      token.slice(0, -1),
      `${token}x`,
      token.replace("vat", "vci"),
      token.toLowerCase(),
      ` ${token}`.slice(0, token.length),
    ])
      expect(isWellFormedToken(other, "vat"), other).toBe(false);
    expect(isWellFormedToken(token, "vci")).toBe(false);
  });

  it("notice any one character mistyped", () => {
    const token = opaqueToken("vat");
    for (let i = 4; i < token.length; i += 1) {
      const typo = token.slice(0, i) + (token[i] === "a" ? "b" : "a") + token.slice(i + 1);
      expect(isWellFormedToken(typo, "vat"), `position ${i}`).toBe(false);
    }
  });

  it("use every letter of the alphabet about equally often", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i += 1)
      for (const letter of opaqueToken("t").slice(2, 45)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const expected = (2_000 * 43) / 62;
    expect(counts.size).toBe(62);
    for (const [letter, count] of counts) expect(Math.abs(count - expected) / expected, letter).toBeLessThan(0.2);
  });
});

describe("ids", () => {
  it("never repeat", () => {
    const ids = Array.from({ length: 5_000 }, () => [requestId(), publicId("end"), opaqueToken("vat")]).flat();
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("leave nonces that are all different, and each somebody's own", () => {
    const nonces = Array.from({ length: 2_000 }, () => nonce(12));
    expect(new Set(nonces.map((one) => one.toString("hex"))).size).toBe(nonces.length);
    nonces[0]!.fill(0);
    expect(nonces[1]!.equals(Buffer.alloc(12))).toBe(false);
  });

  it("show what they name", () => {
    expect(publicId("end")).toMatch(/^end_[0-9A-Za-z]{20}$/);
    expect(requestId()).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("sha256", () => {
  it("is the digest of the text in UTF-8", () => {
    expect(sha256("Único")).toEqual(createHash("sha256").update("Único", "utf8").digest());
    expect(sha256("")).toHaveLength(32);
  });
});

describe("chance", () => {
  it("stays within [0, 1)", () => {
    for (let i = 0; i < 1_000; i += 1) expect(random()).toSatisfy((n: number) => n >= 0 && n < 1);
  });
});
