const MASK = "***";

/**
 * Masks the values of a change in the audit log, for readers who may see only its fields (decisions 8, role support). A truncated change is
 * not valid JSON and is masked as a whole.
 */
export function maskChange(change: string): string {
  try {
    return JSON.stringify(maskValues(JSON.parse(change)));
  } catch {
    return MASK;
  }
}

/** Masks all values and keeps the fields, for readers who may see only those (decisions 8, role support). */
export function maskValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValues);
  if (typeof value !== "object" || value === null) return MASK;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskValues(part)]));
}

/** The keywords of a schema that mark personal data. */
interface MarkedSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, MarkedSchema>>;
  readonly items?: MarkedSchema;
  /** `false` marks a part of a personal value that is not personal itself. */
  readonly "x-personal"?: boolean;
  readonly "x-secret"?: true;
}

/**
 * A body as the audit log keeps it: values that its schema marks as personal or secret are masked. So are the values of fields that the
 * schema does not name, since they may be misspelled.
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
