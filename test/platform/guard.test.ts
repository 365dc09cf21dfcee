import { describe, expect, it } from "vitest";
import { createAddressPolicy, isPublic, mayBeFetched } from "../../src/platform/outbound/address-rules.ts";

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
    ["1.1.1.1", 80, true],
    ["1.1.1.1", 443, true],
    ["1.1.1.1", 81, false],
    ["1.1.1.1", 444, false],
    ["10.0.0.7", 443, false],
  ] as const)("with nothing exempt, answers %s at %i: %s", (address, port, permitted) => {
    expect(createAddressPolicy([])("host.example", port, address)).toBe(permitted);
    // What another host is exempted from changes nothing.
    expect(createAddressPolicy(["images.intern", "10.1.0.0/16"])("host.example", port, address)).toBe(permitted);
  });

  it("exempts whatever one of several settings exempts, and no word that is no address", () => {
    const permits = createAddressPolicy(["images.intern", "10.0.0.0/8"]);
    expect([permits("images.intern", 9000, "192.168.0.1"), permits("other.intern", 9000, "10.0.0.7")]).toEqual([true, true]);
    expect(permits("other.intern", 9000, "nonsense")).toBe(false);
  });

  it.each([
    ["http://host.example/1.jpg", true],
    ["https://host.example/1.jpg", true],
    ["ftp://host.example/1.jpg", false],
    ["file:///etc/passwd", false],
    ["https://ana@host.example/1.jpg", false],
    ["https://:segredo@host.example/1.jpg", false],
    ["https://ana:segredo@host.example/1.jpg", false],
    [`https://${"a.".repeat(126)}b/1.jpg`, true],
    [`https://${"a.".repeat(126)}bc/1.jpg`, false],
  ])("answers whether %s may be fetched: %s", (url, fetched) => {
    expect(mayBeFetched(new URL(url))).toBe(fetched);
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
    expect(createAddressPolicy([entry])(host, port, address)).toBe(permitted);
  });

  it.each(["", "http://host", "host:port", "host/path", "10.0.0.0/99", "a b", "user@host"])(
    "refuses the setting %j at the start",
    (entry) => {
      expect(() => createAddressPolicy([entry])).toThrow(/no host, host:port or CIDR/);
    },
  );
});
