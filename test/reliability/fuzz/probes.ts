import type { Described, Parameter } from "./operation.ts";
import { placesOf, scaffold, whole, type PlaceOfBody } from "./places.ts";
import { pointerTo, type Probe } from "./probe.ts";
import { boundaries, textOf, type Edge, type Schema } from "./values.ts";
import { violations } from "./violations.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"];

/** The operation as it is documented, with nothing changed. */
export const EXAMPLE: Probe = { phase: "example", name: "as documented", expects: "acceptance" };

/** Requests that are wrong before anything of them is read: credentials, method, media types, headers. */
export function protocolProbes({ credentials, methods, body, parameters }: Described): readonly Probe[] {
  const made = (name: string, expects: Probe["expects"], rest: Partial<Probe>): Probe => ({ phase: "protocol", name, expects, ...rest });
  return [
    ...credentials.flatMap((header) => [
      made(`without ${header}`, "no entry", { headers: { [header]: null } }),
      made(`with a ${header} nobody has`, "no entry", { headers: { [header]: "Bearer nobody-has-this" } }),
    ]),
    ...METHODS.filter((method) => !methods.includes(method)).map((method) =>
      made(`by ${method}`, "no such method", { method, body: { none: true } }),
    ),
    made("asking for HTML", "JSON only", { headers: { accept: "text/html" } }),
    ...(body === undefined
      ? []
      : [
          made("in plain text", "no such media type", { headers: { "content-type": "text/plain" } }),
          made("without a media type", "no such media type", { headers: { "content-type": null } }),
        ]),
    ...parameters
      .filter(({ in: place, required }) => place === "header" && required)
      .map(({ name }) => made(`without ${name}`, "refusal of a missing header", { headers: { [name.toLowerCase()]: null } })),
  ];
}

/** Values on either side of every limit that the document states, one to a request. `base` is the body that succeeds. */
export function boundaryProbes(operation: Described, base: unknown): readonly Probe[] {
  return [
    ...operation.parameters.flatMap(parameterProbes),
    ...(operation.body === undefined
      ? []
      : [whole(operation.body), ...placesOf(operation.body)].flatMap((place) => bodyProbes(place, base))),
  ];
}

/** What is no text of a parameter's kind. */
const OTHER_KINDS: Readonly<Record<string, readonly string[]>> = { integer: ["abc", "1.5", "1e3", "0x10"], boolean: ["talvez", "1"] };

/** Texts that a parameter does not take; nothing at all counts as absent. */
function parameterViolations(schema: Schema): readonly Edge[] {
  const { type = "string", items = {} } = schema;
  if (type === "array") return parameterViolations(items);
  const isOfItsKind = ({ value }: Edge) =>
    type === "integer" ? Number.isInteger(value) : typeof value === "string" && value.isWellFormed();
  const beyond = type === "boolean" ? [] : violations(schema).filter(isOfItsKind);
  return [...(OTHER_KINDS[type] ?? []).map((value) => ({ name: "another kind", value })), ...beyond].filter(({ value }) => value !== "");
}

/** A header takes visible ASCII only. */
const isHeader = (value: unknown) => /^[!-~]([ -~]*[!-~])?$/.test(String(value));

/** The probe that gives a parameter a value. */
function given({ name, in: place }: Pick<Parameter, "name" | "in">, value: string): Pick<Probe, "path" | "query" | "headers"> {
  if (place === "path") return { path: { [name]: value } };
  if (place === "query") return { query: [[name, value]] };
  return { headers: { [name.toLowerCase()]: value } };
}

function parameterProbes(parameter: Parameter): readonly Probe[] {
  const { name, in: place, schema } = parameter;
  const usable = ({ value }: Edge) => place !== "header" || isHeader(value);
  const allowed = boundaries(schema)
    .map(({ name: edge, value }) => ({ name: edge, value: textOf(value) }))
    .filter(({ value }) => value !== "");
  return [
    ...allowed.filter(usable).map(({ name: edge, value }): Probe => ({
      phase: "boundary",
      name: `${place} ${name}: ${edge}`,
      expects: "acceptance",
      ...given(parameter, value),
    })),
    ...parameterViolations(schema)
      .filter(usable)
      .map(({ name: edge, value }): Probe => ({
        phase: "boundary",
        name: `${place} ${name}: ${edge}`,
        expects: "refusal",
        pointer: `${place}.${name}`,
        ...given(parameter, String(value)),
      })),
  ];
}

function bodyProbes(place: PlaceOfBody, base: unknown): readonly Probe[] {
  const { at, schema, required } = place;
  const pointer = pointerTo(at);
  const above = scaffold(place, base);
  const probe = (edge: string, expects: Probe["expects"], value: unknown): Probe => ({
    phase: "boundary",
    name: `${pointer}: ${edge}`,
    expects,
    ...(expects === "refusal" ? { pointer } : {}),
    body: { edits: [...above, { at, value }] },
  });
  return [
    ...boundaries(schema).map(({ name, value }) => probe(name, "acceptance", value)),
    ...violations(schema).map(({ name, value }) => probe(name, "refusal", value)),
    ...(required ? [probe("left out", "refusal", undefined), probe("null", "refusal", null)] : []),
    ...(typeof at.at(-1) === "number" ? [probe("null", "refusal", null)] : []),
    ...(!required && typeof at.at(-1) === "string" ? [probe("left out", "acceptance", undefined), probe("null", "acceptance", null)] : []),
  ];
}
