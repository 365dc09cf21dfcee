/** A value as text, as an input or a sentence has it; empty when there is none. Objects are shown as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
