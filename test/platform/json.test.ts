import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureMessage, type Failure } from "../../src/platform/contract/errors.ts";
import { bodyErrors } from "../../src/platform/contract/input-errors.ts";
import { memberProblemsOf, parseJson } from "../../src/platform/contract/json-reader.ts";
import { leastCpuMs } from "../cpu.ts";

const parse = (text: string) => parseJson(Buffer.from(text));
const valueOf = (text: string) => {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(`refused: ${parsed.failures.map((failure) => failureMessage(failure, "en")).join(" ")}`);
  return parsed.value;
};
const failuresOf = (body: string | Buffer) => {
  const parsed = typeof body === "string" ? parse(body) : parseJson(body);
  return parsed.ok ? faultsBelow(parsed.value) : parsed.failures;
};
/** The faults of everything in a value, each with where it is. */
const faultsBelow = (value: unknown, at = ""): readonly Failure[] => {
  if (typeof value !== "object" || value === null) return [];
  const steps = (key: string | number) => `${at}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const own = [...(memberProblemsOf(value) ?? [])].flatMap(([key, faults]) => faults.map((fault) => ({ ...fault(), pointer: steps(key) })));
  return [...own, ...Object.entries(value).flatMap(([key, member]) => faultsBelow(member, steps(key)))];
};
const codesOf = (body: string | Buffer) => failuresOf(body).map((failure) => [failure.code, failure.pointer]);

/** Null members are left out of what the parser answers (decisions 1.5). */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
};

describe("parseJson, where JSON.parse would do", () => {
  const safeText = fc.string({ unit: "binary" }).filter((text) => text.isWellFormed() && !text.includes("\0"));
  const key = fc
    .oneof(safeText, fc.constantFrom("sku", "toString", "hasOwnProperty", "0", "17", ""))
    .filter((text) => !["__proto__", "constructor", "prototype"].includes(text));
  const number = fc.oneof(
    fc.integer(),
    fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: -20, max: 20 }))
      .map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
  );
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false),
      number,
      safeText,
      fc.array(tie("document"), { maxLength: 6 }),
      fc.dictionary(key, tie("document"), { maxKeys: 8, noNullPrototype: true }),
    ),
  }));

  it.each([undefined, 2, "\t"])("agrees with it on any document (indent %j)", (indent) => {
    fc.assert(
      fc.property(document, (value) => {
        const text = JSON.stringify(value, null, indent);
        expect(valueOf(text)).toEqual(withoutNulls(JSON.parse(text)));
      }),
      { numRuns: 700 },
    );
  });

  it("agrees with it on which texts are JSON at all", () => {
    const fragment = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      '"\\n"',
      '"\\x"',
      '"\\u12"',
      "1",
      "-",
      "01",
      "1.",
      ".5",
      "1e5",
      "1e",
      "true",
      "tru",
      "null",
      "nulll",
      "NaN",
      " ",
      "\n",
      '"',
      "'",
      "\\",
      "/",
      "//",
      "\t",
      "\u00a0",
      "{}",
      "[]",
      '"\u0001"',
    );
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 8 }), (fragments) => {
        const text = fragments.join("");
        if (text.trim() === "" && !text.includes("\u00a0")) return;
        const isJson = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        const faults = failuresOf(text).filter((failure) => failure.code.startsWith("json_"));
        expect(faults.length === 0, `${text} ${faults[0]?.code}`).toBe(isJson);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['"\\ud83d\\ude00 \\/ \\b\\f\\n\\r\\t \\" \\\\ \\u00e9 \\u00E9"', '😀 / \b\f\n\r\t " \\ é é'],
    ["  5.0 ", 5],
    ["-0", -0],
    ["1E3", 1000],
  ])("reads %s", (text, value) => expect(valueOf(text)).toEqual(value));
});

describe("parseJson (decisions 1.5, 1.3)", () => {
  it("leaves null members out and keeps null in lists", () => {
    expect(valueOf('{"a": null, "b": {"c": null}, "d": [null, {"e": null}]}')).toEqual({ b: {}, d: [null, {}] });
  });

  it.each(["", "  \r\n\t", "\uFEFF", "\uFEFF \n"])("reads the empty body %j as an object without members", (text) =>
    expect(valueOf(text)).toEqual({}),
  );

  it("skips a byte order mark", () => expect(valueOf('\uFEFF{"a": 1}')).toEqual({ a: 1 }));

  it("answers plain objects whose members are their own", () => {
    const value = valueOf('{"toString": 1, "hasOwnProperty": 2}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["toString", "hasOwnProperty"]);
  });
});

describe("parseJson refuses (reliability T32)", () => {
  it.each([
    ["a bare continuation byte", Buffer.from([0x22, 0x80, 0x22])],
    ["Latin-1 text", Buffer.from('{"name": "Calção"}', "latin1")],
    ["a surrogate encoded in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["an overlong slash", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["a cut character", Buffer.from([0x22, 0xe2, 0x82])],
    ["UTF-16", Buffer.from('\uFEFF{"a": 1}', "utf16le")],
  ])("invalid UTF-8: %s", (_, bytes) => expect(codesOf(bytes)).toEqual([["body_not_utf8", ""]]));

  it.each([
    ['{"sku": "A", "sku": "B"}', "/sku"],
    ['{"sku": null, "sku": "B"}', "/sku"],
    ['{"sku": "A", "sku": null}', "/sku"],
    ['{"sku": null, "sku": null}', "/sku"],
    ['{"sku": 1, "s\\u006bu": 2}', "/sku"],
    ['{"a": [{"x": 1}, {"b/~": 1, "b/~": 1}]}', "/a/1/b~1~0"],
  ])("duplicate keys: %s", (text, pointer) => expect(codesOf(text)).toEqual([["duplicate_key", pointer]]));

  it.each([
    ['{"__proto__": {"isAdmin": true}}', ["/__proto__"]],
    ['{"constructor": {"prototype": {"isAdmin": true}}}', ["/constructor"]],
    ['{"a": {"prototype": null}}', ["/a/prototype"]],
    ['{"\\u005f_proto__": 1}', ["/__proto__"]],
  ])("dangerous keys: %s", (text, pointers) => {
    expect(codesOf(text)).toEqual(pointers.map((pointer) => ["forbidden_key", pointer]));
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  it.each([
    ["NUL by escape", '{"name": "a\\u0000b"}', "/name"],
    ["a lone high surrogate", '{"name": "\\ud83d"}', "/name"],
    ["a lone low surrogate", '["\\ude00"]', "/0"],
    ["surrogates in the wrong order", '["", "\\ude00\\ud83d"]', "/1"],
  ])("%s", (_, text, pointer) => expect(codesOf(text)).toEqual([["refused_character", pointer]]));

  it("a raw NUL or any raw control character inside a text", () => {
    for (let code = 0; code < 0x20; code += 1)
      expect(codesOf(`{"a": "x${String.fromCharCode(code)}"}`)).toEqual([["json_control_character", ""]]);
  });

  it.each(["1234567890123456", "0.1234567890123456", "9007199254740993", "1e309", "-1e999", "1e-400", `1${"0".repeat(500)}`])(
    "the number %s, which would be rounded",
    (number) => {
      expect(codesOf(`{"weight": ${number}}`)).toEqual([["number_not_exact", "/weight"]]);
    },
  );

  it("nesting beyond 64, and nothing up to it", () => {
    const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
    for (const nested of [lists, objects]) {
      expect(codesOf(nested(64))).toEqual([]);
      expect(codesOf(nested(65))).toEqual([["json_too_deep", ""]]);
    }
    expect(codesOf("[".repeat(1_000_000))).toEqual([["json_too_deep", ""]]);
  });

  it.each([
    ['{"a": 1,}', "json_character_expected", 1, 9],
    ["{'a': 1}", "json_character_expected", 1, 2],
    ['{"a" 1}', "json_character_expected", 1, 6],
    ["[1 2]", "json_character_expected", 1, 4],
    ["[1,]", "json_value_expected", 1, 4],
    ['{\n  "a": NaN\n}', "json_value_expected", 2, 8],
    ['{"a": 0,15}', "json_character_expected", 1, 9],
    ['{"a": True}', "json_value_expected", 1, 7],
    ['{"a": -}', "json_value_expected", 1, 7],
    ['{"a": +1}', "json_value_expected", 1, 7],
    ['{"a": // one\n 1}', "json_value_expected", 1, 7],
    ['{"a": 1', "json_ends_early", 1, 8],
    ['{"a": "x', "json_ends_early", 1, 9],
    ['{"a": "x\\', "json_ends_early", 1, 10],
    ['{"a":\n', "json_ends_early", 2, 1],
    ['{"a": "\\x41"}', "json_bad_escape", 1, 8],
    ['{"a": "\\u12g4"}', "json_bad_escape", 1, 8],
    ['{"a": 1} x', "json_text_after_end", 1, 10],
    ["{}{}", "json_text_after_end", 1, 3],
    ["01", "json_text_after_end", 1, 2],
    ['{"a": "x\ny"}', "json_control_character", 1, 9],
  ])("%j with its place", (text, code, line, column) => {
    expect(failuresOf(text)).toMatchObject([{ code, params: { line, column } }]);
  });

  it.each([
    ['{"document": 052998224725}', "5"],
    ['{"customerName": Zuleica}', "Z"],
    ['{"customerName": "Zuleica" Prado}', "P"],
    ['{"customerName": 𝒵uleica}', "𝒵"],
    ['{"customerName": "\\uZuleica"}', "\\u"],
  ])("no more of what is no JSON than a character, for it may be somebody's: %s", (text, received) => {
    expect(failuresOf(text)).toMatchObject([{ received }]);
  });

  it.each([
    ['{"a\\u0000": 1}', { "a\0": 1 }],
    ['{"\\ud83d": {"b": 2}}', { "\ud83d": { b: 2 } }],
  ])("nothing about keys nobody can know: %s", (text, value) => {
    expect(codesOf(text)).toEqual([]);
    expect(valueOf(text)).toEqual(value);
  });

  it("an overwritten value for what stands in its place", () => {
    expect(codesOf('{"a": 1e999, "a": 2}')).toEqual([["duplicate_key", "/a"]]);
    expect(codesOf('{"a": 1, "a": 2, "a": 1e999}')).toEqual([
      ["duplicate_key", "/a"],
      ["number_not_exact", "/a"],
    ]);
    expect(valueOf('{"a": 1, "a": 2}')).toEqual({ a: 2 });
  });

  it("everything at once, each with its field and place, except after a syntax error", () => {
    const body = '{\n"sku": "a\\u0000",\n"weight": 0.12345678901234567,\n"sku": 1,\n"images": [{"url": "\\ud800"}],\n"__proto__": 1}';
    expect(failuresOf(body)).toMatchObject([
      { code: "duplicate_key", pointer: "/sku", params: { line: 4, column: 1 } },
      { code: "number_not_exact", pointer: "/weight", params: { line: 3, column: 11 } },
      { code: "forbidden_key", pointer: "/__proto__", params: { line: 6, column: 1 } },
      { code: "refused_character", pointer: "/images/0/url", params: { line: 5, column: 20 } },
    ]);
    expect(codesOf(`${body}]`)).toEqual([["json_text_after_end", ""]]);
  });
});

describe("parseJson stays bounded", () => {
  const megabyte = 1_048_576;
  const fill = (piece: string) => piece.repeat(Math.floor(megabyte / piece.length));
  it.each([
    ["one huge text", `"${"a".repeat(megabyte)}"`],
    ["one huge text of escapes", `"${fill("\\n")}"`],
    ["huge runs of escapes that end early", `"${fill("\\u0000")}`],
    ["a huge number", "1".repeat(megabyte)],
    ["a huge fraction", `0.${"0".repeat(megabyte)}1`],
    ["a list of lists", `[${fill("[],")}[]]`],
    ["the same key over and over", `{${fill('"a":1,')}"a":1}`],
    ["the same absent key over and over", `{${fill('"a":null,')}"a":1}`],
    ["many keys", `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join()}}`],
    ["faults after many lines", `[${fill("\n")}${fill('"\\u0000",\n').slice(0, 20_000)}1]`.replace(",\n1]", "]")],
    ["a huge key with faults below", `{"${"k".repeat(megabyte / 2)}": [${'"\\u0000",'.repeat(1_000)}1]}`],
  ])("%s", (_, text) => {
    const bytes = Buffer.from(text);
    const parsed = parseJson(bytes);
    expect(leastCpuMs(() => parseJson(bytes))).toBeLessThan(400);
    if (!parsed.ok) expect(JSON.stringify(parsed.failures).length).toBeLessThan(2_000);
  });
});

describe("the sentences of refused bodies", () => {
  const bodies = ["[", "[1,]", "{1}", '"\\x"', '"\u0001"', "1 1", "[".repeat(65), '{"a":1,"a":1}', '{"prototype":1}', '"\\u0000"', "1e999"];
  it("leave no name unfilled, in either language", () => {
    for (const failure of [...bodies.flatMap((body) => failuresOf(body)), ...failuresOf(Buffer.from([0xff]))])
      for (const lang of ["pt-BR", "en"] as const) expect(failureMessage(failure, lang)).not.toMatch(/[{]\w+[}]/);
  });
  it("are all reached by one of them", () => {
    const reached = new Set(
      [...bodies.flatMap((body) => failuresOf(body)), ...failuresOf(Buffer.from([0xff]))].map((failure) => failure.code),
    );
    for (const code of bodyErrors.codes.filter((one) => /^json_|^body_|_key$|_character$|not_exact$/.test(one)))
      expect(reached, code).toContain(code);
  });
});
