import {
  booleanField,
  dateTimeField,
  describedAs,
  enumOf,
  ErrorSchema,
  EXAMPLE_IDS,
  int32Field,
  int64Field,
  integer,
  lenientEnum,
  links,
  list,
  named,
  namedObject,
  NON_BLANK,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  text,
  textField,
} from "../platform/contract/index.ts";
import { sellerErrors, sellerId } from "../sellers/index.ts";
import { productErrors } from "./errors.ts";
import { Critique, ProductStatus } from "./shapes.ts";

const { page, size } = PAGE_QUERY;
const review = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Revisão de produtos" } as const;
const decision = lenientEnum(
  named(
    "ReviewDecision",
    enumOf(["approve", "criticize"], {
      description: "A decisão.",
      meanings: {
        approve: "O produto passa a Aprovado e à venda.",
        criticize: "O produto passa a Criticado; diga por quê em `critiques`.",
      },
    }),
  ),
);
const sku = text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] });
const POINTS_INTO = "JSON Pointer no corpo do produto, como /images/0; vazio = o produto inteiro.";
const POINTER_MALFORMED = {
  code: "pointer_malformed",
  text: {
    "pt-BR": "{pointer}: {received} não é um JSON Pointer; envie, por exemplo, /images/0, ou nada quando a crítica for do produto inteiro.",
    en: "{pointer}: {received} is no JSON Pointer; send, for example, /images/0, or nothing when the critique is of the whole product.",
  },
} as const;
const reasons = optional(
  list(
    namedObject("ReviewReason", "Um motivo de uma revisão.", {
      code: text({
        minLength: 1,
        maxLength: 60,
        pattern: "^[a-z0-9_]+$",
        description: "Código do motivo: letras minúsculas, algarismos e sublinhado.",
        examples: ["image_wrong_product"],
      }),
      message: text({
        ...NON_BLANK,
        maxLength: 1000,
        description: "O motivo em uma frase, que o lojista lê.",
        examples: ["A imagem mostra outro modelo; envie a do modelo anunciado."],
      }),
      pointer: optional(
        text({
          maxLength: 300,
          pattern: "^(?:/(?:[^/~]|~[01])*)*$",
          refusal: POINTER_MALFORMED,
          description: POINTS_INTO,
          examples: ["/images/0"],
        }),
      ),
    }),
    { minItems: 1, maxItems: 20, description: "Por que o produto é criticado; só com `criticize`." },
  ),
);
const QueuedReview = namedObject("QueuedReview", "Um produto à espera da revisão.", {
  sellerId,
  sku: textField("Código do produto.", EXAMPLE_IDS.sku),
  name: textField("Nome do produto.", "Tênis de Corrida Altipasso Brisa Amortecido Unissex"),
  department: textField("Departamento.", "Corrida"),
  productType: textField("Tipo de produto.", "Tênis de Corrida"),
  brand: textField("Marca.", "Altipasso"),
  images: list(
    namedObject("Image", "Uma imagem do produto.", {
      url: textField("Endereço da imagem.", "http://localhost:8080/images/shoe-black.jpg"),
    }),
    {
      description: "As imagens do produto.",
    },
  ),
  warnings: list(Critique, { description: "O que a validação só avisou.", examples: [[]] }),
  since: dateTimeField("Desde quando espera."),
  ageSeconds: int64Field("Há quantos segundos espera.", 5400),
  dueAt: dateTimeField("Até quando deve ser decidido.", "2026-11-22T09:52:48.000-03:00"),
  late: booleanField("Se passou do prazo.", false),
  version: int32Field("A versão do produto.", 2),
  links,
});
export const listReviews = operation({
  ...review,
  id: "listReviews",
  method: "GET",
  path: "/operator/v1/reviews",
  summary: "Fila de revisão do catálogo, do mais antigo ao mais novo",
  description: "Os que esperam há mais tempo vêm primeiro.",
  query: object({
    page,
    size,
    sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })),
    department: optional(text({ maxLength: 120, description: "Só deste departamento.", examples: ["Corrida"] })),
    brand: optional(text({ maxLength: 120, description: "Só desta marca.", examples: ["Altipasso"] })),
    olderThanHours: optional(
      integer({ minimum: 0, maximum: 100_000, description: "Só os que esperam há mais horas que isto.", examples: [24] }),
    ),
  }),
  replies: {
    200: {
      description: "Uma página da fila.",
      schema: namedObject("ReviewPage", "Uma página da fila de revisão.", {
        items: list(QueuedReview, { description: "Do mais antigo ao mais novo." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nada a revisar na página." },
  },
});
export const reviewProduct = operation({
  ...review,
  id: "reviewProduct",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/products/{sku}/review",
  summary: "Aprova ou critica um produto em catalogação",
  description: "A mesma decisão outra vez responde 200 com o status como está; nada muda.",
  parameters: object({ sellerId, sku }),
  body: namedObject("ReviewBody", "A decisão sobre um produto.", { decision, critiques: reasons }),
  bodyExample: { decision: "approve" },
  replies: { 200: { description: "O status do produto.", schema: ProductStatus } },
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
const Reviewed = namedObject("ReviewResults", "O resultado de cada linha.", {
  items: list(
    namedObject(
      "ReviewResult",
      "O resultado de uma linha.",
      {
        sellerId,
        sku: textField("Código do produto.", EXAMPLE_IDS.sku),
        status: int32Field("O status HTTP que a decisão de um só produto teria.", 200),
        error: optional(describedAs(ErrorSchema, { description: "A recusa; ausente quando foi decidido." })),
      },
      { examples: [{ error: undefined }] },
    ),
    { description: "Um resultado por linha, na mesma ordem." },
  ),
});
export const reviewProducts = operation({
  ...review,
  id: "reviewProducts",
  method: "POST",
  path: "/operator/v1/reviews",
  summary: "Decide muitos produtos de uma vez; cada linha tem seu resultado",
  description: "Até 500 produtos, de lojistas diferentes.",
  body: namedObject("ReviewsBody", "Decisões sobre muitos produtos.", {
    items: list(namedObject("ReviewLine", "A decisão sobre um produto.", { sellerId, sku, decision, critiques: reasons }), {
      minItems: 1,
      maxItems: MAX_BULK,
      description: "As decisões.",
    }),
  }),
  bodyExample: { items: [{ sellerId: 1001, sku: "TEN-BRISA-PRETO-39", decision: "approve" }] },
  replies: {
    200: { description: "Todas as linhas decididas.", schema: Reviewed },
    206: { description: "Parte das linhas foi recusada; cada uma diz por quê.", schema: Reviewed },
  },
});
