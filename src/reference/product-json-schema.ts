import { DECIMALS, HTTP_URL_PATTERN, PRODUCT_LIMITS, RESERVED_SKUS } from "./product-limits.ts";
import { attributes, decimal, images, joined, key, money, oneOf, plainText, text, type Schema } from "./schema-parts.ts";
import type { ReferenceSnapshot, TypeRules } from "./snapshot.ts";

/**
 * The JSON Schema 2020-12 of a product of one (department, product type), printed from the very indexes that the
 * validator looks names up in (beyond.md M4): its canonical form, as PUT takes it. Texts are pt-BR, for integrators.
 *
 * What a schema cannot say stays with the server: salePrice <= listPrice, what stands behind an image's address, the
 * family's rules, and that POST needs price and stock. What the server tolerates besides is not in it either: numbers as
 * text, null for absent, letters with their accents apart.
 *
 * Decimals are published as `multipleOf`, which the specification defines exactly. Validators that divide binary floats
 * refuse some good values (0.07 by 0.001) unless they are given a tolerance, such as `multipleOfPrecision: 6` in Ajv.
 * Patterns need no lookaround and no back references, so they run in every engine.
 */
export function productSchema(rules: TypeRules, reference: ReferenceSnapshot): Schema {
  const { department, type, chart } = rules;
  const unused = type.distinguishedBy === "color" ? "flavor" : "color";
  const asksAttribute = rules.template.attributes.some((attribute) => attribute.required);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `${type.name} em ${department.name}`,
    description:
      `Produto do tipo ${type.name} no departamento ${department.name}, gerado das regras que o validador executa ` +
      `(dados de referência, versão ${reference.version}). Validadores que dividem números binários precisam de tolerância ` +
      "em multipleOf; no Ajv, multipleOfPrecision: 6.",
    type: "object",
    required: [...REQUIRED, type.distinguishedBy, ...(asksAttribute ? ["attributes"] : [])],
    properties: {
      sku: { ...key(PRODUCT_LIMITS.skuCharacters, "Chave do produto, dada pelo lojista; nunca muda."), not: { enum: RESERVED_SKUS } },
      productGroup: key(PRODUCT_LIMITS.productGroupCharacters, "O mesmo em todas as variações de cor e tamanho de um modelo."),
      department: { const: department.name, description: "Nome do departamento." },
      productType: { const: type.name, description: "Nome do tipo de produto." },
      brand: { ...oneOf(reference.brands.names), description: "Uma marca registrada, com a mesma grafia." },
      name: plainText(PRODUCT_LIMITS.nameCharacters, "Tipo + marca + modelo + característica + gênero; infantis terminam com 'Infantil'."),
      description: plainText(PRODUCT_LIMITS.descriptionCharacters, "Texto simples, sem formatação."),
      [type.distinguishedBy]: joined(type.distinguishedBy, type.distinguishedBy === "color" ? reference.colors : reference.flavors),
      [unused]: { not: {}, description: `Este tipo de produto usa ${type.distinguishedBy}; não envie ${unused}.` },
      gender: { enum: ["Homem", "Mulher", "Unissex"], description: "Diferencia maiúsculas de minúsculas." },
      size: { ...oneOf(chart.sizes), description: `Um tamanho da grade ${chart.name}.` },
      manufacturerCode: text(0, PRODUCT_LIMITS.codeCharacters, "Código do fabricante."),
      eanIsbn: text(0, PRODUCT_LIMITS.codeCharacters, "GTIN-8, 12, 13 ou 14, ISBN-13 ou ISBN-10; hifens e espaços não contam."),
      height: decimal(DECIMALS.size, PRODUCT_LIMITS.sideCm, "Altura em centímetros."),
      width: decimal(DECIMALS.size, PRODUCT_LIMITS.sideCm, "Largura em centímetros."),
      depth: decimal(DECIMALS.size, PRODUCT_LIMITS.sideCm, "Profundidade em centímetros."),
      weight: decimal(DECIMALS.size, type.weightMaxKg, `Peso em quilogramas; neste tipo, no máximo ${type.weightMaxKg} kg.`),
      video: { ...text(0, PRODUCT_LIMITS.urlCharacters, "Endereço http ou https de um vídeo."), pattern: HTTP_URL_PATTERN },
      images: images(reference.data.rules.driveHosts),
      attributes: attributes(rules.template.attributes),
      fulfillment: {
        type: "object",
        properties: { candidate: { type: "boolean", default: false } },
        description: "Candidatura do produto ao serviço de fulfillment.",
      },
      price: {
        type: "object",
        required: ["listPrice", "salePrice"],
        properties: { listPrice: money('Preço "de", em reais.'), salePrice: money('Preço "por", em reais; no máximo igual a listPrice.') },
        description: "Obrigatório na criação.",
      },
      stock: {
        type: "object",
        required: ["available"],
        properties: { available: { type: "integer", minimum: 0, maximum: LARGEST_STOCK, description: "Estoque físico, em unidades." } },
        description: "Obrigatório na criação.",
      },
    },
  };
}

/** Beside the color or flavor. Price and stock are not among them: PUT may leave them out. */
const REQUIRED = "sku productGroup department productType brand name description gender size height width depth weight images".split(" ");

const LARGEST_STOCK = 2 ** 31 - 1;
