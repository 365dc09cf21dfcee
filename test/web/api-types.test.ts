import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { apiTypes } from "../../web/build/api-types.ts";

/** The text of the types of a made-up document. */
function typesOf(document: object): string {
  const folder = mkdtempSync(join(inject("scratch"), "openapi-"));
  writeFileSync(join(folder, "made.json"), JSON.stringify({ paths: {}, components: {}, ...document }));
  writeFileSync(join(folder, "deprecations.json"), "[]");
  return apiTypes(folder).find(({ name }) => name === "made.ts")!.text;
}
const typeOf = (schema: object) => /"Made": (.*);\n/.exec(typesOf({ components: { schemas: { Made: schema } } }))![1];

it.each([
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "(string | null)"],
  [{ enum: ["a", "b"] }, '"a" | "b"'],
  [{ const: 1 }, "1"],
  [{ type: "array", items: { $ref: "#/components/schemas/Other" } }, '(schemas["Other"])[]'],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "(string | null)"],
  [
    { allOf: [{ $ref: "#/components/schemas/A" }], type: "object", properties: { b: { type: "boolean" } } },
    '(schemas["A"]) & { "b"?: boolean }',
  ],
  [{ type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "number" } } }, '{ "a": string; "b"?: number }'],
  [{ type: "object", additionalProperties: { type: "integer" } }, "{ [name: string]: number }"],
  [{ type: "object" }, "{ [name: string]: unknown }"],
  [{}, "unknown"],
])("a schema %j becomes %s", (schema, type) => expect(typeOf(schema)).toBe(type));

it("parameters are optional as the document has them, wherever it names them", () => {
  const text = typesOf({
    paths: {
      "/a/{id}": {
        get: {
          parameters: [{ $ref: "#/components/parameters/Id" }, { in: "query", name: "q", schema: { type: "string" } }],
          responses: { 204: { description: "" } },
        },
      },
    },
    components: { parameters: { Id: { in: "path", name: "id", required: true, schema: { type: "integer" } } } },
  });
  expect(text).toContain('parameters: { query?: { "q"?: string }; header?: never; path: { "id": number }; cookie?: never }');
  expect(text).toContain("responses: { 204: { headers: { [name: string]: unknown }; content?: never } }");
});

it("every printed document has its types", () => {
  expect(apiTypes(join(PROJECT, "openapi")).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["operator.ts", "v1.ts", "v2.ts", "index.ts"]),
  );
});
