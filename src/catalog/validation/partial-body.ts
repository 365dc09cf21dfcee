import type { Failure } from "../../platform/contract/errors.ts";
import { PRODUCT_LIMITS } from "../../reference/index.ts";
import type { ProductBody } from "../product-schema.ts";
import { joinedParts } from "../variation.ts";

/**
 * Bodies with failures as far as they can be judged: what is wrong is stood in for, and nothing is said of the stand-ins, so that
 * everything else is told of at once (beyond M2).
 */

/** A body that was refused, and as it was sent: of a list in which something is wrong, the check keeps nothing. */
export interface Sent {
  readonly sent: unknown;
  readonly failures: readonly Failure[];
}

/** An image that failed already; it is taken for a good one. */
export const STAND_IN_URL = "";

/** What stands in for a member that is missing or wrong. */
const STAND_INS: Readonly<Record<string, unknown>> = {
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

/** Failures of a whole that say nothing against its parts: there are too many, or one comes twice. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(["too_many_items", "joined_too_many", "joined_repeated"]);

const rootOf = (pointer: string): string => pointer.split("/")[1] ?? "";

/** The members that failures are about; colour and flavour are about each other. */
export function failedRoots(failures: readonly Failure[]): ReadonlySet<string> {
  const roots = new Set(failures.map(({ pointer }) => rootOf(pointer)));
  if (roots.has("color") || roots.has("flavor")) roots.add("color").add("flavor");
  return roots;
}

const PART = /^\/images\/\d+|^\/attributes\/\d+(\/values(\/\d+)?)?/;

/** Where nothing else is said any more: at an image, an attribute, its values or one of them; otherwise the whole member. */
function silenced(failures: readonly Failure[]): ReadonlySet<string> {
  const wrong = failures.filter(({ code }) => !OF_THE_WHOLE.has(code));
  const parts = wrong.map(({ pointer }) => PART.exec(pointer)?.[0] ?? `/${rootOf(pointer)}`);
  const places = new Set(parts);
  if (places.has("/color") || places.has("/flavor")) places.add("/color").add("/flavor");
  return places;
}

/** A pointer and those of everything around it. */
const around = (pointer: string): readonly string[] =>
  pointer.split("/").flatMap((_, index, steps) => (index === 0 ? [] : [steps.slice(0, index + 1).join("/")]));

/** A refused body as far as it can be judged; undefined for one that is no object. */
export function judgeable({ body, sent, failures }: Sent & { readonly body: ProductBody }): ProductBody | undefined {
  if (typeof body !== "object" || body === null || failures.some(({ pointer }) => pointer === "")) return undefined;
  const roots = failedRoots(failures);
  const places = silenced(failures);
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !roots.has(name)));
  const parts = Object.entries(PARTS).flatMap(([name, read]) => {
    const isReadable = roots.has(name) && !places.has(`/${name}`);
    const part = isReadable ? read((sent as Readonly<Record<string, unknown>>)[name], places) : undefined;
    return part === undefined ? [] : [[name, part] as const];
  });
  return { ...STAND_INS, ...kept, ...Object.fromEntries(parts) } as ProductBody;
}

type Places = ReadonlySet<string>;

/** What can be read of a member in which something is wrong, as it was sent; each of its parts keeps its place. */
const PARTS: Readonly<Record<string, (value: unknown, places: Places) => unknown>> = {
  color: joined,
  flavor: joined,
  images: (value, places) =>
    listOf(value, PRODUCT_LIMITS.images).map((image, i) => ({ url: places.has(`/images/${i}`) ? STAND_IN_URL : textOf(image, "url") })),
  attributes: (value, places) =>
    listOf(value, PRODUCT_LIMITS.attributes).map((attribute, i) => {
      const at = `/attributes/${i}`;
      if (places.has(at)) return { name: "", values: [] };
      const values = places.has(`${at}/values`)
        ? []
        : listOf((attribute as Readonly<Record<string, unknown>>)["values"], PRODUCT_LIMITS.valuesPerAttribute);
      return {
        name: textOf(attribute, "name"),
        values: values.map((one, j) => (places.has(`${at}/values/${j}`) ? "" : String(one).normalize())),
      };
    }),
};

/** Of too many, as many as there may be. */
const listOf = (value: unknown, most: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);
const textOf = (value: unknown, name: string): string => String((value as Readonly<Record<string, unknown>>)[name]).normalize();

/** Each part once, and as many as there may be. */
function joined(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return [...new Set(joinedParts(value.normalize()))].slice(0, PRODUCT_LIMITS.joinedParts).join("+");
}

/** The findings that do not speak of what failed already. */
export function besidesFailures<Pointed extends { readonly pointer: string }>(
  found: readonly Pointed[],
  failures: readonly Failure[],
): readonly Pointed[] {
  const places = silenced(failures);
  return found.filter(({ pointer }) => !around(pointer).some((place) => places.has(place)));
}
