/** A JSON Schema 2020-12, as the server makes it from the rules that it runs. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a field is entered, with what the schema says of its values. */
export type FieldSpec = {
  readonly name: string;
  readonly isRequired: boolean;
  /** The server's own words. */
  readonly description: string | undefined;
} & (
  | { readonly kind: "fixed"; readonly value: string }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "joined"; readonly options: readonly string[] }
  | { readonly kind: "text" | "long"; readonly maxLength: number | undefined }
  | { readonly kind: "number"; readonly maximum: number | undefined; readonly decimals: number }
  | { readonly kind: "switch" }
);

/** Parts of a product that have a place of their own in the form. */
const ELSEWHERE: ReadonlySet<string> = new Set(["images", "attributes", "price", "stock", "fulfillment", "department", "productType"]);
/** From here on a text has several lines. */
const LONG = 200;

/** The fields of a product type's schema in its order. Fields that the type forbids are left out. */
export function fieldSpecs(schema: JsonSchema): readonly FieldSpec[] {
  const required = new Set((schema["required"] ?? []) as readonly string[]);
  return Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>)
    .filter(([name]) => !ELSEWHERE.has(name))
    .flatMap(([name, field]) => {
      const control = controlOf(field);
      const description = field["description"] as string | undefined;
      return control === undefined ? [] : [{ name, isRequired: required.has(name), description, ...control }];
    });
}

type Control = FieldSpec extends infer Spec ? (Spec extends FieldSpec ? Omit<Spec, "name" | "isRequired" | "description"> : never) : never;

/** How a value of this schema is entered; undefined if no value fits. */
function controlOf(field: JsonSchema): Control | undefined {
  if (isNothing(field["not"])) return undefined;
  if (typeof field["const"] === "string") return { kind: "fixed", value: field["const"] };
  if (Array.isArray(field["enum"])) return { kind: "choice", options: field["enum"] as readonly string[] };
  const [first] = (field["anyOf"] ?? []) as readonly JsonSchema[];
  if (Array.isArray(first?.["enum"])) return { kind: "joined", options: first["enum"] as readonly string[] };
  if (field["type"] === "boolean") return { kind: "switch" };
  if (field["type"] === "number" || field["type"] === "integer")
    return { kind: "number", maximum: field["maximum"] as number | undefined, decimals: decimalsOf(field) };
  const maxLength = field["maxLength"] as number | undefined;
  return { kind: (maxLength ?? 0) > LONG && field["pattern"] !== undefined && field["allOf"] !== undefined ? "long" : "text", maxLength };
}

const isNothing = (not: unknown): boolean => typeof not === "object" && not !== null && Object.keys(not).length === 0;

/** Digits after the decimal point: 3 of `multipleOf: 0.001`. */
const decimalsOf = ({ type, multipleOf }: JsonSchema): number =>
  type === "integer" ? 0 : typeof multipleOf === "number" ? Math.max(0, Math.round(-Math.log10(multipleOf))) : 2;

/** An attribute of a product type. */
export interface AttributeSpec {
  readonly name: string;
  readonly isRequired: boolean;
  /** Exactly one value. */
  readonly isSingle: boolean;
  /** The values of its list; undefined = any text. */
  readonly options: readonly string[] | undefined;
}

interface AttributesSchema {
  readonly items?: {
    readonly properties?: { readonly name?: { readonly enum?: readonly string[] } };
    readonly allOf?: readonly JsonSchema[];
  };
  readonly allOf?: readonly { readonly contains?: NamedSchema; readonly minContains?: number }[];
}
interface NamedSchema {
  readonly properties?: { readonly name?: { readonly const?: string } };
}
interface ValuesSchema {
  readonly properties?: { readonly values?: { readonly maxItems?: number; readonly items?: { readonly enum?: readonly string[] } } };
}

/** The attributes of a product type's schema, the required ones first. */
export function attributeSpecs(schema: JsonSchema): readonly AttributeSpec[] {
  const attributes = (schema["properties"] as Readonly<Record<string, unknown>> | undefined)?.["attributes"] as
    | AttributesSchema
    | undefined;
  const nameOf = (one: NamedSchema | undefined) => one?.properties?.name?.const;
  const required = new Set(attributes?.allOf?.filter(({ minContains }) => minContains === 1).map(({ contains }) => nameOf(contains)));
  const lists = new Map(
    attributes?.items?.allOf?.map((rule) => [nameOf(rule["if"] as NamedSchema), (rule["then"] as ValuesSchema).properties?.values]),
  );
  return (attributes?.items?.properties?.name?.enum ?? [])
    .map((name) => ({
      name,
      isRequired: required.has(name),
      isSingle: lists.get(name)?.maxItems === 1,
      options: lists.get(name)?.items?.enum,
    }))
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** How many pictures a product may have. */
export function mostPictures(schema: JsonSchema | undefined): number {
  const images = (schema?.["properties"] as Readonly<Record<string, JsonSchema>> | undefined)?.["images"];
  return (images?.["maxItems"] as number | undefined) ?? 6;
}
