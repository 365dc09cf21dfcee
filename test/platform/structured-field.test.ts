import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeItem, serializeString } from "../../src/platform/http/structured-field.ts";

/** Reads a String or a Display String as RFC 9651 4.2.5 and 4.2.10 say; throws where it is none. */
function read(field: string): string {
  const display = /^%"((?:[\x20-\x21\x23-\x24\x26-\x7e]|%[\da-f]{2})*)"$/.exec(field);
  if (display) return decodeURIComponent(display[1]!);
  const string = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(field);
  if (!string) throw new Error(`no String: ${field}`);
  return string[1]!.replace(/\\(.)/g, "$1");
}

describe("a text in a structured field (RFC 9651)", () => {
  it.each([
    ["status", '"status"'],
    ["orderStatus[]", '"orderStatus[]"'],
    ["", '""'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ["situação", '%"situa%c3%a7%c3%a3o"'],
    ['50% "é"', '%"50%25 %22%c3%a9%22"'],
    ["a\r\nset-cookie: b", '%"a%0d%0aset-cookie: b"'],
  ])("of %j is %s", (text, field) => {
    expect(serializeString(text)).toBe(field);
  });

  it("is read as the same text, and is visible ASCII, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const field = serializeString(text);
        expect(field).toMatch(/^[\x20-\x7e]*$/);
        expect(read(field)).toBe(text.toWellFormed());
      }),
    );
  });

  it("is a Parameter of an item, where there is one", () => {
    expect(serializeItem("code", { parameter: "a", nearest: undefined })).toBe('code;parameter="a"');
    expect(serializeItem("code", { parameter: "a", nearest: "b" })).toBe('code;parameter="a";nearest="b"');
  });
});
