import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { decimal, bool, integer, list, enumOf, optional, object, text, type TSchema } from "../../src/platform/contract/schema.ts";

describe("compileSchemaCheck agrees with ajv on plain keywords", () => {
  const word = fc.constantFrom("a", "ab", "abc", "Homem", "homem", "", "😀", "😀a", "x-1", "a".repeat(30));
  const length = fc.record({ minLength: fc.integer({ min: 0, max: 3 }), maxLength: fc.integer({ min: 2, max: 20 }) });
  const scalar = fc.oneof(
    length.map((bounds) => text(bounds)),
    fc.constantFrom("^[a-z]+$", "^.{2}$", "^[^-]*$").map((pattern) => text({ pattern })),
    fc.record({ minimum: fc.integer({ min: -5, max: 2 }), maximum: fc.integer({ min: 0, max: 50 }) }).map((bounds) => integer(bounds)),
    fc.constant(integer()),
    fc
      .record({ above: fc.integer({ min: -3, max: 3 }), maximum: fc.integer({ min: 2, max: 40 }) })
      .map((bounds) => decimal({ scale: 30, ...bounds })),
    fc.constant(bool()),
    fc.constant(enumOf(["Homem", "ab", "x-1"])),
  );
  const items = fc.record({ minItems: fc.integer({ min: 0, max: 2 }), maxItems: fc.integer({ min: 1, max: 5 }) });
  const schemas = fc.letrec<{ schema: TSchema; record: TSchema }>((tie) => ({
    record: fc
      .dictionary(fc.constantFrom("a", "b", "c", "d/~", "sku"), fc.tuple(tie("schema"), fc.boolean()), { maxKeys: 5 })
      .map((fields) =>
        object(
          Object.fromEntries(Object.entries(fields).map(([name, [schema, isOptional]]) => [name, isOptional ? optional(schema) : schema])),
        ),
      ),
    schema: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.tuple(tie("schema"), items).map(([item, counts]) => list(item, counts)),
      fc.tuple(scalar, items).map(([item, counts]) => list(item, { ...counts, uniqueItems: true })),
      tie("record"),
    ),
  })).record;

  /** A value that follows the schema, but for a part replaced at random here and there. */
  const anyValue = fc.oneof(
    word,
    fc.integer({ min: -6, max: 60 }),
    fc.constantFrom(1.5, -0.25, 0.001, 2 ** 40),
    fc.boolean(),
    fc.constant(null),
    fc.constant([]),
    fc.constant({}),
    fc.array(word, { maxLength: 7 }),
  );
  interface Plain {
    type?: string;
    enum?: string[];
    minLength?: number;
    maximum?: number;
    items?: Plain;
    properties?: Record<string, Plain>;
    minItems?: number;
  }
  const near = (schema: Plain, pick: () => number): unknown => {
    if (pick() < 0.06) return fc.sample(anyValue, { numRuns: 1, seed: Math.floor(pick() * 1e9) })[0];
    if (schema.enum) return schema.enum[0];
    if (schema.type === "object")
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => pick() > 0.05)
          .map(([name, member]) => [name, near(member, pick)])
          .concat(pick() < 0.2 ? [["unknown", 1]] : []),
      );
    if (schema.type === "array")
      return Array.from({ length: (schema.minItems ?? 0) + Math.floor(pick() * 3) }, () => near(schema.items!, pick));
    if (schema.type === "boolean") return pick() < 0.5;
    if (schema.type === "string") return "ab".repeat(1 + Math.floor(pick() * 3)).slice(0, Math.max(2, schema.minLength ?? 0));
    return Math.floor(pick() * (1 + Math.min(schema.maximum ?? 9, 9)));
  };
  const withoutNulls = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutNulls);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== null)
        .map(([key, member]) => [key, withoutNulls(member)]),
    );
  };
  const ajv = new Ajv2020({ allErrors: true, strict: false });

  it("on what is valid, and on where it is not", () => {
    let valid = 0;
    let invalid = 0;
    fc.assert(
      fc.property(schemas, fc.integer({ min: 1, max: 2 ** 31 - 2 }), (schema, seed) => {
        const check = compileSchemaCheck(schema);
        const validate = ajv.compile(schema);
        const pick = () => (seed = (seed * 48_271) % (2 ** 31 - 1)) / (2 ** 31 - 1);
        for (let i = 0; i < 8; i += 1) {
          const value = near(schema, pick);
          const { failures } = check(value);
          const theirs = validate(withoutNulls(value)) ? [] : validate.errors!;
          expect(failures.length === 0, JSON.stringify({ schema, value, failures, theirs })).toBe(theirs.length === 0);
          if (failures.length === 0) valid += 1;
          else invalid += 1;
          if (failures.some((failure) => failure.code === "too_many_items")) continue;
          const ours = new Set(failures.filter((failure) => failure.code !== "repeated_item").map((failure) => failure.pointer));
          const places = theirs
            .filter((error) => error.keyword !== "uniqueItems")
            .map(
              (error) =>
                error.instancePath +
                (error.keyword === "required"
                  ? `/${String(error.params["missingProperty"]).replaceAll("~", "~0").replaceAll("/", "~1")}`
                  : ""),
            );
          expect(ours, JSON.stringify({ schema, value })).toEqual(new Set(places));
        }
      }),
      { numRuns: 300 },
    );
    expect(valid).toBeGreaterThan(200);
    expect(invalid).toBeGreaterThan(200);
  }, 60_000);
});
