import { expectedTypeText } from "../../src/platform/contract/type-words.ts";

/** A refusal as it is expected. */
export interface Refused {
  readonly status?: number;
  readonly type?: string;
  readonly code: string;
  readonly pointer: string;
  /** The field as sentences call it; without it the pointer's last name. */
  readonly field?: string;
  /** What the sentence says was sent: the value, or its length or count. */
  readonly says?: string;
  /** The way out, in Portuguese and in English. */
  readonly fix: readonly [pt: string, en: string];
}

type Changes = Readonly<Record<string, unknown>>;
/** A price record. */
export const price = (listPrice: unknown, salePrice: unknown) => ({ listPrice, salePrice });
/** An entry of images. */
export const image = (url: string) => ({ url });
/** So many different images. */
export const images = (count: number) => Array.from({ length: count }, (_, nth) => image(`https://fotos.exemplo.com.br/${nth}.jpg`));
const attribute = { name: "Tecnologia", values: ["Leve"] };

/** The ways out that several refusals name. */
export const MAXIMUM = (limit: number | string) => [`o máximo é ${limit}`, `the maximum is ${limit}`] as const;
export const MINIMUM = (limit: number) => [`o mínimo é ${limit}`, `the minimum is ${limit}`] as const;
const ABOVE_0 = ["maior que zero", "greater than zero"] as const;
export const SEND = (type: string) => {
  const wanted = expectedTypeText(type);
  return [`envie ${wanted["pt-BR"]}`, `send ${wanted.en}`] as const;
};
const ONE_OF = (words: string) => [`use um destes: ${words}`, `use one of these: ${words}`] as const;
const KEY = ["use somente letras sem acento", "use only unaccented letters"] as const;
const PLAIN = ["envie texto simples", "send plain text"] as const;
const NO_ESCAPE = ["remova-a ou troque-a", "remove it or replace it"] as const;
const CHARACTER = ["escreva o próprio caractere", "write the character itself"] as const;
const SPACES = ["por espaços", "with spaces"] as const;
const EITHER = ["exatamente um dos dois", "exactly one of them"] as const;
const WHOLE_URL = ["endereço completo começando por http://", "whole address beginning with http://"] as const;
const JPEG = ["terminar em .jpg ou .jpeg", "end in .jpg or .jpeg"] as const;
export const HOST_IT = ["hospede a imagem num servidor", "host the image on a server"] as const;
const SAY = ["escreva o valor", "write the value"] as const;

const REQUIRED = {
  sku: "string",
  productGroup: "string",
  department: "string",
  productType: "string",
  brand: "string",
  name: "string",
  description: "string",
  gender: "string",
  size: "string",
  height: "number",
  width: "number",
  depth: "number",
  weight: "number",
  images: "array",
};
const GENDERS = "Homem, Mulher, Unissex";

/** One change to a good product, and the one refusal it earns. */
export const BODIES: readonly (readonly [what: string, changes: Changes, expected: Refused])[] = [
  ...Object.entries(REQUIRED).flatMap(([field, type]) =>
    [undefined, null].map(
      (value) =>
        [
          `${field}: ${value === null ? "null" : "left out"}`,
          { [field]: value },
          { code: "required", pointer: `/${field}`, fix: SEND(type) },
        ] as const,
    ),
  ),
  ...["department", "productType", "brand", "name", "description", "size"].map(
    (field) => [`${field}: only spaces`, { [field]: "   " }, { code: "text_blank", pointer: `/${field}`, fix: SAY }] as const,
  ),
  ...["A B", "AÇO", "A/B", "-A", "A'B", "Ａ", "A\u200bB"].flatMap((key) =>
    ["sku", "productGroup"].map(
      (field) =>
        [
          `${field}: ${JSON.stringify(key)}`,
          { [field]: key },
          { code: `${field}_characters`, pointer: `/${field}`, says: key, fix: KEY },
        ] as const,
    ),
  ),
  ["sku: 51 characters", { sku: "A".repeat(51) }, { code: "too_long", pointer: "/sku", says: "51", fix: MAXIMUM(50) }],
  ["sku: empty", { sku: "" }, { code: "too_short", pointer: "/sku", says: "0", fix: MINIMUM(1) }],
  ["sku: a number", { sku: 7 }, { code: "wrong_type", pointer: "/sku", says: "7", fix: SEND("string") }],
  ["name: 101 characters", { name: "a".repeat(101) }, { code: "too_long", pointer: "/name", says: "101", fix: MAXIMUM(100) }],
  ["name: 101 emoji", { name: "🏃".repeat(101) }, { code: "too_long", pointer: "/name", says: "101", fix: MAXIMUM(100) }],
  [
    "description: 3001 characters",
    { description: "a".repeat(3001) },
    { code: "too_long", pointer: "/description", says: "3001", fix: MAXIMUM(3000) },
  ],
  ["name: a tag", { name: "Tênis <b>leve" }, { code: "text_tag", pointer: "/name", says: "<b>", fix: PLAIN }],
  ["description: a tag", { description: "Um<br/>dois" }, { code: "text_tag", pointer: "/description", says: "<br/>", fix: PLAIN }],
  ["description: a closing tag", { description: "Um</p>" }, { code: "text_tag", pointer: "/description", says: "</p>", fix: PLAIN }],
  [
    "description: an escape spelled out",
    { description: String.raw`Um\ndois` },
    { code: "text_escape_sequence", pointer: "/description", says: String.raw`\n`, fix: NO_ESCAPE },
  ],
  [
    "description: an entity",
    { description: "Um&nbsp;dois" },
    { code: "text_entity", pointer: "/description", says: "&nbsp;", fix: CHARACTER },
  ],
  [
    "description: a line break",
    { description: "Um\ndois" },
    { code: "text_control_character", pointer: "/description", says: "U+000A", fix: SPACES },
  ],
  [
    "description: a tabulator",
    { description: "Um\tdois" },
    { code: "text_control_character", pointer: "/description", says: "U+0009", fix: SPACES },
  ],
  ["color: none, nor flavor", { color: undefined }, { code: "color_or_flavor_missing", pointer: "/color", fix: EITHER }],
  ["color: and flavor", { flavor: "Uva" }, { code: "color_and_flavor", pointer: "/flavor", says: "Uva", fix: EITHER }],
  ...["color", "flavor"].flatMap((field): (readonly [string, Changes, Refused])[] => {
    const one = (value: string) => ({ color: undefined, [field]: value });
    const pointer = `/${field}`;
    return [
      [`${field}: four parts`, one("A+B+C+D"), { code: "joined_too_many", pointer, says: "A+B+C+D", fix: ["no máximo 3", "at most 3"] }],
      [
        `${field}: an empty part`,
        one("Preto+"),
        { code: "joined_empty_part", pointer, says: "Preto+", fix: ["deixe um nome", "leave one name"] },
      ],
      [
        `${field}: a part twice`,
        one("Preto+preto"),
        { code: "joined_repeated", pointer, says: "Preto+preto", fix: ["uma só vez", "only once"] },
      ],
    ];
  }),
  ...["homem", "HOMEM", "Feminino", ""].map(
    (gender) =>
      [
        `gender: ${JSON.stringify(gender)}`,
        { gender },
        { code: "not_allowed", pointer: "/gender", says: gender, fix: ONE_OF(GENDERS) },
      ] as const,
  ),
  ...["height", "width", "depth", "weight"].flatMap((field): (readonly [string, Changes, Refused])[] => {
    const pointer = `/${field}`;
    return [
      [`${field}: 4 decimals`, { [field]: 1.2345 }, { code: "too_many_decimals", pointer, says: "1.2345", fix: MAXIMUM(3) }],
      [`${field}: 4 decimals in a text`, { [field]: "0.0001" }, { code: "too_many_decimals", pointer, says: "0.0001", fix: MAXIMUM(3) }],
      [`${field}: zero`, { [field]: 0 }, { code: "not_above", pointer, says: "0", fix: ABOVE_0 }],
      [`${field}: negative`, { [field]: -1 }, { code: "not_above", pointer, says: "-1", fix: ABOVE_0 }],
      [`${field}: a decimal comma`, { [field]: "1,5" }, { code: "decimal_comma", pointer, says: "1,5", fix: ["envie 1.5", "send 1.5"] }],
      [`${field}: a word`, { [field]: "dez" }, { code: "wrong_type", pointer, says: "dez", fix: SEND("number") }],
      [`${field}: true`, { [field]: true }, { code: "wrong_type", pointer, says: "true", fix: SEND("number") }],
      [
        `${field}: beyond every parcel`,
        { [field]: 100_000.001 },
        { code: "over_maximum", pointer, says: "100000.001", fix: MAXIMUM(100_000) },
      ],
    ];
  }),
  ["images: none", { images: [] }, { code: "too_few_items", pointer: "/images", says: "0", fix: MINIMUM(1) }],
  ["images: 7", { images: images(7) }, { code: "too_many_items", pointer: "/images", says: "7", fix: MAXIMUM(6) }],
  ["images: without url", { images: [{}] }, { code: "required", pointer: "/images/0/url", fix: SEND("string") }],
  ["images: a text", { images: "a.jpg" }, { code: "wrong_type", pointer: "/images", says: "a.jpg", fix: SEND("array") }],
  ...["a.png", "a.jpg.gif", "a", "a.png?x=.jpg", "jpg"].map((file) => {
    const url = `https://fotos.exemplo.com.br/${file}`;
    return [
      `images: ${file}`,
      { images: [image(url)] },
      { code: "image_url_extension", pointer: "/images/0/url", says: url, fix: JPEG },
    ] as const;
  }),
  ...["ftp://fotos.exemplo.com.br/a.jpg", "/a.jpg", "data:image/jpeg,a.jpg", "fotos.exemplo.com.br/a.jpg"].map(
    (url) =>
      [
        `images: ${url}`,
        { images: [image(url)] },
        { code: "image_url_invalid", pointer: "/images/0/url", says: url, fix: WHOLE_URL },
      ] as const,
  ),
  [
    "images: the second twice",
    { images: [...images(2), images(2)[1]] },
    { code: "image_url_repeated", pointer: "/images/2/url", says: "/images/1/url", fix: ["envie outra imagem", "send another image"] },
  ],
  [
    "attributes: one twice",
    { attributes: [attribute, attribute] },
    { code: "attribute_repeated", pointer: "/attributes/1/name", says: attribute.name, fix: ["uma só vez", "only once"] },
  ],
  [
    "attributes: without values",
    { attributes: [{ ...attribute, values: [] }] },
    { code: "too_few_items", pointer: "/attributes/0/values", says: "0", fix: MINIMUM(1) },
  ],
  [
    "attributes: values no list",
    { attributes: [{ ...attribute, values: "Leve" }] },
    { code: "wrong_type", pointer: "/attributes/0/values", says: "Leve", fix: SEND("array") },
  ],
  [
    "attributes: without name",
    { attributes: [{ values: ["Leve"] }] },
    { code: "required", pointer: "/attributes/0/name", fix: SEND("string") },
  ],
  [
    "fulfillment.candidate: a text",
    { fulfillment: { candidate: "sim" } },
    { code: "wrong_type", pointer: "/fulfillment/candidate", says: "sim", fix: SEND("boolean") },
  ],
  ["price: left out", { price: undefined }, { code: "price_missing", pointer: "/price", fix: ["na criação envie price", "send price"] }],
  ["stock: left out", { stock: null }, { code: "stock_missing", pointer: "/stock", fix: ["na criação envie stock", "send stock"] }],
];

/** What is wrong with a price, alone or within a product. */
export const PRICES: readonly (readonly [what: string, body: Changes, expected: Refused])[] = [
  ["no listPrice", price(undefined, 1), { code: "required", pointer: "/listPrice", fix: SEND("number") }],
  ["no salePrice", price(1, null), { code: "required", pointer: "/salePrice", fix: SEND("number") }],
  ["listPrice 0", price(0, 1), { code: "not_above", pointer: "/listPrice", says: "0", fix: ABOVE_0 }],
  ["salePrice 0", price(1, 0), { code: "not_above", pointer: "/salePrice", says: "0", fix: ABOVE_0 }],
  ["salePrice -0.01", price(1, -0.01), { code: "not_above", pointer: "/salePrice", says: "-0.01", fix: ABOVE_0 }],
  ["salePrice 1.001", price(2, 1.001), { code: "too_many_decimals", pointer: "/salePrice", says: "1.001", fix: MAXIMUM(2) }],
  [
    "salePrice above listPrice",
    price(10, 10.01),
    {
      status: 422,
      type: "Business_Logic_Error",
      code: "sale_price_above_list_price",
      pointer: "/salePrice",
      says: "10.01",
      fix: ["não pode passar", "may not exceed"],
    },
  ],
];
/** What is wrong with a stock, alone or within a product. */
export const STOCKS: readonly (readonly [what: string, body: Changes, expected: Refused])[] = [
  ["no available", {}, { code: "required", pointer: "/available", fix: SEND("integer") }],
  ["-1", { available: -1 }, { code: "below_minimum", pointer: "/available", says: "-1", fix: MINIMUM(0) }],
  ["1.5", { available: 1.5 }, { code: "wrong_type", pointer: "/available", says: "1.5", fix: SEND("integer") }],
  [
    "a text that is no whole number",
    { available: "7.5" },
    { code: "wrong_type", pointer: "/available", says: "7.5", fix: SEND("integer") },
  ],
  ["a text with a space", { available: "7 " }, { code: "wrong_type", pointer: "/available", says: "7 ", fix: SEND("integer") }],
];
/** Exactly at the limit. */
export const TAKEN: readonly (readonly [what: string, changes: Changes])[] = [
  ["a name of 100 characters", { name: "a".repeat(100) }],
  ["a name of 100 emoji", { name: "🏃".repeat(100) }],
  ["a description of 3000 characters", { description: "ã".repeat(3000) }],
  ["a description with signs that are no tags", { description: "1 < 2, 3 > 2, P & G, a\u00a0b" }],
  ["one colour", { color: "Preto" }],
  ["three colours", { color: "Preto+Branco+Azul" }],
  ["a flavour instead of a colour", { color: undefined, flavor: "Uva+Limão+Morango" }],
  ...["Homem", "Mulher", "Unissex"].map((gender) => [`gender ${gender}`, { gender }] as const),
  ...["height", "width", "depth", "weight"].flatMap((field) =>
    [0.001, "0.001", 12.345, 100_000].map((value) => [`${field} ${JSON.stringify(value)}`, { [field]: value }] as const),
  ),
  ["6 images", { images: images(6) }],
  ...["A.JPG", "a.jpeg", "a.jpg?v=1", "a.JpEg#x"].map(
    (file) => [`image ${file}`, { images: [image(`http://fotos.exemplo.com.br/${file}`)] }] as const,
  ),
  ["no attributes", { attributes: undefined }],
  ["no codes", { manufacturerCode: undefined, eanIsbn: null }],
  ["a price of one centavo", { price: price(0.01, 0.01) }],
  ["a price in texts", { price: price("199.90", "199.90") }],
  ["no stock left", { stock: { available: 0 } }],
  ["a stock in a text", { stock: { available: "25" } }],
  ["the largest stock", { stock: { available: 2_147_483_647 } }],
  ["a field of another version", { unheardOf: true }],
];
