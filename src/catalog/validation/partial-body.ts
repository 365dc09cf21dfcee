import type { Failure } from "../../platform/contract/index.ts";
import { PRODUCT_LIMITS } from "../../reference/index.ts";
import type { ProductBody } from "../product-schema.ts";
import { joinedParts } from "../variation.ts";

// Bodies with failures are validated as far as possible: placeholders replace wrong values, and findings about placeholders are dropped. So
// a seller sees all problems at once.

/**
 * A body as it was sent, with its failures. The schema check drops a whole list when one entry is wrong, so the other entries are read from
 * the body as sent.
 */
export interface CheckedBody {
  readonly sent: unknown;
  readonly failures: readonly Failure[];
}

/** The address that replaces an image that failed. It counts as a good image. */
export const PLACEHOLDER_URL = "";

/** Values for fields that are missing or wrong. */
const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
  sku: "",
  productGroup: "",
  department: "",
  productType: "",
  brand: "",
  name: "",
  description: "",
  size: "",
  weight: 0,
  images: [],
  attributes: [],
};

/** Failures of a list as a whole: it has too many entries, or an entry is repeated. */
const LIST_FAILURES: ReadonlySet<string> = new Set(["too_many_items", "joined_too_many", "joined_repeated"]);

const fieldOf = (pointer: string): string => pointer.split("/")[1] ?? "";

/** The top-level fields that failures concern. A failure of colour or flavour concerns both. */
export function failedFields(failures: readonly Failure[]): ReadonlySet<string> {
  const fields = new Set(failures.map(({ pointer }) => fieldOf(pointer)));
  if (fields.has("color") || fields.has("flavor")) fields.add("color").add("flavor");
  return fields;
}

const PART = /^\/images\/\d+|^\/attributes\/\d+(\/values(\/\d+)?)?/;

/**
 * Pointers to the parts of a body that failed. No other finding is reported at or below them. Each points to an image, an attribute, the
 * values of an attribute or one value. For a failure in any other place, the pointer is that of the whole field. LIST_FAILURES have no
 * pointers here, because the entries of the list can still be checked.
 */
function silencedPointers(failures: readonly Failure[]): ReadonlySet<string> {
  const wrong = failures.filter(({ code }) => !LIST_FAILURES.has(code));
  const parts = wrong.map(({ pointer }) => PART.exec(pointer)?.[0] ?? `/${fieldOf(pointer)}`);
  const silenced = new Set(parts);
  if (silenced.has("/color") || silenced.has("/flavor")) silenced.add("/color").add("/flavor");
  return silenced;
}

/** A pointer and the pointers of everything that contains it. */
const withAncestors = (pointer: string): readonly string[] =>
  pointer.split("/").flatMap((_, index, steps) => (index === 0 ? [] : [steps.slice(0, index + 1).join("/")]));

/** The body, with placeholders in place of missing and wrong values. Undefined when the body is not an object. */
export function fillPlaceholders({ body, sent, failures }: CheckedBody & { readonly body: ProductBody }): ProductBody | undefined {
  if (typeof body !== "object" || body === null || failures.some(({ pointer }) => pointer === "")) return undefined;
  const fields = failedFields(failures);
  const silenced = silencedPointers(failures);
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !fields.has(name)));
  const parts = Object.entries(FIELD_READERS).flatMap(([name, read]) => {
    const isReadable = fields.has(name) && !silenced.has(`/${name}`);
    const part = isReadable ? read((sent as Readonly<Record<string, unknown>>)[name], silenced) : undefined;
    return part === undefined ? [] : [[name, part] as const];
  });
  return { ...PLACEHOLDERS, ...kept, ...Object.fromEntries(parts) } as ProductBody;
}

type Pointers = ReadonlySet<string>;

/**
 * Functions that read the usable parts of a wrong field from the body as sent. In a list, placeholders replace wrong entries, so all
 * entries keep their positions.
 */
const FIELD_READERS: Readonly<Record<string, (value: unknown, silenced: Pointers) => unknown>> = {
  color: readJoined,
  flavor: readJoined,
  images: (value, silenced) =>
    listOf(value, PRODUCT_LIMITS.images).map((image, i) => ({
      url: silenced.has(`/images/${i}`) ? PLACEHOLDER_URL : textOf(image, "url"),
    })),
  attributes: (value, silenced) =>
    listOf(value, PRODUCT_LIMITS.attributes).map((attribute, i) => {
      const at = `/attributes/${i}`;
      if (silenced.has(at)) return { name: "", values: [] };
      const values = silenced.has(`${at}/values`)
        ? []
        : listOf((attribute as Readonly<Record<string, unknown>>)["values"], PRODUCT_LIMITS.valuesPerAttribute);
      return {
        name: textOf(attribute, "name"),
        values: values.map((one, j) => (silenced.has(`${at}/values/${j}`) ? "" : String(one).normalize())),
      };
    }),
};

/** The entries of a list, up to the allowed number. */
const listOf = (value: unknown, max: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, max) : []);
const textOf = (value: unknown, name: string): string => String((value as Readonly<Record<string, unknown>>)[name]).normalize();

/** The joined names without repetitions, up to the allowed number. */
function readJoined(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return [...new Set(joinedParts(value.normalize()))].slice(0, PRODUCT_LIMITS.joinedParts).join("+");
}

/** The findings about fields and entries that have not failed. */
export function withoutFailedFields<Finding extends { readonly pointer: string }>(
  found: readonly Finding[],
  failures: readonly Failure[],
): readonly Finding[] {
  const silenced = silencedPointers(failures);
  return found.filter(({ pointer }) => !withAncestors(pointer).some((ancestor) => silenced.has(ancestor)));
}
