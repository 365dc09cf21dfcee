import { DECIMALS, HTTP_URL_PATTERN, PRODUCT_LIMITS, RESERVED_SKUS } from "./product-limits.ts";
import {
  attributesSchema,
  decimalSchema,
  enumSchema,
  imagesSchema,
  joinedNamesSchema,
  keySchema,
  moneySchema,
  plainTextSchema,
  textSchema,
  type Schema,
} from "./schema-parts.ts";
import type { ReferenceSnapshot, TypeRules } from "./snapshot.ts";

/**
 * The JSON Schema 2020-12 of a product of one (department, product type), generated from the indexes that the validator uses. It describes
 * the canonical form, as PUT accepts it. Texts are pt-BR, for integrators.
 *
 * Some rules cannot be expressed in a schema and are checked by the server only: salePrice <= listPrice, the content of images, the family
 * rules, and that POST needs price and stock. The schema is also stricter than the server, which accepts numbers as text, null for an
 * absent field, and decomposed accents.
 *
 * Decimals are published as `multipleOf`, which the specification defines exactly. Validators that divide binary floats refuse some valid
 * values (0.07 by 0.001) unless they get a tolerance, such as `multipleOfPrecision: 6` in Ajv. Patterns use no lookaround and no back
 * references, so they run in every engine.
 */
export function productJsonSchema(rules: TypeRules, reference: ReferenceSnapshot): Schema {
  const { department, type, chart } = rules;
  const unused = type.distinguishedBy === "color" ? "flavor" : "color";
  const requiresAttribute = rules.template.attributes.some((attribute) => attribute.required);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `${type.name} em ${department.name}`,
    description:
      `Produto do tipo ${type.name} no departamento ${department.name}, gerado das regras que o validador executa ` +
      `(dados de referência, versão ${reference.version}). Validadores que dividem números binários precisam de tolerância ` +
      "em multipleOf; no Ajv, multipleOfPrecision: 6.",
    type: "object",
    required: [...REQUIRED, type.distinguishedBy, ...(requiresAttribute ? ["attributes"] : [])],
    properties: {
      sku: { ...keySchema(PRODUCT_LIMITS.skuCharacters, "Chave do produto, dada pelo lojista; nunca muda."), not: { enum: RESERVED_SKUS } },
      productGroup: keySchema(PRODUCT_LIMITS.productGroupCharacters, "O mesmo em todas as variações de cor e tamanho de um modelo."),
      department: { const: department.name, description: "Nome do departamento." },
      productType: { const: type.name, description: "Nome do tipo de produto." },
      brand: { ...enumSchema(reference.brands.names), description: "Uma marca registrada, com a mesma grafia." },
      name: plainTextSchema(
        PRODUCT_LIMITS.nameCharacters,
        "Tipo + marca + modelo + característica + gênero; infantis terminam com 'Infantil'.",
      ),
      description: plainTextSchema(PRODUCT_LIMITS.descriptionCharacters, "Texto simples, sem formatação."),
      [type.distinguishedBy]: joinedNamesSchema(
        type.distinguishedBy,
        type.distinguishedBy === "color" ? reference.colors : reference.flavors,
      ),
      [unused]: { not: {}, description: `Este tipo de produto usa ${type.distinguishedBy}; não envie ${unused}.` },
      gender: { enum: ["Homem", "Mulher", "Unissex"], description: "Diferencia maiúsculas de minúsculas." },
      size: { ...enumSchema(chart.sizes), description: `Um tamanho da grade ${chart.name}.` },
      manufacturerCode: textSchema(0, PRODUCT_LIMITS.codeCharacters, "Código do fabricante."),
      eanIsbn: textSchema(0, PRODUCT_LIMITS.codeCharacters, "GTIN-8, 12, 13 ou 14, ISBN-13 ou ISBN-10; hifens e espaços não contam."),
      height: decimalSchema(DECIMALS.size, PRODUCT_LIMITS.sideCm, "Altura em centímetros."),
      width: decimalSchema(DECIMALS.size, PRODUCT_LIMITS.sideCm, "Largura em centímetros."),
      depth: decimalSchema(DECIMALS.size, PRODUCT_LIMITS.sideCm, "Profundidade em centímetros."),
      weight: decimalSchema(DECIMALS.size, type.weightMaxKg, `Peso em quilogramas; neste tipo, no máximo ${type.weightMaxKg} kg.`),
      video: { ...textSchema(0, PRODUCT_LIMITS.urlCharacters, "Endereço http ou https de um vídeo."), pattern: HTTP_URL_PATTERN },
      images: imagesSchema(reference.data.rules.driveHosts),
      attributes: attributesSchema(rules.template.attributes),
      fulfillment: {
        type: "object",
        properties: { candidate: { type: "boolean", default: false } },
        description: "Candidatura do produto ao serviço de fulfillment.",
      },
      price: PRICE,
      stock: STOCK,
    },
  };
}

/** The required fields in addition to color or flavor. Price and stock are not among them, because PUT may omit them. */
const REQUIRED = "sku productGroup department productType brand name description gender size height width depth weight images".split(" ");

const PRICE: Schema = {
  type: "object",
  required: ["listPrice", "salePrice"],
  properties: {
    listPrice: moneySchema('Preço "de", em reais.'),
    salePrice: moneySchema('Preço "por", em reais; no máximo igual a listPrice.'),
  },
  description: "Obrigatório na criação.",
};

const STOCK_MAX = 2 ** 31 - 1;
const STOCK: Schema = {
  type: "object",
  required: ["available"],
  properties: { available: { type: "integer", minimum: 0, maximum: STOCK_MAX, description: "Estoque físico, em unidades." } },
  description: "Obrigatório na criação.",
};
