import type { JsonForm } from "../../src/command-line/command.ts";

/** What is not as a row says of its `--json`: one sentence each. */
export function strayJson(printed: string, { as, fields }: JsonForm): readonly string[] {
  const lines = printed.split("\n").filter((line) => line !== "");
  if (as !== "lines" && lines.length !== 1 && !printed.startsWith("{\n")) return [`${lines.length} lines where one document is`];
  const values = as === "lines" ? lines.map((line) => JSON.parse(line) as unknown) : [JSON.parse(printed) as unknown];
  const objects = as === "array" ? values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : ["no array"])) : values;
  return objects.flatMap((value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${JSON.stringify(value)} is no object`];
    const known = fields.map((field) => field.replace(/\?$/, ""));
    return [
      ...Object.keys(value).flatMap((key) => (known.includes(key) ? [] : [`${key} is not among the fields`])),
      ...fields.flatMap((field) => (field.endsWith("?") || field in value ? [] : [`${field} is missing`])),
    ];
  });
}
