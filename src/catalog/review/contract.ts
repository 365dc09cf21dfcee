import {
  bool,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  integer,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  text,
} from "../../platform/contract/index.ts";
import { sellerErrors, sellerId } from "../../sellers/index.ts";
import { productErrors } from "../errors.ts";
import { reviewErrors } from "./errors.ts";
import {
  Claim,
  ClaimState,
  claimToken,
  decision,
  decisionId,
  QueuedReview,
  reasons,
  ReviewedProduct,
  ReviewResults,
  sku,
} from "./shapes.ts";

export * from "./reasons/contract.ts";
export * from "./rules/contract.ts";
export * from "./summary/contract.ts";

const { page, size } = PAGE_QUERY;
/** What all operations of the review have in common. */
const review = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Revisão de produtos" } as const;
const department = text({ maxLength: 120, description: "Só deste departamento.", examples: ["Corrida"] });
const filters = {
  sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })),
  department: optional(department),
  brand: optional(text({ maxLength: 120, description: "Só desta marca.", examples: ["Altipasso"] })),
  olderThanHours: optional(
    integer({ minimum: 0, maximum: 100_000, description: "Só os que esperam há mais horas que isto.", examples: [24] }),
  ),
  late: optional(bool({ default: false, description: "`true` = só os que passaram do prazo.", examples: [false] })),
};
export const listReviews = operation({
  ...review,
  id: "listReviews",
  method: "GET",
  path: "/operator/v1/reviews",
  summary: "Fila de revisão do catálogo, pela ordem dos prazos",
  description:
    "Produtos em catalogação, e pedidos de mudança que esperam uma pessoa. O que vence antes vem primeiro. Acima de 10.000, `total` pode ter alguns segundos.",
  query: object({ page, size, ...filters }),
  replies: {
    200: {
      description: "Uma página da fila.",
      schema: namedObject("ReviewPage", "Uma página da fila de revisão.", {
        items: list(QueuedReview, { description: "Pela ordem dos prazos." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nada a revisar na página." },
  },
});
const leaseSeconds = optional(
  integer({ minimum: 10, maximum: 900, default: 300, description: "Por quantos segundos ficam com você.", examples: [300] }),
);
export const claimReviews = operation({
  ...review,
  id: "claimReviews",
  method: "POST",
  path: "/operator/v1/reviews/claim",
  summary: "Recebe os próximos produtos e mudanças a revisar, que ficam só com você",
  description:
    "O que vence antes vem primeiro; nenhum lojista passa de 20 % enquanto outros esperam. O que está com outra pessoa é pulado. De um pedido de mudança vem também o pedido, em `change`. O prazo da reserva corre em tempo real.",
  body: namedObject("ReviewClaimBody", "O que se quer revisar.", {
    count: optional(integer({ minimum: 1, maximum: 20, default: 20, description: "Quantos produtos.", examples: [20] })),
    leaseSeconds,
    order: optional(
      named(
        "ReviewOrder",
        enumOf(["due", "risk"], {
          description: "O que vem primeiro; sem ela, `due`.",
          meanings: { due: "O que vence antes.", risk: "O dos lojistas com mais críticas." },
        }),
      ),
    ),
    filter: optional(namedObject("ReviewFilter", "O que se quer da fila; o que não vem não restringe.", filters)),
    items: optional(
      list(
        namedObject("ReviewClaimTarget", "Um item da fila que se quer.", {
          sellerId,
          sku,
          changeRequestId: optional(
            text({ maxLength: 60, description: "O pedido de mudança; ausente = o produto.", examples: [EXAMPLE_IDS.change] }),
          ),
        }),
        { minItems: 1, maxItems: 20, description: "Exatamente estes, em vez dos próximos; os que já estão com você mudam de reserva." },
      ),
    ),
  }),
  bodyExample: { count: 20, leaseSeconds: 300 },
  replies: {
    200: { description: "Os produtos, e a reserva.", schema: Claim },
    204: { description: "Nada espera, ou tudo está com outras pessoas." },
  },
});
const ofClaim = object({ token: claimToken });
export const renewClaim = operation({
  ...review,
  id: "renewReviewClaim",
  method: "POST",
  path: "/operator/v1/reviews/claims/{token}/renew",
  summary: "Prolonga uma reserva",
  description: "Conta a partir de agora. O que já passou a outra pessoa fica de fora.",
  parameters: ofClaim,
  body: namedObject("ReviewClaimRenewal", "Por quanto tempo.", { leaseSeconds }),
  bodyExample: { leaseSeconds: 300 },
  replies: { 200: { description: "O que está com você, e até quando.", schema: ClaimState } },
  refuses: [reviewErrors.claim_unknown],
});
export const releaseClaim = operation({
  ...review,
  id: "releaseReviewClaim",
  method: "DELETE",
  path: "/operator/v1/reviews/claims/{token}",
  summary: "Devolve o que resta de uma reserva",
  description: "Os produtos voltam à fila com o prazo que tinham.",
  parameters: ofClaim,
  replies: { 200: { description: "O que foi devolvido.", schema: ClaimState } },
  refuses: [reviewErrors.claim_unknown],
});

const token = optional(
  describedAs(claimToken, { description: "A reserva sob a qual o produto está com você; sem ela, decide-se o que está livre." }),
);
const decided = [
  sellerErrors.seller_unknown,
  productErrors.product_unknown,
  productErrors.move_refused,
  productErrors.move_refused_final,
  productErrors.critique_reason_missing,
  productErrors.approval_with_critiques,
  reviewErrors.reason_unknown,
  reviewErrors.criticism_without_error,
  reviewErrors.review_claimed,
];
export const reviewProduct = operation({
  ...review,
  id: "reviewProduct",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/products/{sku}/review",
  summary: "Aprova ou critica um produto em catalogação",
  description: "A mesma decisão outra vez responde 200 com o status como está; nada muda. O que está com outra pessoa é recusado com 409.",
  parameters: object({ sellerId, sku }),
  body: namedObject("ReviewBody", "A decisão sobre um produto.", { decision, critiques: reasons, claimToken: token }),
  bodyExample: { decision: "approve" },
  replies: { 200: { description: "O status do produto.", schema: ReviewedProduct } },
  refuses: decided,
});
const MAX_BULK = 500;
export const reviewProducts = operation({
  ...review,
  id: "reviewProducts",
  method: "POST",
  path: "/operator/v1/reviews",
  summary: "Decide muitos produtos de uma vez; cada linha tem seu resultado",
  description: "Até 500 produtos, de lojistas diferentes.",
  body: namedObject("ReviewsBody", "Decisões sobre muitos produtos.", {
    items: list(
      namedObject("ReviewLine", "A decisão sobre um produto.", { sellerId, sku, decision, critiques: reasons, claimToken: token }),
      { minItems: 1, maxItems: MAX_BULK, description: "As decisões." },
    ),
  }),
  bodyExample: { items: [{ sellerId: 1001, sku: "TEN-BRISA-PRETO-39", decision: "approve" }] },
  replies: {
    200: { description: "Todas as linhas decididas.", schema: ReviewResults },
    206: { description: "Parte das linhas foi recusada; cada uma diz por quê.", schema: ReviewResults },
  },
});
export const undoReview = operation({
  ...review,
  id: "undoReview",
  method: "POST",
  path: "/operator/v1/reviews/undo",
  summary: "Desfaz uma decisão de até 60 segundos atrás",
  description:
    "O produto volta a Em catalogação, com o prazo que tinha, e o lojista é avisado. Só enquanto nada depende da decisão: nem pedido, nem mudança do produto, também em aberto. Decisões sobre mudanças não se desfazem.",
  body: namedObject("ReviewUndoBody", "A decisão a desfazer.", { decisionId }),
  bodyExample: { decisionId: "rvd_1001_57" },
  replies: { 200: { description: "O status do produto.", schema: ReviewedProduct } },
  refuses: [
    reviewErrors.review_decision_unknown,
    reviewErrors.undo_too_late,
    reviewErrors.undo_overtaken,
    reviewErrors.undo_product_ordered,
    reviewErrors.undo_product_changing,
    reviewErrors.undo_of_change,
  ],
});
