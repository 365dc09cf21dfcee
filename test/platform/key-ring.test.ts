import { createSecretKey } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyRing, keyIdOf, type EncryptionKey } from "../../src/platform/crypto/key-ring.ts";

const key = (id: string, byte: number): EncryptionKey => ({ id, secret: createSecretKey(Buffer.alloc(32, byte)) });
const OLD = key("2025", 1);
const NEW = key("2026-nov", 2);
const HERE = ["orders.customer", 7, "2611200000123"] as const;
const ring = createKeyRing([OLD]);
const SHUT = /^(no sealed value|sealed with key .* not on the ring|changed, or sealed for another place)/;

describe("a sealed value (decisions 5, reliability 5.4)", () => {
  it("opens to what was sealed, whatever it was, wherever it was", () => {
    const places = fc.array(fc.oneof(fc.string(), fc.integer()));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096 }), places, (bytes, place) => {
        expect(ring.open(ring.seal(Buffer.from(bytes), place), place).equals(bytes)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(ring.open(ring.seal(text, HERE), HERE).toString()).toBe(text);
      }),
    );
  });

  it("shows nothing of it, and is never the same twice", () => {
    const values = Array.from({ length: 1_000 }, () => ring.seal("Maria Aparecida da Silva", HERE));
    expect(new Set(values.map((value) => value.toString("hex")))).toHaveProperty("size", values.length);
    expect(values.filter((value) => value.includes("Maria"))).toEqual([]);
  });

  it("has 30 bytes more, and those of its key's id", () => {
    expect(ring.seal("12345678909", HERE)).toHaveLength(11 + 30 + OLD.id.length);
  });

  it.each([
    [["orders.customer", 8, "2611200000123"]],
    [["orders.customer", 7, "2611200000124"]],
    [["invoices.document", 7, "2611200000123"]],
    [["orders.customer", 7]],
    [["orders.customer", "7,2611200000123"]],
    [["orders.customer", 72, "611200000123"]],
    [[]],
  ])("does not open at %j", (place) => {
    expect(() => ring.open(ring.seal("secret", HERE), place)).toThrow(/^changed, or sealed for another place: .*, key 2025$/);
  });

  it("takes a number in its place for the same written as text", () => {
    expect(ring.open(ring.seal("secret", HERE), HERE.map(String)).toString()).toBe("secret");
  });

  it("does not open when one bit of it was changed, or when its end is missing", () => {
    const sealed = ring.seal("12345678909", HERE);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => ring.open(changed, HERE), `bit ${bit}`).toThrow(SHUT);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => ring.open(sealed.subarray(0, length), HERE), `${length} bytes`).toThrow(SHUT);
    }
  });

  it("does not open with another key of the same id", () => {
    expect(() => createKeyRing([key(OLD.id, 3)]).open(ring.seal("secret", HERE), HERE)).toThrow(/^changed/);
  });
});

describe("rotation (reliability 5.6)", () => {
  const rotated = createKeyRing([NEW, OLD]);

  it("seals with the new key and still opens what the old one sealed", () => {
    expect(keyIdOf(rotated.seal("new", HERE))).toBe("2026-nov");
    expect(rotated.open(ring.seal("old", HERE), HERE).toString()).toBe("old");
    expect(rotated.open(rotated.seal("new", HERE), HERE).toString()).toBe("new");
  });

  it("goes in two steps where processes start one after another: first every ring knows the new key, then it seals", () => {
    const knowing = createKeyRing([OLD, NEW]);
    expect(keyIdOf(knowing.seal("still old", HERE))).toBe("2025");
    expect(knowing.open(rotated.seal("new", HERE), HERE).toString()).toBe("new");
    expect(() => ring.open(rotated.seal("new", HERE), HERE)).toThrow("sealed with key 2026-nov, which is not on the ring");
  });

  it("ends when the old key leaves the ring: its values are named by its id, and stay shut", () => {
    const left = ring.seal("old", HERE);
    expect(keyIdOf(left)).toBe("2025");
    expect(() => createKeyRing([NEW]).open(left, HERE)).toThrow(
      'key 2025, which is not on the ring: ["orders.customer","7","2611200000123"]',
    );
  });

  it("refuses a ring without keys, and two keys of one id", () => {
    expect(() => createKeyRing([])).toThrow("a key ring has keys");
    expect(() => createKeyRing([OLD, NEW, key("2025", 9)])).toThrow("no two of one id");
  });
});

it("a key shows in no print of it", () => {
  const printed = inspect(OLD, { depth: 9, showHidden: true }) + JSON.stringify(OLD);
  expect(printed).not.toMatch(/0101|AQEB|1, 1/);
});
