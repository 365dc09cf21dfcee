import { Ajv2020 } from "ajv/dist/2020.js";
import { type Document, type DocumentRule } from "./openapi-rules.ts";
import { referred } from "./resolved.ts";

type Json = Readonly<Record<string, unknown>>;

/** Values that a document shows beside a schema, and where both stand. */
interface Shown {
  readonly at: string;
  readonly schema: string;
  readonly values: readonly unknown[];
}

/** What stands beside a schema, wherever it is: `example` and `examples` of contents, parameters and headers, `examples` of schemas. */
function* shownIn(document: Document, value: unknown = document, at = "#"): Generator<Shown> {
  if (typeof value !== "object" || value === null) return;
  const { schema, example, examples } = value as Json;
  if (schema !== undefined && example !== undefined) yield { at, schema: `${at}/schema`, values: [example] };
  if (schema !== undefined && typeof examples === "object") {
    const values = Object.values(examples as Readonly<Record<string, Json>>).map(({ $ref, value: own }) =>
      typeof $ref === "string" ? (referred(document, $ref) as Json)["value"] : own,
    );
    yield { at, schema: `${at}/schema`, values };
  }
  if (Array.isArray(examples)) yield { at, schema: at, values: examples };
  for (const [name, part] of Object.entries(value))
    if (!/^(examples?|value|enum|default)$/.test(name) || at.endsWith("/properties"))
      yield* shownIn(document, part, `${at}/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
}

/** Examples are what their schemas take: whoever tries them out sends something that is accepted, and mocks answer what is true. */
export const EXAMPLE_RULES: readonly DocumentRule[] = [
  {
    name: "shows examples that their schemas take",
    find: (document) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
      ajv.addSchema({ $id: "document", ...document });
      return [...shownIn(document)].flatMap(({ at, schema, values }) => {
        const validate = ajv.compile({ $ref: `document${schema}` });
        return values.flatMap((value) => (validate(value) ? [] : [`${at}: ${ajv.errorsText(validate.errors)}`]));
      });
    },
    planted: (document) => {
      const { schemas } = document.components as { readonly schemas: Json };
      const planted = { type: "object", description: "Um objeto.", properties: { field: { type: "integer", examples: ["um"] } } };
      return { ...document, components: { ...document.components, schemas: { ...schemas, Planted: planted } } };
    },
  },
];
