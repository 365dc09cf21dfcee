import { operation } from "../platform/contract/operation.ts";
import { PAGE_COUNTS, PAGE_QUERY } from "../platform/contract/paging.ts";
import {
  anything,
  FILLED,
  flag,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  record,
  shape,
  text,
} from "../platform/contract/schema.ts";
import { sellerErrors } from "../sellers/index.ts";
import { productErrors } from "./errors.ts";
import { Critique, ProductStatus } from "./shapes.ts";

const { page, size } = PAGE_QUERY;
const review = { api: "operator", audience: "operator", permission: ["catalog"] } as const;
const decision = named("ReviewDecision", oneOfWords(["approve", "criticize"], { ignoreCase: true }));
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
    shape("ReviewReason", {
      code: text({ minLength: 1, maxLength: 60, pattern: "^[a-z0-9_]+$" }),
      message: text({ ...FILLED, maxLength: 1000 }),
      pointer: optional(
        text({ maxLength: 300, pattern: "^(?:/(?:[^/~]|~[01])*)*$", refusal: POINTER_MALFORMED, description: POINTS_INTO }),
      ),
    }),
    { minItems: 1, maxItems: 20 },
  ),
);
const QueuedReview = shape("QueuedReview", {
  sellerId: integer(),
  sku: text(),
  name: text(),
  department: text(),
  productType: text(),
  brand: text(),
  images: list(shape("QueuedImage", { url: text() })),
  warnings: list(Critique),
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
    200: { description: "Uma página da fila", schema: shape("ReviewPage", { items: list(QueuedReview), ...PAGE_COUNTS, links }) },
    204: { description: "Nada a revisar na página" },
  },
});
export const reviewProduct = operation({
  ...review,
  id: "reviewProduct",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/products/{sku}/review",
  summary: "Aprova ou critica um produto em catalogação",
  description: "A mesma decisão outra vez responde 200 com o status como está; nada muda.",
  parameters: record({ sellerId: integer({ minimum: 1 }), sku: text({ maxLength: 300 }) }),
  body: shape("ReviewBody", { decision, critiques: reasons }),
  bodyExample: { decision: "approve" },
  replies: { 200: { description: "O status do produto", schema: ProductStatus } },
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
const Reviewed = shape("ReviewResults", { items: list(anything()) });
export const reviewProducts = operation({
  ...review,
  id: "reviewProducts",
  method: "POST",
  path: "/operator/v1/reviews",
  summary: "Decide muitos produtos de uma vez; cada linha tem seu resultado",
  body: shape("ReviewsBody", {
    items: list(shape("ReviewLine", { sellerId: integer({ minimum: 1 }), sku: text({ maxLength: 300 }), decision, critiques: reasons }), {
      minItems: 1,
      maxItems: MAX_BULK,
    }),
  }),
  bodyExample: { items: [{ sellerId: 1001, sku: "TEN-BRISA-PRETO-39", decision: "approve" }] },
  replies: {
    200: { description: "Todas as linhas decididas", schema: Reviewed },
    206: { description: "Parte das linhas foi recusada; cada uma diz por quê", schema: Reviewed },
  },
});
