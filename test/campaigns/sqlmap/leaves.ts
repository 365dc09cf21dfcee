import { type Schema, typical } from "../../reliability/fuzz/values.ts";

/** A value in a body that has no parts. */
export interface Leaf {
  /** Its names and places, from the whole: `["items", 0, "sku"]`. */
  readonly at: readonly (string | number)[];
  readonly value: unknown;
  readonly schema: Schema;
  /** Of one that is not there: the part of the body that it comes with. */
  readonly part: string;
}

/** The leaves of a body; of lists, those of the first item. */
export function* leavesOf(schema: Schema, value: unknown, at: Leaf["at"] = []): Generator<Leaf> {
  if (Array.isArray(value)) {
    if (value.length > 0) yield* leavesOf(schema.items ?? {}, value[0], [...at, 0]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* leavesOf(schema.properties?.[name] ?? {}, part, [...at, name]);
  } else if (value !== undefined) yield { at, value, schema, part: "" };
}

/** The leaves that a schema names and a body does not have, with values that the schema allows. */
export function* absentLeaves(schema: Schema, value: unknown, at: Leaf["at"] = [], part?: string): Generator<Leaf> {
  const missing = part ?? (value === undefined && at.length > 0 ? at.join("/") : undefined);
  if (schema.type === "object" && schema.properties !== undefined) {
    const known = (value ?? {}) as Readonly<Record<string, unknown>>;
    for (const [name, of] of Object.entries(schema.properties)) yield* absentLeaves(of, known[name], [...at, name], missing);
  } else if (schema.type === "array" && schema.items !== undefined) {
    yield* absentLeaves(schema.items, (value as readonly unknown[] | undefined)?.[0], [...at, 0], missing);
  } else if (value === undefined) {
    yield { at, value: likely(String(at.at(-1)), schema), schema, part: part ?? at.slice(0, -1).join("/") };
  }
}

/** A body with these leaves in it, and with the parts that they stand in. */
export function changed(body: unknown, leaves: readonly Pick<Leaf, "at" | "value">[]): unknown {
  let whole = structuredClone(body);
  for (const { at, value } of leaves) whole = put(whole, at, value);
  return whole;
}

function put(part: unknown, [step, ...rest]: Leaf["at"], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = Array.isArray(part) ? [...(part as unknown[])] : [];
    list[step] = put(list[step], rest, value);
    return list;
  }
  const fields = (part ?? {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: put(fields[step], rest, value) };
}

/** Values that rules beyond a schema take too. */
const LIKELY: Readonly<Record<string, unknown>> = {
  document: "52998224725",
  cnpj: "11222333000181",
  postalCode: "01310100",
  state: "SP",
  stateName: "São Paulo",
  country: "Brasil",
  number: "10",
  eanIsbn: "7891234567895",
  cancellationReason: "Sem estoque",
  trackingLink: "https://rastreio.example.com/1",
  effectiveAt: "2030-01-01T00:00:00Z",
  expiresAt: "2030-01-01T00:00:00Z",
  quantity: 1,
};

function likely(name: string, schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum.includes(String(LIKELY[name])) ? LIKELY[name] : schema.enum[0];
  if (schema.format === "date-time") return LIKELY[name] ?? "2026-11-20T15:00:00Z";
  return LIKELY[name] ?? schema.examples?.[0] ?? (schema.type === "string" && schema.pattern === undefined ? "texto" : typical(schema));
}
