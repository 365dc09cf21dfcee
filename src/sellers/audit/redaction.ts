const MASK = "***";

/**
 * A change of the audit log for eyes that need not see its values (decisions 8, role support): the fields stay, every value
 * is masked. A change that was cut is no JSON any more and is masked whole.
 */
export function masked(change: string): string {
  try {
    return JSON.stringify(withoutValues(JSON.parse(change)));
  } catch {
    return MASK;
  }
}

/** A value with its fields and without its values, for eyes that need not see them (decisions 8, role support). */
export function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutValues);
  if (typeof value !== "object" || value === null) return MASK;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutValues(part)]));
}

/** The keywords of a schema that say where persons are told of. */
interface Told {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Told>>;
  readonly items?: Told;
  /** `false` is what is not, though it stands below what is. */
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
}

/**
 * A body as the audit log keeps it: of what is personal or secret in its schema the fields stay and the values are masked, and so are
 * those of keys that the schema does not name: one may be a misspelled field.
 */
export const withoutPersonal = (sent: unknown, schema: object | undefined): unknown => partWithoutPersonal(sent, schema);

function partWithoutPersonal(value: unknown, schema: Told | undefined): unknown {
  if (schema === undefined || schema["x-personal"] || schema["x-secret"]) return withoutValues(value);
  if (schema.properties !== undefined) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return withoutValues(value);
    const { properties } = schema;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, partWithoutPersonal(part, properties[name])]));
  }
  if (schema.items !== undefined) return Array.isArray(value) ? value.map((part) => partWithoutPersonal(part, schema.items)) : MASK;
  return typeof value === "object" ? withoutValues(value) : value;
}
