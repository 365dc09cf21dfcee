import { describe, expect, it } from "vitest";
import { guard, isPublic } from "../../src/platform/guard.ts";

describe("the guard", () => {
  it.each(["1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:1.1.1.1"])("calls %s public", (address) => {
    expect(isPublic(address)).toBe(true);
  });

  // Ranges of the registries' special-purpose tables, beside those of the vectors.
  it.each(
    "3fff::1 2001:db8::1 2001::1 100::1 5f00::1 64:ff9b:1::1 192.88.99.1 192.0.0.1 240.0.0.1 224.0.0.1 ff02::1 203.0.113.1 172.16.0.1 fe80::1%lo :: nonsense"
      .split(" ")
      .concat(""),
  )("does not call %s public", (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each([
    ["10.0.0.7", "10.0.0.7", 9000, "10.0.0.7", true],
    ["10.0.0.7:9000", "10.0.0.7", 9000, "10.0.0.7", true],
    ["10.0.0.7:9000", "10.0.0.7", 9001, "10.0.0.7", false],
    ["images.intern", "images.intern", 8080, "10.0.0.7", true],
    ["Images.Intern:80", "images.intern", 80, "10.0.0.7", true],
    ["images.intern", "sub.images.intern", 80, "10.0.0.7", false],
    ["10.0.0.0/8", "anything.test", 8080, "10.1.2.3", true],
    ["10.0.0.0/8", "anything.test", 8080, "11.1.2.3", false],
    ["10.0.0.0/8", "anything.test", 8080, "::ffff:10.1.2.3", true],
    ["fd00::/8", "anything.test", 8080, "fd12::1", true],
    ["[::1]:8080", "::1", 8080, "::1", true],
    ["::1", "::1", 8081, "::1", true],
  ] as const)("with %s exempt, answers %s:%i at %s: %s", (entry, host, port, address, permitted) => {
    expect(guard([entry])(host, port, address)).toBe(permitted);
  });

  it.each(["", "http://host", "host:port", "host/path", "10.0.0.0/99", "a b", "user@host"])(
    "refuses the setting %j at the start",
    (entry) => {
      expect(() => guard([entry])).toThrow(/no host, host:port or CIDR/);
    },
  );
});
