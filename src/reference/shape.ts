import Type from "typebox";
import { NON_BLANK } from "../platform/contract/index.ts";

/** The largest code: clients hold codes in 32-bit integers (decisions 1.5). */
export const CODE_MAX = 2 ** 31 - 1;

const closed = { additionalProperties: false };
/** The description and example of a field in the OpenAPI documents. */
const described = (description: string, example: unknown) => ({ description, examples: [example] });
const Code = Type.Integer({ minimum: 1, maximum: CODE_MAX, ...described("Código.", 12) });
const nameOf = (description: string, example: string) =>
  Type.String({
    ...described(description, example),
    minLength: NON_BLANK.minLength,
    maxLength: 100,
    pattern: NON_BLANK.pattern,
    "x-code": NON_BLANK.refusal.code,
    "x-hint": NON_BLANK.refusal.text,
  });
const name = (example: string) => nameOf("Nome, letra por letra como os produtos o usam.", example);
const externalCode = (example: string) => nameOf("O código em outros sistemas.", example);
const StoreCode = Type.String({ pattern: "^[A-Z]{2,8}$" });
const Percent = Type.Number({ minimum: 0, maximum: 100, "x-scale": 2, ...described("Em porcento, até 2 decimais.", 16) });
/** A description of each kind of product (decisions 3), for the OpenAPI documents. */
const KIND_DESCRIPTIONS = {
  CLOTHES: "Roupas: a família segue a grade.",
  SHOES: "Calçados: a família segue a grade.",
  ACCESSORY: "Acessórios: o mínimo é combinado.",
  SINGLE: "Tamanho único.",
  FOOD: "Alimentos: o sabor substitui a cor.",
};
const byKind = (what: string, limits: { readonly minimum: number; readonly maximum: number }) => {
  const count = (kind: keyof typeof KIND_DESCRIPTIONS) =>
    Type.Integer({ ...limits, ...described(`${what}. ${KIND_DESCRIPTIONS[kind]}`, 1) });
  return Type.Object(
    {
      CLOTHES: count("CLOTHES"),
      SHOES: count("SHOES"),
      ACCESSORY: count("ACCESSORY"),
      SINGLE: count("SINGLE"),
      FOOD: count("FOOD"),
    },
    closed,
  );
};

const namedItems = (example: string, exampleCode: string) =>
  Type.Array(Type.Object({ code: Code, name: name(example), externalCode: externalCode(exampleCode) }, closed));

const TemplateAttribute = Type.Object(
  {
    code: Code,
    name: name("Material"),
    required: Type.Boolean(described("Se todo produto do tipo precisa dele.", false)),
    typeSelection: Type.Union([Type.Literal("FREE_TEXT"), Type.Literal("SINGLE"), Type.Literal("MULTIPLE")], {
      description: "Como se preenche.",
      "x-meanings": { FREE_TEXT: "Um texto livre.", SINGLE: "Um valor da lista.", MULTIPLE: "Um ou mais valores da lista." },
    }),
    values: Type.Array(Type.Object({ code: Code, value: name("Borracha") }, { ...closed, description: "Um valor aceito." }), {
      ...described("Os valores aceitos; vazio = conteúdo livre.", [{ code: 1, value: "Borracha" }]),
    }),
  },
  { ...closed, description: "Um atributo." },
);

const ProductType = Type.Object(
  {
    code: Code,
    name: name("Camiseta Esportiva"),
    departments: Type.Array(Code, { minItems: 1 }),
    kind: Type.Union(
      [Type.Literal("CLOTHES"), Type.Literal("SHOES"), Type.Literal("ACCESSORY"), Type.Literal("SINGLE"), Type.Literal("FOOD")],
      { "x-meanings": KIND_DESCRIPTIONS },
    ),
    sizeChart: Code,
    weightMaxKg: Type.Number({ exclusiveMinimum: 0, maximum: 1_000 }),
    distinguishedBy: Type.Union([Type.Literal("color"), Type.Literal("flavor")], {
      "x-meanings": { color: "A cor.", flavor: "O sabor, em alimentos." },
    }),
    template: Code,
  },
  closed,
);

/**
 * Maximum value of the rule `largestFamily`, and of each number in `familyMinimum`. A family is validated as a whole, which blocks other
 * work.
 */
const FAMILY_MAX = 2_000;
/** 30 days. The setting FAMILY_SETTLE_SECONDS, which the rule overrides, has the same maximum. */
const SETTLE_MAX_SECONDS = 2_592_000;
const HOST_MAX_LENGTH = 253;
const MAX_HOSTS = 1_000;
const MAX_COMMISSIONS = 1_000;
const MAX_DEADLINES = 1_000;
const MAX_HOLIDAYS = 400;
/** 90 days, like the setting REVIEW_SLA_HOURS that the rule overrides. */
const DEADLINE_MAX_HOURS = 24 * 90;
const DeadlineHours = Type.Integer({ minimum: 1, maximum: DEADLINE_MAX_HOURS, ...described("Horas até a decisão.", 24) });
const timeOfDay = (description: string, example: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", ...described(description, example) });

const Rules = Type.Object(
  {
    familyMinimum: byKind("Variações em sequência", { minimum: 0, maximum: FAMILY_MAX }),
    minimumStock: byKind("Unidades em estoque", { minimum: 0, maximum: 1_000_000 }),
    familySettleSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: SETTLE_MAX_SECONDS })),
    largestFamily: Type.Integer({ minimum: 1, maximum: FAMILY_MAX }),
    commissionPercent: Type.Optional(
      Type.Object(
        {
          standard: Percent,
          departments: Type.Array(
            Type.Object({ code: Code, percent: Percent }, { ...closed, description: "A comissão de um departamento." }),
            {
              maxItems: MAX_COMMISSIONS,
              ...described("As de departamentos.", []),
            },
          ),
        },
        closed,
      ),
    ),
    reviewDeadlines: Type.Optional(
      Type.Object(
        {
          hours: DeadlineHours,
          byDepartment: Type.Array(
            Type.Object({ code: Code, hours: DeadlineHours }, { ...closed, description: "O prazo de um departamento." }),
            { maxItems: MAX_DEADLINES, ...described("Os de departamentos.", []) },
          ),
          businessHours: Type.Optional(
            Type.Object(
              {
                days: Type.Array(Type.Integer({ minimum: 1, maximum: 7, ...described("Dia da semana: 1 = segunda, 7 = domingo.", 1) }), {
                  minItems: 1,
                  maxItems: 7,
                  ...described("Os dias em que o prazo corre.", [1, 2, 3, 4, 5]),
                }),
                from: timeOfDay("Hora em que o prazo começa a correr, em São Paulo.", "09:00"),
                until: timeOfDay("Hora em que o prazo para, em São Paulo.", "18:00"),
                holidays: Type.Optional(
                  Type.Array(Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }), {
                    maxItems: MAX_HOLIDAYS,
                    ...described("Dias em que o prazo não corre.", ["2026-12-25"]),
                  }),
                ),
              },
              { ...closed, description: "Quando o prazo corre; ausente = sempre." },
            ),
          ),
        },
        closed,
      ),
    ),
    driveHosts: Type.Array(Type.String({ maxLength: HOST_MAX_LENGTH, pattern: "^[a-z0-9-]+(\\.[a-z0-9-]+)+$" }), { maxItems: MAX_HOSTS }),
  },
  closed,
);

/**
 * The schema of ReferenceData (snapshot.ts), for data from outside: files and operators. Consistency between the lists is checked by
 * integrity.ts.
 */
export const ReferenceShape = Type.Object(
  {
    stores: Type.Array(Type.Object({ code: StoreCode, name: name("Vitrine Esportes") }, closed), { minItems: 1 }),
    brands: namedItems("Altipasso", "ALTIPASSO"),
    colors: namedItems("Azul", "AZUL"),
    flavors: namedItems("Chocolate", "CHOCOLATE"),
    sizes: namedItems("M", "M"),
    sizeCharts: Type.Array(Type.Object({ code: Code, name: name("Adulto"), sizes: Type.Array(name("M"), { minItems: 1 }) }, closed)),
    departments: Type.Array(Type.Object({ code: Code, name: name("Corrida"), stores: Type.Array(StoreCode, { minItems: 1 }) }, closed)),
    productTypes: Type.Array(ProductType),
    templates: Type.Array(
      Type.Object({ code: Code, name: name("Camisetas, regatas e tops esportivos"), attributes: Type.Array(TemplateAttribute) }, closed),
    ),
    rules: Rules,
  },
  closed,
);
