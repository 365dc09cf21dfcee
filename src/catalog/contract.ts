import { operation } from "../platform/contract/operation.ts";
import { MOST_NAMED, severalOf } from "../platform/contract/list-filters.ts";
import { OPEN_LINKS, PAGE_COUNTS, PAGE_QUERY, PageLinks } from "../platform/contract/paging.ts";
import {
  anything,
  dateTime,
  flag,
  integer,
  link,
  list,
  oneOfWords,
  optional,
  record,
  shape,
  text,
  unread,
} from "../platform/contract/schema.ts";
import { productErrors } from "./errors.ts";
import { SEVERITIES } from "./product.ts";
import { ProductBody } from "./product-schema.ts";
import { AcceptedProduct, Critique, HistoryEntry, ListedCritique, PendingNote, Product, ProductStatus, severity } from "./shapes.ts";

export * from "./review-contract.ts";

const ofProduct = record({ sku: text({ maxLength: 300, description: "Código do produto do lojista" }) });
const { page, size } = PAGE_QUERY;
const expand = optional(list(text(), { description: "images, attributes, status; outros nomes são ignorados" }));

const catalog = { api: "v2", audience: "seller", permission: "products" } as const;
const { price_missing, stock_missing, ...others } = productErrors;
const submissionRefusals = [price_missing, stock_missing, others.color_or_flavor_missing];
const accepted = {
  202: { description: "O produto processado, com status", schema: AcceptedProduct, headers: { Location: "Endereço do produto" } },
};
/** A complete shoe, for the documents and the contract test. */
export const PRODUCT_EXAMPLE = {
  sku: "TEN-BRISA-PRETO-39",
  productGroup: "TEN-BRISA",
  department: "Corrida",
  productType: "Tênis de Corrida",
  brand: "Altipasso",
  name: "Tênis de Corrida Altipasso Brisa Amortecido Unissex",
  description: "Tênis leve para treinos diários, com cabedal respirável e entressola macia.",
  color: "Preto",
  gender: "Unissex",
  size: "39",
  height: 12.5,
  width: 20,
  depth: 32,
  weight: 0.75,
  images: [{ url: "http://localhost:8080/images/shoe-black.jpg" }],
  attributes: [
    { name: "Indicado para", values: ["Corrida", "Caminhada"] },
    { name: "Material do cabedal", values: ["Malha respirável"] },
    { name: "Solado", values: ["Borracha"] },
    { name: "Peso do produto", values: ["310 g no tamanho 39"] },
  ],
  price: { listPrice: 299.9, salePrice: 249.9 },
  stock: { available: 10 },
};

export const postProduct = operation({
  ...catalog,
  id: "postProduct",
  method: "POST",
  path: "/api/v2/products",
  summary: "Publica um produto com preço e estoque",
  description: "As verificações síncronas respondem todas as falhas de uma vez; a validação automática vem depois, em GET .../status.",
  body: ProductBody,
  bodyExample: PRODUCT_EXAMPLE,
  replies: accepted,
  refuses: [...submissionRefusals, productErrors.sku_registered, productErrors.family_full],
});
export const putProduct = operation({
  ...catalog,
  id: "putProduct",
  method: "PUT",
  path: "/api/v2/products/{sku}",
  summary: "Substitui um produto em Recebido ou Criticado",
  parameters: ofProduct,
  body: ProductBody,
  bodyExample: PRODUCT_EXAMPLE,
  replies: accepted,
  refuses: [...submissionRefusals, productErrors.product_not_editable, productErrors.family_full, productErrors.product_unknown],
});
export const getProduct = operation({
  ...catalog,
  id: "getProduct",
  method: "GET",
  path: "/api/v2/products/{sku}",
  summary: "Consulta um produto",
  parameters: ofProduct,
  query: record({ expand, expands: expand }),
  replies: { 200: { description: "O produto", schema: Product } },
  refuses: [productErrors.product_unknown],
});
export const listProducts = operation({
  ...catalog,
  id: "listProducts",
  method: "GET",
  path: "/api/v2/products",
  summary: "Lista os produtos do lojista, com total exato",
  query: record({ page, size, expand, expands: expand }),
  replies: {
    200: {
      description: "Uma página de produtos",
      schema: shape("ProductPage", { items: list(Product), ...PAGE_COUNTS, _links: PageLinks }),
    },
    204: { description: "Nenhum produto na página" },
  },
  refuses: [productErrors.page_too_heavy],
});
export const getStatus = operation({
  ...catalog,
  id: "getProductStatus",
  method: "GET",
  path: "/api/v2/products/{sku}/status",
  summary: "Consulta o status de publicação e todas as críticas",
  parameters: ofProduct,
  replies: { 200: { description: "O status", schema: ProductStatus } },
  refuses: [productErrors.product_unknown],
});
/** Optional, so that an absent word is refused with the list of the accepted ones. */
const statusFields = {
  status: optional(
    anything({ shown: "scalars", description: "APPROVED, Aprovado, READY_TO_SALE ou READY_FOR_SALE", examples: ["APPROVED"] }),
  ),
};
export const putStatus = operation({
  ...catalog,
  id: "putProductStatus",
  method: "PUT",
  path: "/api/v2/products/{sku}/status",
  environments: ["sandbox"],
  elsewhere: productErrors.failure("sandbox_only"),
  summary: "Aprova um produto em catalogação (somente no sandbox)",
  description: "Um produto já aprovado responde 200 com o status como está; nada muda.",
  parameters: ofProduct,
  // As it is shown, it may come back.
  body: shape("ProductStatusBody", { ...statusFields, ...unread(ProductStatus.properties, statusFields) }),
  bodyExample: { status: "APPROVED" },
  replies: { 200: { description: "O status", schema: ProductStatus } },
  refuses: [productErrors.product_unknown, productErrors.move_refused, productErrors.status_unknown],
});

export const getHistory = operation({
  ...catalog,
  id: "getProductHistory",
  method: "GET",
  path: "/api/v2/products/{sku}/history",
  summary: "Consulta o que aconteceu com um produto, do mais antigo ao mais novo",
  parameters: ofProduct,
  query: record({ page, size }),
  replies: {
    200: {
      description: "O histórico",
      schema: shape("ProductHistoryPage", {
        items: list(HistoryEntry),
        page: integer(),
        size: integer(),
        _links: shape("ProductHistoryLinks", { ...OPEN_LINKS, product: link }),
      }),
    },
    204: { description: "Nenhum registro na página" },
  },
  refuses: [productErrors.product_unknown],
});

export const validateProduct = operation({
  ...catalog,
  id: "validateProduct",
  method: "POST",
  path: "/api/v2/products/validate",
  summary: "Ensaio: verificações síncronas e automáticas, sem gravar nada",
  body: ProductBody,
  bodyExample: PRODUCT_EXAMPLE,
  replies: {
    200: {
      description: "Tudo o que seria criticado agora",
      schema: shape("ProductRehearsal", { valid: flag(), reviews: list(Critique), pending: list(PendingNote) }),
    },
  },
});

const critiqueFilters = {
  code: severalOf(text({ maxLength: 100 }), { maxItems: MOST_NAMED }),
  severity: severalOf(oneOfWords(SEVERITIES, { ignoreCase: true })),
  since: optional(dateTime({ epoch: true })),
};
export const listCritiques = operation({
  ...catalog,
  id: "listCritiques",
  method: "GET",
  path: "/api/v2/products/critiques",
  summary: "Lista todas as críticas do lojista, das mais novas às mais antigas",
  query: record({ page, size, ...critiqueFilters }),
  replies: {
    200: {
      description: "Uma página de críticas",
      schema: shape("CritiquePage", { items: list(ListedCritique), ...PAGE_COUNTS, _links: PageLinks }),
    },
    204: { description: "Nenhuma crítica na página" },
  },
});
export const summarizeCritiques = operation({
  ...catalog,
  id: "summarizeCritiques",
  method: "GET",
  path: "/api/v2/products/critiques/summary",
  summary: "Conta as críticas do lojista por código",
  replies: {
    200: {
      description: "Contagem por código, da maior para a menor",
      schema: shape("CritiqueSummary", {
        items: list(
          shape("CritiqueCount", {
            code: text(),
            severity,
            count: integer(),
            products: integer(),
            rule: text(),
            docs: text(),
            _links: shape("CritiqueCountLinks", { critiques: link }),
          }),
        ),
        total: integer(),
        _links: shape("SelfLinks", { self: link }),
      }),
    },
  },
});
