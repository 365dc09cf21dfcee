import Type, { type TInteger } from "typebox";
import { FILLED } from "../platform/contract/schema.ts";

/** Codes fit the 32-bit integers that clients hold them in (decisions 1.5). */
export const LARGEST_CODE = 2 ** 31 - 1;

const closed = { additionalProperties: false };
const Code = Type.Integer({ minimum: 1, maximum: LARGEST_CODE });
const Name = Type.String({
  minLength: FILLED.minLength,
  maxLength: 100,
  pattern: FILLED.pattern,
  "x-code": FILLED.refusal.code,
  "x-hint": FILLED.refusal.text,
});
const StoreCode = Type.String({ pattern: "^[A-Z]{2,8}$" });
const Percent = Type.Number({ minimum: 0, maximum: 100, "x-scale": 2 });
const byKind = (count: TInteger) => Type.Object({ CLOTHES: count, SHOES: count, ACCESSORY: count, SINGLE: count, FOOD: count }, closed);

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

/** A family is judged as a whole, and everybody waits while it is; no rule may ask for more members than that allows. */
const LARGEST_FAMILY = 2_000;
/** 30 days, as of the setting FAMILY_SETTLE_SECONDS that the rule stands for. */
const LONGEST_SETTLE_SECONDS = 2_592_000;
const LONGEST_HOST = 253;
const MOST_HOSTS = 1_000;
const MOST_COMMISSIONS = 1_000;

const Rules = Type.Object(
  {
    familyMinimum: byKind(Type.Integer({ minimum: 0, maximum: LARGEST_FAMILY })),
    minimumStock: byKind(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    familySettleSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_SETTLE_SECONDS })),
    largestFamily: Type.Integer({ minimum: 1, maximum: LARGEST_FAMILY }),
    commissionPercent: Type.Optional(
      Type.Object(
        {
          standard: Percent,
          departments: Type.Array(Type.Object({ code: Code, percent: Percent }, closed), { maxItems: MOST_COMMISSIONS }),
        },
        closed,
      ),
    ),
    driveHosts: Type.Array(Type.String({ maxLength: LONGEST_HOST, pattern: "^[a-z0-9-]+(\\.[a-z0-9-]+)+$" }), { maxItems: MOST_HOSTS }),
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
