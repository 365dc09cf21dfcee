import type { schemas } from "../../api/generated/index.ts";
import { isCanonicalNumber, numberEdit } from "../../ui/sheet/numbers.ts";
import type { Critique, ListName } from "./queries.ts";

/** A whole product, as it is read, mended and sent again. */
export type Product = schemas["v2"]["Product"];

/** How a critique is fixed where it stands. */
export interface Editor {
  readonly input: "choice" | "text" | "decimal" | "integer";
  /** The registered names to pick from. Without it, those that the critique itself allows. */
  readonly list?: ListName;
}

const STOCK = "/stock/available";

/** Fields that can be fixed in place, by their pointer. What has to be seen whole is fixed on the product's own page. */
const EDITORS: readonly { readonly pointer: RegExp; readonly editor: Editor }[] = [
  { pointer: /^\/brand$/, editor: { input: "choice", list: "brands" } },
  { pointer: /^\/color$/, editor: { input: "choice", list: "colors" } },
  { pointer: /^\/flavor$/, editor: { input: "choice", list: "flavors" } },
  { pointer: /^\/size$/, editor: { input: "choice", list: "sizes" } },
  { pointer: /^\/(department|productType|gender)$/, editor: { input: "choice" } },
  { pointer: /^\/attributes(\/\d+\/(name|values(\/\d+)?))?$/, editor: { input: "choice" } },
  { pointer: /^\/(name|productGroup|eanIsbn|manufacturerCode|video)$/, editor: { input: "text" } },
  { pointer: /^\/images\/\d+\/url$/, editor: { input: "text" } },
  { pointer: /^\/(weight|height|width|depth)$/, editor: { input: "decimal" } },
  { pointer: /^\/stock\/available$/, editor: { input: "integer" } },
];

/** Codes whose fix belongs into another field than the one they point at: a colour instead of a flavour, and the reverse. */
const SWAPS: Readonly<Record<string, { readonly to: "color" | "flavor"; readonly list: ListName }>> = {
  color_required: { to: "color", list: "colors" },
  flavor_required: { to: "flavor", list: "flavors" },
};

/** How a critique is fixed in place; undefined = on the product's own page. */
export function editorOf({ code, pointer, attribute }: Critique): Editor | undefined {
  const swap = SWAPS[code];
  if (swap !== undefined) return { input: "choice", list: swap.list };
  if (pointer === "/attributes" && attribute === undefined) return undefined;
  return EDITORS.find((row) => row.pointer.test(pointer))?.editor;
}

const FIXERS: ReadonlySet<string> = new Set(["administrator", "catalogue"]);
/** Whether a role may fix a critique; the server refuses it to the others. */
export const isFixedBy = (role: string | undefined, { pointer }: Pick<Critique, "pointer">): boolean =>
  FIXERS.has(role ?? "") || (role === "stock" && pointer === STOCK);

/** What the field starts with: what came, if it can be mended; nothing where another value has to be picked. */
export const startOf = (critique: Critique): string => {
  const input = editorOf(critique)?.input;
  const { received } = critique;
  return input === "choice" || (typeof received !== "string" && typeof received !== "number") ? "" : String(received);
};

/** The values that a critique itself allows, if it lists them. */
export const allowedOf = ({ allowed, received, pointer }: Critique): readonly string[] | undefined => {
  // One of the values that came has to stay.
  const values = allowed ?? (pointer.endsWith("/values") ? received : undefined);
  return Array.isArray(values) ? values.map(String) : undefined;
};

/** Tells critiques apart, also after one of them was fixed. */
export const idOf = ({ sku, code, pointer, received, attribute }: Critique): string =>
  JSON.stringify([sku, code, pointer, received ?? null, attribute ?? null]);

/** A critique with the value that fixes it. */
export interface Fix {
  readonly critique: Critique;
  readonly value: string;
}

/** The stock that fixes ask for; undefined = they ask for none. */
export const stockOf = (fixes: readonly Fix[]): number | undefined => {
  const fix = fixes.find(({ critique: { pointer } }) => pointer === STOCK);
  return fix && numberOf(fix.value);
};

/** A product with its fixes applied, as PUT takes it. The same product if none is about a field of it. */
export const fixed = (product: Product, fixes: readonly Fix[]): Product => fixes.reduce(withFix, product);

function withFix(product: Product, { critique, value }: Fix): Product {
  const { code, pointer, received, attribute } = critique;
  const swap = SWAPS[code];
  if (swap !== undefined) {
    const { color: _color, flavor: _flavor, ...others } = product;
    return { ...others, [swap.to]: value };
  }
  const [field = "", index = "", part = "", place = ""] = pointer.slice(1).split("/");
  if (field === "stock") return product;
  if (field === "attributes")
    return { ...product, attributes: withAttribute(product.attributes ?? [], { index, part, place, attribute, value }) };
  if (field === "images")
    return { ...product, images: (product.images ?? []).map((image, nth) => (nth === Number(index) ? { url: value } : image)) };
  const before = product[field as "color"];
  if (field === "color" || field === "flavor") return { ...product, [field]: withPart(before, received, value) };
  return { ...product, [field]: NUMBERS.has(field) ? numberOf(value) : value };
}
const NUMBERS: ReadonlySet<string> = new Set(["weight", "height", "width", "depth"]);

/** What was typed, as the server takes it: a number as people of a language write it. A suggestion is taken as it is. */
export const valueOf = ({ pointer, suggestions }: Critique, typed: string, language: string): string =>
  (pointer === STOCK || NUMBERS.has(pointer.slice(1))) && !suggestions.includes(typed) ? numberEdit(language, 0).read(typed) : typed;

/** The number of a text. Text that is none is sent as it is, and refused in the server's words. */
const numberOf = (value: string): number => (isCanonicalNumber(value) ? Number(value) : (value as unknown as number));

const JOINT = "+";
/** Replaces one of several joined names; all of them if what came is none of them. */
function withPart(joined: string | undefined, received: unknown, value: string): string {
  const parts = joined?.split(JOINT) ?? [];
  const nth = parts.findIndex((one) => one === received);
  return nth < 0 ? value : parts.with(nth, value).join(JOINT);
}

interface AttributeFix {
  readonly index: string;
  readonly part: string;
  readonly place: string;
  readonly attribute: string | undefined;
  readonly value: string;
}

function withAttribute(attributes: NonNullable<Product["attributes"]>, { index, part, place, attribute, value }: AttributeFix) {
  if (index === "") return attribute === undefined ? attributes : [...attributes, { name: attribute, values: [value] }];
  return attributes.map((one, nth) => {
    if (nth !== Number(index)) return one;
    if (part === "name") return { ...one, name: value };
    return { ...one, values: place === "" ? [value] : one.values.with(Number(place), value) };
  });
}
