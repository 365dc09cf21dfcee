/** What an answer to a probe has to be. */
export type Expectation =
  | "acceptance"
  | "refusal"
  | "refusal of a missing header"
  | "no such method"
  | "no entry"
  | "no such media type"
  | "JSON only"
  | "anything documented";

/** Begins a path's value that stands for the nth of those that answers gave out. */
export const POOLED = "pool:";

/** A step into a body: a field's name or an item's number. */
type Step = string | number;
/** A place in a body. */
export type Place = readonly Step[];
/** Another value at a place of a body; undefined leaves it out. */
export interface Edit {
  readonly at: Place;
  readonly value: unknown;
}

/** What a probe sends: the operation's own body with something changed, another one, or characters. */
export type Body = { readonly edits: readonly Edit[] } | { readonly json: unknown } | { readonly text: string } | { readonly none: true };

/** One request, as it differs from one that succeeds; plain data, so that it can be shown, shrunk and sent again. */
export interface Probe {
  readonly phase: "example" | "boundary" | "random" | "protocol";
  readonly name: string;
  readonly expects: Expectation;
  /** Where the fault lies that the refusal has to name. */
  readonly pointer?: string;
  readonly method?: string;
  /** Values of path parameters; encoded, unless they begin with `raw:`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** null takes a header away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: Body;
}

/** The same with another value at a place; what would stand above it is made where it is missing. */
export function edited(node: unknown, { at: [step, ...rest], value }: Edit): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const items = Array.isArray(node) ? [...(node as unknown[])] : [];
    items[step] = edited(items[step], { at: rest, value });
    return items;
  }
  const fields: Record<string, unknown> = typeof node === "object" && node !== null && !Array.isArray(node) ? { ...node } : {};
  const below = edited(fields[step], { at: rest, value });
  if (below === undefined) delete fields[step];
  else fields[step] = below;
  return fields;
}

/** A place as a JSON Pointer. */
export const pointerTo = (at: Place): string => at.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
