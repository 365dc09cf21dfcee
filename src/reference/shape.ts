import Type from "typebox";

/** Codes fit the 32-bit integers that clients hold them in (decisions 1.5). */
export const LARGEST_CODE = 2 ** 31 - 1;

const closed = { additionalProperties: false };
const Code = Type.Integer({ minimum: 1, maximum: LARGEST_CODE });
const Name = Type.String({ minLength: 1, maxLength: 100 });
const StoreCode = Type.String({ pattern: "^[A-Z]{2,8}$" });
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const byKind = Type.Object({ CLOTHES: Count, SHOES: Count, ACCESSORY: Count, SINGLE: Count, FOOD: Count }, closed);

const NamedItems = Type.Array(Type.Object({ code: Code, name: Name, externalCode: Name }, closed));

const TemplateAttribute = Type.Object(
  {
    code: Code,
    name: Name,
    required: Type.Boolean(),
    typeSelection: Type.Union([Type.Literal("FREE_TEXT"), Type.Literal("SINGLE"), Type.Literal("MULTIPLE")]),
    values: Type.Array(Type.Object({ code: Code, value: Name }, closed)),
  },
  closed,
);

const ProductType = Type.Object(
  {
    code: Code,
    name: Name,
    departments: Type.Array(Code, { minItems: 1 }),
    kind: Type.Union([
      Type.Literal("CLOTHES"),
      Type.Literal("SHOES"),
      Type.Literal("ACCESSORY"),
      Type.Literal("SINGLE"),
      Type.Literal("FOOD"),
    ]),
    sizeChart: Code,
    weightMaxKg: Type.Number({ exclusiveMinimum: 0, maximum: 1_000 }),
    distinguishedBy: Type.Union([Type.Literal("color"), Type.Literal("flavor")]),
    template: Code,
  },
  closed,
);

const Rules = Type.Object(
  {
    familyMinimum: byKind,
    minimumStock: byKind,
    familySettleSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
    driveHosts: Type.Array(Type.String({ pattern: "^[a-z0-9-]+(\\.[a-z0-9-]+)+$" })),
  },
  closed,
);

/**
 * The shape of ReferenceData (snapshot.ts) as a schema, for data that comes from outside: files and operators. What the
 * lists say about each other is integrity.ts.
 */
export const ReferenceShape = Type.Object(
  {
    stores: Type.Array(Type.Object({ code: StoreCode, name: Name }, closed), { minItems: 1 }),
    brands: NamedItems,
    colors: NamedItems,
    flavors: NamedItems,
    sizes: NamedItems,
    sizeCharts: Type.Array(Type.Object({ code: Code, name: Name, sizes: Type.Array(Name, { minItems: 1 }) }, closed)),
    departments: Type.Array(Type.Object({ code: Code, name: Name, stores: Type.Array(StoreCode, { minItems: 1 }) }, closed)),
    productTypes: Type.Array(ProductType),
    templates: Type.Array(Type.Object({ code: Code, name: Name, attributes: Type.Array(TemplateAttribute) }, closed)),
    rules: Rules,
  },
  closed,
);
