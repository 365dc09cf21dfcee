import { pointerSteps } from "../../platform/basics/index.ts";
import type { ProductDocument } from "../product.ts";
import { PLAIN_FIELDS } from "./product-fields.ts";

type Members = Readonly<Record<string, unknown>>;

/** A product's body with a patch applied, which is still to be checked. */
export interface PatchedBody {
  readonly body: Members;
  /** Pointers that lead nowhere. */
  readonly unknown: readonly string[];
  /** Pointers to a place that another pointer of the patch has set, such as `/images/-` and the next index. */
  readonly overlapping: readonly { readonly pointer: string; readonly other: string }[];
  /** The pointer of the patch that set what stands at a pointer of the body; undefined for what the patch does not touch. */
  readonly originOf: (pointer: string) => string | undefined;
}

/** An entry of a list, and the pointer that set it. */
interface Entry {
  value: unknown;
  /** Of an attribute, also once it is taken away. */
  name?: string;
  origin?: string;
}
type Lists = Readonly<Record<"images" | "attributes", Entry[]>>;

/** Applies a patch of JSON Pointers and values to a product. `null` removes; `-` and the next index append. */
export function applyPatch(live: ProductDocument, fields: Members): PatchedBody {
  const { images, attributes, ...plain } = live;
  const body: Record<string, unknown> = { ...plain };
  const lists: Lists = { images: images.map((value) => ({ value })), attributes: attributes.map((value) => ({ value, name: value.name })) };
  const placed = Object.entries(fields).map(([pointer, value]) => ({ pointer, other: setAt(body, lists, pointer, value) }));
  const kept = { images: lists.images.filter(isPresent), attributes: lists.attributes.filter(isPresent) };
  body["images"] = valuesOf(kept.images);
  body["attributes"] = valuesOf(kept.attributes);
  const unknown = placed.flatMap(({ pointer, other }) => (other === NOWHERE ? [pointer] : []));
  const overlapping = placed.flatMap(({ pointer, other }) => (typeof other === "string" ? [{ pointer, other }] : []));
  return { body, unknown, overlapping, originOf: (pointer) => originOf(pointer, kept, Object.keys(fields)) };
}

const isPresent = ({ value }: Entry) => value !== null && value !== undefined;
const valuesOf = (entries: readonly Entry[]) => entries.map(({ value }) => value);

const NOWHERE = Symbol("a pointer that leads nowhere");
/** What came of setting a value: the pointer of the patch that had set the same entry of a list before, if any. */
type Placed = string | undefined | typeof NOWHERE;

/** Sets the value at a pointer. */
function setAt(body: Record<string, unknown>, lists: Lists, pointer: string, value: unknown): Placed {
  const [field = "", ...steps] = pointerSteps(pointer);
  if (field === "images" || field === "attributes") {
    if (steps.length > 0) return (field === "images" ? setImage : setAttribute)(lists[field], steps, pointer, value);
    lists[field].splice(
      0,
      Number.POSITIVE_INFINITY,
      ...(Array.isArray(value) ? value : [value]).map((one) => ({ value: one as unknown, origin: pointer })),
    );
    return undefined;
  }
  if (field === "fulfillment") {
    body[field] = steps.length === 0 ? value : { candidate: value };
    return steps.length === 0 || (steps.length === 1 && steps[0] === "candidate") ? undefined : NOWHERE;
  }
  if (steps.length > 0 || !(PLAIN_FIELDS as readonly string[]).includes(field)) return NOWHERE;
  body[field] = value;
  return undefined;
}

const INDEX = /^(?:0|[1-9]\d{0,2})$/;

function setImage(entries: Entry[], [step = "", part]: readonly string[], origin: string, value: unknown): Placed {
  const index = step === "-" ? entries.length : INDEX.test(step) ? Number(step) : Number.NaN;
  if (!(index <= entries.length) || (part !== undefined && part !== "url")) return NOWHERE;
  const before = entries[index]?.origin;
  const isUrl = part === "url" || typeof value === "string";
  entries[index] = { value: value === null ? null : isUrl ? { url: value } : value, origin };
  return before;
}

/** An attribute is named by its name, or by its position as in a critique's pointer. */
function setAttribute(entries: Entry[], [step = "", part]: readonly string[], origin: string, value: unknown): Placed {
  if (part !== undefined && part !== "values") return NOWHERE;
  const nameOf = ({ value: one, name: before }: Entry) => before ?? (one as Members | null)?.["name"];
  const named = entries.findIndex((entry) => nameOf(entry) === step);
  const at = named >= 0 ? named : INDEX.test(step) && Number(step) < entries.length ? Number(step) : entries.length;
  const before = entries[at]?.origin;
  const name = at < entries.length ? nameOf(entries[at]!) : step;
  const isValues = part === "values" || Array.isArray(value) || typeof value === "string";
  const set = value === null ? null : isValues ? { name, values: typeof value === "string" ? [value] : value } : value;
  entries[at] = { value: set, origin, ...(typeof name === "string" ? { name } : {}) };
  return before;
}

function originOf(pointer: string, lists: Lists, sent: readonly string[]): string | undefined {
  const [field = "", step = ""] = pointerSteps(pointer);
  const inList = field === "images" || field === "attributes" ? lists[field][Number(step)]?.origin : undefined;
  return inList ?? sent.find((one) => one === pointer || pointer.startsWith(`${one}/`) || one.startsWith(`${pointer}/`));
}
