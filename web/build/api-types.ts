import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** A part of an OpenAPI document, as JSON. */
type Part = Readonly<Record<string, unknown>>;

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Part>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Part>>>>;
}

/** One generated file. */
export interface TypesFile {
  readonly name: string;
  readonly text: string;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
const PLACES = ["query", "header", "path"] as const;
const HEADING = "// Made from openapi/*.json by web/build/main.ts.\n";

/**
 * The types of all operations, one file for each OpenAPI document of a folder and an `index.ts` with all of them, in the form that openapi-fetch
 * reads: `paths[path][method]`. Only types: nothing of these files is in the built pages.
 */
export function apiTypes(folder: string): readonly TypesFile[] {
  const documents = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name: basename(name, ".json"), document: JSON.parse(readFileSync(join(folder, name), "utf8")) as OpenApiDocument }))
    .filter(({ document }) => document.paths !== undefined);
  const names = documents.map(({ name }) => name);
  const files = documents.map(({ name, document }) => ({ name: `${name}.ts`, text: typesOf(document) }));
  return [...files, { name: "index.ts", text: indexOf(names) }];
}

const indexOf = (names: readonly string[]): string =>
  [
    HEADING,
    ...names.map((name) => `import type { paths as ${name}Paths, schemas as ${name}Schemas } from "./${name}.ts";\n`),
    `\nexport interface paths extends ${names.map((name) => `${name}Paths`).join(", ")} {}\n`,
    `\nexport interface schemas {\n${names.map((name) => `  ${name}: ${name}Schemas;\n`).join("")}}\n`,
  ].join("");

function typesOf(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components["schemas"] ?? {}).map(([name, schema]) => `  ${quoted(name)}: ${typeOf(schema)};\n`);
  const paths = Object.entries(document.paths).map(([path, item]) => `  ${quoted(path)}: {\n${operationsOf(document, item)}  };\n`);
  return `${HEADING}\nexport interface schemas {\n${schemas.join("")}}\n\nexport interface paths {\n${paths.join("")}}\n`;
}

function operationsOf(document: OpenApiDocument, item: Part): string {
  return METHODS.map((method) => {
    const operation = item[method] as Part | undefined;
    if (operation === undefined) return `    ${method}?: never;\n`;
    return `    ${method}: { parameters: ${parametersOf(document, operation)}; ${bodyOf(document, operation)}; responses: ${responsesOf(document, operation)} };\n`;
  }).join("");
}

function parametersOf(document: OpenApiDocument, operation: Part): string {
  const all = ((operation["parameters"] ?? []) as readonly Part[]).map((parameter) => resolved(document, parameter));
  const places = PLACES.map((place) => {
    const here = all.filter((parameter) => parameter["in"] === place);
    if (here.length === 0) return `${place}?: never`;
    const isOptional = here.every((parameter) => parameter["required"] !== true);
    const fields = here.map(
      (parameter) =>
        `${quoted(parameter["name"] as string)}${parameter["required"] === true ? "" : "?"}: ${typeOf((parameter["schema"] ?? {}) as Part)}`,
    );
    return `${place}${isOptional ? "?" : ""}: { ${fields.join("; ")} }`;
  });
  return `{ ${places.join("; ")}; cookie?: never }`;
}

function bodyOf(document: OpenApiDocument, operation: Part): string {
  if (operation["requestBody"] === undefined) return "requestBody?: never";
  const body = resolved(document, operation["requestBody"] as Part);
  return `requestBody${body["required"] === true ? "" : "?"}: { content: ${contentOf(body)} }`;
}

function responsesOf(document: OpenApiDocument, operation: Part): string {
  const responses = Object.entries(operation["responses"] as Readonly<Record<string, Part>>).map(([status, given]) => {
    const content = contentOf(resolved(document, given));
    return `${status}: { headers: { [name: string]: unknown }; content${content === "{}" ? "?: never" : `: ${content}`} }`;
  });
  return `{ ${responses.join("; ")} }`;
}

function contentOf(part: Part): string {
  const types = Object.entries((part["content"] ?? {}) as Readonly<Record<string, Part>>);
  if (types.length === 0) return "{}";
  return `{ ${types.map(([type, { schema }]) => `${quoted(type)}: ${schema === undefined ? "unknown" : typeOf(schema as Part)}`).join("; ")} }`;
}

/** A part, or what its `$ref` names. */
function resolved(document: OpenApiDocument, part: Part): Part {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec((part["$ref"] as string | undefined) ?? "") ?? [];
  return kind === undefined ? part : document.components[kind]![name!]!;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** The TypeScript type of a JSON Schema. */
function typeOf(schema: Part): string {
  if (schema["$ref"] !== undefined) return `schemas[${quoted((schema["$ref"] as string).replace(/^.*\//, ""))}]`;
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema["enum"] !== undefined) return (schema["enum"] as readonly unknown[]).map((value) => JSON.stringify(value)).join(" | ");
  const parts = [together(schema["allOf"], " & "), together(schema["anyOf"] ?? schema["oneOf"], " | "), plainType(schema)];
  return parts.filter((part) => part !== undefined).join(" & ") || "unknown";
}

const together = (schemas: unknown, joint: string): string | undefined =>
  schemas === undefined ? undefined : `(${(schemas as readonly Part[]).map(typeOf).join(joint)})`;

function plainType(schema: Part): string | undefined {
  const types = [(schema["type"] ?? (schema["properties"] === undefined ? [] : "object")) as string | readonly string[]].flat();
  if (types.length === 0) return undefined;
  const all = types.map((type) => {
    if (type === "array") return `(${typeOf((schema["items"] ?? {}) as Part)})[]`;
    return type === "object" ? objectType(schema) : PRIMITIVES[type]!;
  });
  return all.length === 1 ? all[0] : `(${all.join(" | ")})`;
}

function objectType(schema: Part): string {
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  const fields = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Part>>).map(
    ([name, field]) => `${quoted(name)}${required.has(name) ? "" : "?"}: ${typeOf(field)}`,
  );
  const more = schema["additionalProperties"];
  if (typeof more === "object") return `{ ${fields.map((field) => `${field}; `).join("")}[name: string]: ${typeOf(more as Part)} }`;
  return fields.length === 0 ? "{ [name: string]: unknown }" : `{ ${fields.join("; ")} }`;
}

const quoted = (name: string): string => JSON.stringify(name);
