import { operation } from "../platform/contract.ts";
import { PAGE_QUERY } from "../platform/paging.ts";
import { anything, dateTime, FILLED, flag, integer, link, links, list, oneOfWords, optional, record, text } from "../platform/schema.ts";
import { PriceBody } from "../pricing/index.ts";
import { sellerErrors } from "../sellers/index.ts";
import { StockBody } from "../stock/index.ts";
import { productErrors } from "./errors.ts";
import { ProductBody } from "./product-schema.ts";
import { STATES } from "./publication.ts";

const ofProduct = record({ sku: text({ maxLength: 300, description: "Código do produto do lojista" }) });
const status = oneOfWords(STATES.map((state) => state.status));
const code = oneOfWords(STATES.map((state) => state.code));
const productLinks = record({ self: link, price: link, stock: link, status: link });
const { price: _price, stock: _stock, images, attributes, ...coreFields } = ProductBody.properties;

const Product = record({
  ...coreFields,
  images: optional(images),
  attributes: optional(attributes),
  status: optional(status),
  code: optional(code),
  expands: list(text(), { description: "O que ficou de fora e pode ser pedido com expand" }),
  _links: productLinks,
});
const AcceptedProduct = record({ ...Product.properties, price: optional(PriceBody), stock: optional(StockBody), status, code });

const severity = oneOfWords(["error", "warning"]);
const stage = oneOfWords(["automatic", "review"]);
/** A critique as every operation shows it (decisions 3). */
const CritiqueView = record({
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
const PendingView = record({
  code: text(),
  message: text(),
  checked: optional(integer({ description: "Imagens já conferidas" })),
  total: optional(integer({ description: "Imagens do produto" })),
  sequential: optional(integer({ description: "Variações da família em sequência" })),
  minimum: optional(integer({ description: "Variações em sequência que o tipo pede" })),
  settlesAt: optional(text({ description: "Até quando a família pode ser completada sem crítica" })),
  sku: optional(text()),
});
const StatusView = record({
  sku: text(),
  status,
  code,
  date: text(),
  editable: flag(),
  reviews: list(CritiqueView),
  pending: list(PendingView),
  _links: record({ self: link, product: link }),
});

const { page, size } = PAGE_QUERY;
const expand = optional(list(text(), { description: "images, attributes, status; outros nomes são ignorados" }));
const pageFields = { page: integer(), totalPages: integer(), size: integer(), total: integer() };
const openLinks = { self: link, first: link, next: optional(link), prev: optional(link) };
const pageLinks = record({ ...openLinks, last: link });

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
    200: { description: "Uma página de produtos", schema: record({ items: list(Product), ...pageFields, _links: pageLinks }) },
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
  replies: { 200: { description: "O status", schema: StatusView } },
  refuses: [productErrors.product_unknown],
});
export const putStatus = operation({
  ...catalog,
  id: "putProductStatus",
  method: "PUT",
  path: "/api/v2/products/{sku}/status",
  environments: ["sandbox"],
  elsewhere: productErrors.failure("sandbox_only"),
  summary: "Aprova um produto em catalogação (somente no sandbox)",
  parameters: ofProduct,
  // Optional, so that an absent word is refused with the list of the accepted ones.
  body: record({
    status: optional(anything({ description: "APPROVED, Aprovado, READY_TO_SALE ou READY_FOR_SALE", examples: ["APPROVED"] })),
  }),
  bodyExample: { status: "APPROVED" },
  replies: { 200: { description: "O status", schema: StatusView } },
  refuses: [productErrors.product_unknown, productErrors.move_refused, productErrors.move_refused_final, productErrors.status_unknown],
});

const HistoryEntry = record({
  date: text(),
  event: text(),
  from: optional(status),
  via: optional({ ...status, description: "O status no meio, quando os dois movimentos foram feitos de uma vez" }),
  to: optional(status),
  version: integer(),
  by: text(),
  cause: text(),
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
      schema: record({ items: list(HistoryEntry), page: integer(), size: integer(), _links: record({ ...openLinks, product: link }) }),
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
      schema: record({ valid: flag(), reviews: list(CritiqueView), pending: list(PendingView) }),
    },
  },
});

const critiqueFilters = {
  code: optional(text({ maxLength: 100 })),
  severity: optional(oneOfWords(["error", "warning"], { ignoreCase: true })),
  since: optional(dateTime({ epoch: true })),
};
const ListedCritique = record({ sku: text(), ...CritiqueView.properties, status, _links: record({ product: link, status: link }) });
export const listCritiques = operation({
  ...catalog,
  id: "listCritiques",
  method: "GET",
  path: "/api/v2/products/critiques",
  summary: "Lista todas as críticas do lojista, das mais novas às mais antigas",
  query: record({ page, size, ...critiqueFilters }),
  replies: {
    200: { description: "Uma página de críticas", schema: record({ items: list(ListedCritique), ...pageFields, _links: pageLinks }) },
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
      schema: record({
        items: list(
          record({
            code: text(),
            severity,
            count: integer(),
            products: integer(),
            rule: text(),
            docs: text(),
            _links: record({ critiques: link }),
          }),
        ),
        total: integer(),
        _links: record({ self: link }),
      }),
    },
  },
});

const review = { api: "operator", audience: "operator", permission: ["catalog"] } as const;
const decision = oneOfWords(["approve", "criticize"], { ignoreCase: true });
const POINTS_INTO = "JSON Pointer no corpo do produto, como /images/0; vazio = o produto inteiro";
const POINTER_MALFORMED = {
  code: "pointer_malformed",
  text: {
    "pt-BR": "{pointer}: {received} não é um JSON Pointer; envie, por exemplo, /images/0, ou nada quando a crítica for do produto inteiro.",
    en: "{pointer}: {received} is no JSON Pointer; send, for example, /images/0, or nothing when the critique is of the whole product.",
  },
} as const;
const reasons = optional(
  list(
    record({
      code: text({ minLength: 1, maxLength: 60, pattern: "^[a-z0-9_]+$" }),
      message: text({ ...FILLED, maxLength: 1000 }),
      pointer: optional(
        text({ maxLength: 300, pattern: "^(?:/(?:[^/~]|~[01])*)*$", refusal: POINTER_MALFORMED, description: POINTS_INTO }),
      ),
    }),
    { minItems: 1, maxItems: 20 },
  ),
);
const QueuedReview = record({
  sellerId: integer(),
  sku: text(),
  name: text(),
  department: text(),
  productType: text(),
  brand: text(),
  images: list(record({ url: text() })),
  warnings: list(CritiqueView),
  since: text(),
  ageSeconds: integer(),
  dueAt: text(),
  late: flag(),
  version: integer(),
  links,
});
export const listReviews = operation({
  ...review,
  id: "listReviews",
  method: "GET",
  path: "/operator/v1/reviews",
  summary: "Fila de revisão do catálogo, do mais antigo ao mais novo",
  query: record({
    page,
    size,
    sellerId: optional(integer({ minimum: 1 })),
    department: optional(text({ maxLength: 120 })),
    brand: optional(text({ maxLength: 120 })),
    olderThanHours: optional(integer({ minimum: 0, maximum: 100_000 })),
  }),
  replies: {
    200: { description: "Uma página da fila", schema: record({ items: list(QueuedReview), ...pageFields, links }) },
    204: { description: "Nada a revisar na página" },
  },
});
export const reviewProduct = operation({
  ...review,
  id: "reviewProduct",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/products/{sku}/review",
  summary: "Aprova ou critica um produto em catalogação",
  parameters: record({ sellerId: integer({ minimum: 1 }), sku: text({ maxLength: 300 }) }),
  body: record({ decision, critiques: reasons }),
  bodyExample: { decision: "approve" },
  replies: { 200: { description: "O status do produto", schema: StatusView } },
  refuses: [
    sellerErrors.seller_unknown,
    productErrors.product_unknown,
    productErrors.move_refused,
    productErrors.move_refused_final,
    productErrors.critique_reason_missing,
    productErrors.approval_with_critiques,
  ],
});
const MAX_BULK = 500;
export const reviewProducts = operation({
  ...review,
  id: "reviewProducts",
  method: "POST",
  path: "/operator/v1/reviews",
  summary: "Decide muitos produtos de uma vez; cada linha tem seu resultado",
  body: record({
    items: list(record({ sellerId: integer({ minimum: 1 }), sku: text({ maxLength: 300 }), decision, critiques: reasons }), {
      minItems: 1,
      maxItems: MAX_BULK,
    }),
  }),
  bodyExample: { items: [{ sellerId: 1001, sku: "TEN-BRISA-PRETO-39", decision: "approve" }] },
  replies: {
    200: { description: "Todas as linhas decididas", schema: record({ items: list(anything()) }) },
    206: { description: "Parte das linhas foi recusada; cada uma diz por quê", schema: record({ items: list(anything()) }) },
  },
});
