import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { dateTime, decimal, integer, enumOf, optional, object, text, type TSchema } from "../../src/platform/contract/schema.ts";
import { createSchemaPrinter } from "../../src/platform/contract/openapi/schema-printer.ts";
import { budget } from "../budget.ts";
import { promised, type Schema as Published } from "../contract/alternatives.ts";
import { bodyTaken, takes } from "../contract/taken.ts";
import { valid, type Schema } from "../reliability/fuzz/values.ts";
import { resolved } from "./resolved.ts";

/** Bodies drawn for each operation. */
const DRAWN = budget(300, 5_000);

/** Values that are seldom right. */
const WILD = [
  null,
  "",
  " ",
  "nada",
  "0",
  "25",
  "-1",
  "1.50",
  0,
  -1,
  0.5,
  99_999_999_999,
  true,
  false,
  [],
  {},
  [null],
  "e\u0301",
  "2026-11-20",
];
const DATES = [
  "2026-11-20",
  "2026-11-20T09:52",
  "2026-11-20T09:52:48",
  "2026-11-20 09:52:48.123456789",
  "2026-11-20t09:52:48z",
  "2026-11-20T09:52:48+0300",
  "2026-11-20T09:52:48 03:00",
];

/** Values near a schema, in every spelling that its keywords promise, and now and then anything. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const { "x-shown-as": shown } = schema as { readonly "x-shown-as"?: Schema };
  // Whatever else comes, a handler refuses in its own words.
  if (shown !== undefined) {
    const words = [...(shown.enum ?? []), ...promised(shown as Published)];
    return words.length > 0 ? fc.constantFrom(...words) : valid(shown);
  }
  const own = ownOf(schema);
  const others = promised(schema as Published);
  return fc.oneof({ weight: 12, arbitrary: own }, ...(others.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...others) }] : []), {
    weight: 1,
    arbitrary: fc.constantFrom(...WILD),
  });
}

function ownOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties, items, required = [], format, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (schema["x-unread"]) return valid(schema);
  if (properties !== undefined) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, near(field)]));
    return fc.record(fields, { requiredKeys: [...required] }).map((value) => ({ ...value, nobodyKnows: 1 }));
  }
  if (items !== undefined) return fc.array(near(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
  if (format === "date-time") return fc.constantFrom(...DATES, "1795179168000");
  if (type === "integer" || type === "number") return fc.oneof(valid(schema), valid(schema).map(String));
  return valid(schema);
}

const BODIES = OPERATIONS.flatMap((operation) => (operation.body === undefined ? [] : [{ ...operation, body: operation.body }]));

describe("what the server takes, its document takes (house 3a)", () => {
  it.each(BODIES)("the body of $id", (operation) => {
    const check = compileSchemaCheck(operation.body);
    let taken = 0;
    fc.assert(
      fc.property(near(operation.body as Schema), (body) => {
        if (check(body).failures.length > 0) return;
        taken += 1;
        expect(bodyTaken(operation, body), JSON.stringify(body)).toBe(true);
      }),
      { numRuns: DRAWN },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

describe("a form that is narrower than the check is found", () => {
  const printed = (schema: TSchema) => {
    const shapes = createSchemaPrinter();
    const form = shapes.print(schema, "sent");
    return resolved({ form, components: { schemas: shapes.named() } }).form;
  };

  it.each([
    ["a number in a text", object({ n: integer() }), { n: "25" }],
    ["a decimal in a text", object({ n: decimal({ scale: 2 }) }), { n: "12.50" }],
    ["a number for a text", object({ n: text({ also: "integer" }) }), { n: 7 }],
    ["epoch milliseconds", object({ n: dateTime({ epoch: true }) }), { n: 1_795_179_168_000 }],
    ["a date without a zone", object({ n: dateTime() }), { n: "2026-11-20T09:52:48" }],
    ["another letter case", object({ n: enumOf(["Sale"], { ignoreCase: true }) }), { n: "sALE" }],
    ["an alias", object({ n: enumOf(["Sale"], { aliases: { Venda: "Sale" } }) }), { n: "Venda" }],
    ["what counts as absent", object({ n: optional(text({ minLength: 1, absent: ["", false] })) }), { n: false }],
    ["null for absent", object({ n: optional(integer()) }), { n: null }],
  ])("%s", (_what, schema, body) => {
    expect(compileSchemaCheck(schema)(body).failures).toEqual([]);
    expect(takes(printed(schema), body)).toBe(true);
    // The schema as the check reads it says less than is taken.
    expect(takes(JSON.parse(JSON.stringify(schema)) as object, body)).toBe(false);
  });
});
