import {
  anything,
  extended,
  flag,
  integer,
  link,
  list,
  named,
  oneOfWords,
  optional,
  saying,
  shape,
  text,
} from "../platform/contract/schema.ts";
import { PriceBody } from "../pricing/index.ts";
import { StockBody } from "../stock/index.ts";
import { ProductBody } from "./product-schema.ts";
import { STATES } from "./publication.ts";
import { SEVERITIES } from "./product.ts";

// What products, their status and their critiques look like on the wire (seed 2.1 to 2.3, decisions 3).

/** The words of the publication states. */
const status = named("PublicationStatus", oneOfWords(STATES.map((state) => state.status)));
/** Their constants. */
const code = named("PublicationCode", oneOfWords(STATES.map((state) => state.code)));
const productLinks = shape("ProductLinks", { self: link, price: link, stock: link, status: link });
const { price: _price, stock: _stock, images, attributes, ...coreFields } = ProductBody.properties;

/** A product as it is read. */
export const Product = shape("Product", {
  ...coreFields,
  images: optional(images),
  attributes: optional(attributes),
  status: optional(status),
  code: optional(code),
  expands: list(text(), { description: "O que ficou de fora e pode ser pedido com expand" }),
  _links: productLinks,
});
/** A product as its submission is answered. */
export const AcceptedProduct = extended("AcceptedProduct", Product, {
  price: optional(shape("ProductPrice", PriceBody.properties)),
  stock: optional(shape("ProductStock", StockBody.properties)),
  status,
  code,
});

/** How grave a critique is. */
export const severity = named("CritiqueSeverity", oneOfWords(SEVERITIES));
const stage = named("CritiqueStage", oneOfWords(["automatic", "review"]));
/** A critique as every operation shows it (decisions 3). */
export const Critique = shape("Critique", {
  message: text(),
  date: text(),
  code: text(),
  stage,
  severity,
  pointer: text({ description: "JSON Pointer no corpo do produto" }),
  received: optional(anything()),
  allowed: optional(anything()),
  suggestions: list(text(), { maxItems: 3 }),
  docs: text(),
});
/** Why a product waits. */
export const PendingNote = shape("PendingNote", {
  code: text(),
  message: text(),
  checked: optional(integer({ description: "Imagens já conferidas" })),
  total: optional(integer({ description: "Imagens do produto" })),
  sequential: optional(integer({ description: "Variações da família em sequência" })),
  minimum: optional(integer({ description: "Variações em sequência que o tipo pede" })),
  settlesAt: optional(text({ description: "Até quando a família pode ser completada sem crítica" })),
  sku: optional(text()),
});
/** Where a product stands, and everything that is criticized. */
export const ProductStatus = shape("ProductStatus", {
  sku: text(),
  status,
  code,
  date: text(),
  editable: flag(),
  reviews: list(Critique),
  pending: list(PendingNote),
  _links: shape("ProductStatusLinks", { self: link, product: link }),
});

/** What happened to a product once. */
export const HistoryEntry = shape("ProductHistoryEntry", {
  date: text(),
  event: text(),
  from: optional(status),
  via: optional(saying(status, { description: "O status no meio, quando os dois movimentos foram feitos de uma vez" })),
  to: optional(status),
  version: integer(),
  by: text(),
  cause: text(),
});
/** A critique in a list of all products'. */
export const ListedCritique = extended("ListedCritique", Critique, {
  sku: text(),
  status,
  _links: shape("CritiqueLinks", { product: link, status: link }),
});
