const MASK = "***";

/**
 * Masks the values of a change in the audit log, for the role `support`, which may see only field names (decisions 8). Masks a truncated
 * change as a whole, because it is not valid JSON.
 */
export function maskChange(change: string): string {
  try {
    return JSON.stringify(maskValues(JSON.parse(change)));
  } catch {
    return MASK;
  }
}

/** Masks all values but keeps field names. */
export function maskValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValues);
  if (typeof value !== "object" || value === null) return MASK;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskValues(part)]));
}

/** Schema keywords that mark personal and secret data. */
interface MarkedSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, MarkedSchema>>;
  readonly items?: MarkedSchema;
  /** `true` marks a personal value. All of it is masked here, also parts that are marked `false`. */
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
}

/**
 * Masks the values in a body that its schema marks as personal or secret. Also masks fields that the schema does not name, because they
 * may be misspelled names of personal fields.
 */
export const maskPersonalData = (sent: unknown, schema: object | undefined): unknown => maskPart(sent, schema);

function maskPart(value: unknown, schema: MarkedSchema | undefined): unknown {
  if (schema === undefined || schema["x-personal"] || schema["x-secret"]) return maskValues(value);
  if (schema.properties !== undefined) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return maskValues(value);
    const { properties } = schema;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskPart(part, properties[name])]));
  }
  if (schema.items !== undefined) return Array.isArray(value) ? value.map((part) => maskPart(part, schema.items)) : MASK;
  return typeof value === "object" ? maskValues(value) : value;
}
