import {
  bool,
  decimal,
  describedAs,
  enumOf,
  ignoredMembers,
  link,
  list,
  named,
  namedObject,
  NON_BLANK,
  object,
  optional,
  type Static,
  text,
} from "../platform/contract/index.ts";
import { PriceBody } from "../pricing/index.ts";
import { DECIMALS, HTTP_URL_PATTERN, KEY_PATTERN, PRODUCT_LIMITS } from "../reference/index.ts";
import { StockBody } from "../stock/index.ts";

/** Limits of a product's body, shared with the published schemas. */
export { PRODUCT_LIMITS as LIMITS } from "../reference/index.ts";

const keyRefusal = (field: string) => ({
  code: `${field}_characters`,
  text: {
    "pt-BR": `O campo ${field} veio como "{received}"; use somente letras sem acento, algarismos, ponto, hífen e sublinhado, começando por letra ou algarismo.`,
    en: `The field ${field} came as "{received}"; use only unaccented letters, digits, dot, hyphen and underscore, beginning with a letter or digit.`,
  },
});

/** The seller's key for a product: unique per seller, case-sensitive, never changed (seed 2.1, decisions 3). */
const Sku = text({
  minLength: 1,
  maxLength: PRODUCT_LIMITS.skuCharacters,
  pattern: KEY_PATTERN,
  refusal: keyRefusal("sku"),
  description: {
    "pt-BR": "Chave do produto, dada pelo lojista; única por lojista, diferencia maiúsculas de minúsculas, nunca muda.",
    en: "The product's key, given by the seller; unique per seller, case-sensitive, never changes.",
  },
  examples: ["TEN-BRISA-PRETO-39"],
});

/** Texts that shoppers read. Their Unicode form is normalized, so that two encodings of the same letters are the same name. */
const READABLE = { ...NON_BLANK, composed: true } as const;

const catalogName = (pt: string, en: string, example: string) =>
  text({ ...READABLE, maxLength: PRODUCT_LIMITS.catalogNameCharacters, description: { "pt-BR": pt, en }, examples: [example] });

/** Colours and flavours. The values that some clients send for "none" count as not sent (decisions 3). */
const joinedNames = (pt: string, en: string, example: string) =>
  text({
    minLength: 1,
    maxLength: PRODUCT_LIMITS.joinedCharacters,
    composed: true,
    absent: ["", false, "false"],
    description: { "pt-BR": pt, en },
    examples: [example],
  });

const side = (pt: string, en: string, example: number) =>
  decimal({
    scale: DECIMALS.size,
    above: 0,
    maximum: PRODUCT_LIMITS.sideCm,
    description: { "pt-BR": `${pt} em centímetros, até 3 decimais.`, en: `${en} in centimetres, up to 3 decimals.` },
    examples: [example],
  });

const image = namedObject("Image", "Uma imagem do produto.", {
  url: text({
    minLength: 1,
    maxLength: PRODUCT_LIMITS.urlCharacters,
    description: {
      "pt-BR": "Endereço http ou https de um .jpg ou .jpeg num servidor, de 400x400 a 1200x1200 px e até 5 MB.",
      en: "An http or https address of a .jpg or .jpeg on a server, from 400x400 to 1200x1200 px and up to 5 MB.",
    },
    examples: ["http://localhost:8080/images/shoe-black.jpg"],
  }),
});

const attribute = namedObject("Attribute", "Um atributo do tipo de produto, com os seus valores.", {
  name: catalogName("Nome do atributo no template.", "The attribute's name in the template.", "Indicado para"),
  values: list(text({ ...READABLE, maxLength: PRODUCT_LIMITS.valueCharacters }), {
    minItems: 1,
    maxItems: PRODUCT_LIMITS.valuesPerAttribute,
    description: "Os valores: da lista do atributo, ou livres, como o template diz.",
    examples: [["Corrida", "Caminhada"]],
  }),
});

const productFields = {
  sku: Sku,
  productGroup: text({
    minLength: 1,
    maxLength: PRODUCT_LIMITS.productGroupCharacters,
    pattern: KEY_PATTERN,
    refusal: keyRefusal("productGroup"),
    description: {
      "pt-BR": "Agrupa as variações de cor e tamanho de um modelo; igual em todos os skus dele.",
      en: "Groups the colour and size variations of one model; the same on all of its skus.",
    },
    examples: ["TEN-BRISA"],
  }),
  department: catalogName("Um nome da consulta de departamentos.", "A name from the departments lookup.", "Corrida"),
  productType: catalogName(
    "Um nome da consulta de tipos do departamento.",
    "A name from the department's product type lookup.",
    "Tênis de Corrida",
  ),
  brand: catalogName("Um nome da consulta de marcas.", "A name from the brands lookup.", "Altipasso"),
  name: text({
    ...READABLE,
    maxLength: PRODUCT_LIMITS.nameCharacters,
    description: {
      "pt-BR": "Recomendado: tipo + marca + modelo + característica + gênero; produto infantil termina com 'Infantil'.",
      en: "Recommended: type + brand + model + characteristic + gender; a children's product ends with 'Infantil'.",
    },
    examples: ["Tênis de Corrida Altipasso Brisa Amortecido Unissex"],
  }),
  description: text({
    ...READABLE,
    maxLength: PRODUCT_LIMITS.descriptionCharacters,
    description: {
      "pt-BR": "Texto simples: sem tags HTML e sem sequências de escape.",
      en: "Plain text: no HTML tags and no escape sequences.",
    },
    examples: ["Tênis leve para treinos diários, com cabedal respirável e entressola macia."],
  }),
  color: optional(
    joinedNames(
      "Cores registradas, até 3 unidas por '+'. Obrigatória, exceto em alimentos.",
      "Registered colours, up to 3 joined with '+'. Required, except for food.",
      "Preto",
    ),
  ),
  flavor: optional(
    joinedNames(
      "Sabores registrados, até 3 unidos por '+'. Substitui color em alimentos.",
      "Registered flavours, up to 3 joined with '+'. Replaces color for food.",
      "Chocolate",
    ),
  ),
  gender: named(
    "Gender",
    enumOf(["Homem", "Mulher", "Unissex"], {
      description: "Para quem é; letras maiúsculas e minúsculas contam.",
      meanings: { Homem: "Masculino.", Mulher: "Feminino.", Unissex: "Para todos." },
      examples: ["Unissex"],
    }),
  ),
  size: catalogName(
    "Um tamanho registrado; 'Único' quando não há variação.",
    "A registered size; 'Único' when there is no variation.",
    "39",
  ),
  manufacturerCode: optional(
    text({
      maxLength: PRODUCT_LIMITS.codeCharacters,
      also: "integer",
      description: { "pt-BR": "Código do fabricante.", en: "The manufacturer's code." },
      examples: ["AP-BRISA-39"],
    }),
  ),
  eanIsbn: optional(
    text({
      maxLength: PRODUCT_LIMITS.codeCharacters,
      also: "integer",
      description: {
        "pt-BR": "GTIN-8, 12, 13 ou 14, ISBN-13 ou ISBN-10; hifens e espaços não contam, um dígito verificador errado só avisa.",
        en: "GTIN-8, 12, 13 or 14, ISBN-13 or ISBN-10; hyphens and spaces do not count, a wrong check digit only warns.",
      },
      examples: ["7891234567895"],
    }),
  ),
  height: side("Altura", "Height", 12.5),
  width: side("Largura", "Width", 20),
  depth: side("Profundidade", "Depth", 32),
  weight: decimal({
    scale: DECIMALS.size,
    above: 0,
    maximum: PRODUCT_LIMITS.weightKg,
    description: {
      "pt-BR": "Peso em quilogramas, até 3 decimais; o tipo de produto tem um máximo.",
      en: "Weight in kilograms, up to 3 decimals; the product type has a maximum.",
    },
    examples: [0.75],
  }),
  video: optional(
    text({
      maxLength: PRODUCT_LIMITS.urlCharacters,
      pattern: HTTP_URL_PATTERN,
      absent: [""],
      description: { "pt-BR": "Endereço de um vídeo do produto.", en: "The address of a video of the product." },
      examples: ["https://videos.example.com/brisa"],
      refusal: {
        code: "video_not_url",
        text: {
          "pt-BR": 'O campo video veio como "{received}"; envie um endereço completo começando por http:// ou https://.',
          en: 'The field video came as "{received}"; send a whole address beginning with http:// or https://.',
        },
      },
    }),
  ),
  images: list(image, { minItems: 1, maxItems: PRODUCT_LIMITS.images, description: "De 1 a 6 imagens, sem repetições." }),
  attributes: optional(list(attribute, { maxItems: PRODUCT_LIMITS.attributes, description: "Os atributos do tipo de produto." })),
  fulfillment: optional(
    namedObject("ProductFulfillment", "O serviço de fulfillment.", {
      candidate: optional(
        bool({
          default: false,
          description: {
            "pt-BR": "Candidata o produto ao serviço de fulfillment.",
            en: "Makes the product a candidate for the fulfilment service.",
          },
          examples: [false],
        }),
      ),
    }),
  ),
  price: optional(describedAs(PriceBody, { description: "Os preços; obrigatórios em POST." })),
  stock: optional(describedAs(StockBody, { description: "O estoque; obrigatório em POST." })),
};

/** Fields that only returned products have (seed 2.1). A client may send them back; they are ignored. */
const shownFields = {
  status: text(),
  code: text(),
  expands: list(text()),
  _links: object({ self: link, price: link, stock: link, status: link }),
};

/** The body of POST and PUT product (seed 2.1, decisions 3). Rules that a schema cannot express are in submission-rules.ts. */
export const ProductBody = namedObject("ProductBody", "Um produto como o lojista o envia.", {
  ...productFields,
  ...ignoredMembers(shownFields, productFields),
});
export type ProductBody = Static<typeof ProductBody>;
