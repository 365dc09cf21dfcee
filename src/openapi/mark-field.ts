import { pointerSteps } from "../platform/basics/index.ts";

/** A schema of a printed document. */
export interface PrintedSchema {
  readonly $ref?: string;
  readonly allOf?: readonly PrintedSchema[];
  readonly anyOf?: readonly PrintedSchema[];
  readonly properties?: Readonly<Record<string, PrintedSchema>>;
  readonly items?: PrintedSchema;
  readonly [keyword: string]: unknown;
}
/** The named schemas of a printed document. */
export type NamedSchemas = Readonly<Record<string, PrintedSchema>>;

/** The field to mark: its JSON Pointer, the operation in which it is deprecated, and the marks. */
export interface FieldMark {
  readonly pointer: string;
  readonly operationId: string;
  readonly marks: Readonly<Record<string, unknown>>;
}

const PREFIX = "#/components/schemas/";

/**
 * Marks a field of a schema. Returns the schema and the named schemas after that; undefined when there is no such field. Other operations, in which the
 * field may stay, share the named schemas. So the operation gets named schemas of its own, which extend the shared ones by the marked field.
 */
export function markField(
  named: NamedSchemas,
  schema: PrintedSchema,
  { pointer, operationId, marks }: FieldMark,
): { readonly schema: PrintedSchema; readonly named: NamedSchemas } | undefined {
  const suffix = `Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  const all: Record<string, PrintedSchema> = { ...named };
  const marked = markAt(schema, pointerSteps(pointer));
  return marked && { schema: marked, named: all };

  function markAt(at: PrintedSchema, steps: readonly string[]): PrintedSchema | undefined {
    const [step, ...rest] = steps;
    if (step === undefined) return { ...at, ...marks };
    if (at.anyOf !== undefined) {
      const alternatives = at.anyOf.map((one) => markAt(one, steps));
      if (alternatives.some((one) => one !== undefined)) return { ...at, anyOf: alternatives.map((one, nth) => one ?? at.anyOf![nth]!) };
    }
    const below = fieldOf(all, at, step);
    const field = below && markAt(below, rest);
    if (field === undefined) return undefined;
    if (at.$ref === undefined) return withField(at, step, field);
    const name = at.$ref.slice(PREFIX.length);
    const own = name.endsWith(suffix) ? name : `${name}${suffix}`;
    const { type, description } = all[name]!;
    all[own] = withField(all[own] ?? { type, description, allOf: [{ $ref: at.$ref }] }, step, field);
    return { ...at, $ref: `${PREFIX}${own}` };
  }
}

const withField = (schema: PrintedSchema, step: string, field: PrintedSchema): PrintedSchema =>
  step === "*" ? { ...schema, items: field } : { ...schema, properties: { ...schema.properties, [step]: field } };

/** The schema of a property, or of all items (`*`), wherever a schema has it from. */
function fieldOf(named: NamedSchemas, { $ref, allOf = [], properties, items }: PrintedSchema, step: string): PrintedSchema | undefined {
  const own = step === "*" ? items : properties?.[step];
  if (own !== undefined) return own;
  for (const part of [...allOf, ...($ref === undefined ? [] : [named[$ref.slice(PREFIX.length)]!])]) {
    const found = fieldOf(named, part, step);
    if (found !== undefined) return found;
  }
  return undefined;
}
