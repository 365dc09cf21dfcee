import type { LocalizedText } from "./errors.ts";

/** The Portuguese name of each type. English uses the JSON names. */
const PORTUGUESE: Readonly<Record<string, { readonly name: string; readonly wanted: string }>> = {
  string: { name: "texto", wanted: "um texto" },
  integer: { name: "número inteiro", wanted: "um número inteiro" },
  number: { name: "número", wanted: "um número" },
  boolean: { name: "booleano", wanted: "true ou false" },
  array: { name: "lista", wanted: "uma lista" },
  object: { name: "objeto", wanted: "um objeto" },
  "date-time": { name: "data e hora", wanted: "uma data e hora ISO 8601" },
  null: { name: "nulo", wanted: "null" },
  undefined: { name: "nada", wanted: "nada" },
};

/** The name of a received value's type, for messages. */
export const typeName = (type: string): LocalizedText => ({ "pt-BR": PORTUGUESE[type]?.name ?? type, en: type });

/** The name of the expected type, for messages. */
export const expectedTypeText = (type: string): LocalizedText => ({
  "pt-BR": PORTUGUESE[type]?.wanted ?? type,
  en: `a value of type ${type}`,
});
