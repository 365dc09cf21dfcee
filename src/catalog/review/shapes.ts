import {
  booleanField,
  dateTimeField,
  decimal,
  describedAs,
  enumOf,
  ErrorSchema,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  int64Field,
  lenientEnum,
  links,
  list,
  named,
  namedObject,
  NON_BLANK,
  nullable,
  openEnum,
  optional,
  text,
  textField,
  textsField,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { OperatorChange } from "../changes/shapes.ts";
import { Critique, Product, ProductStatus } from "../shapes.ts";
import { DECISION_ID_PATTERN } from "./decision-id.ts";

// The wire shapes of the review queue (decisions 8).

/** What a reviewer decides. */
export const decision = lenientEnum(
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
/** The sku of a product in a call. */
export const sku = text({ maxLength: 300, description: "Código do produto do lojista.", examples: [EXAMPLE_IDS.sku] });
const skuField = textField("Código do produto.", EXAMPLE_IDS.sku);
const EXAMPLE_TOKEN = "clm_7Hq2LxN4cVb9TzK1mWpR";
/** The token of a claim. */
export const claimToken = text({
  minLength: 1,
  maxLength: 60,
  description: "A reserva sob a qual o produto está com você.",
  examples: [EXAMPLE_TOKEN],
});
/** The id of a decision. */
export const decisionId = text({
  maxLength: 40,
  pattern: DECISION_ID_PATTERN,
  description: "Código da decisão.",
  examples: ["rvd_1001_57"],
});
const POINTER_MALFORMED = {
  code: "pointer_malformed",
  text: {
    "pt-BR": "{pointer}: {received} não é um JSON Pointer; envie, por exemplo, /images/0, ou nada quando a crítica for do produto inteiro.",
    en: "{pointer}: {received} is no JSON Pointer; send, for example, /images/0, or nothing when the critique is of the whole product.",
  },
} as const;
/** A place in a product. */
export const pointer = text({
  maxLength: 300,
  pattern: "^(?:/(?:[^/~]|~[01])*)*$",
  refusal: POINTER_MALFORMED,
  description: "JSON Pointer no corpo do produto, como /images/0; vazio = o produto inteiro.",
  examples: ["/images/0"],
});
/** The code of a reason. */
export const reasonCode = text({
  minLength: 1,
  maxLength: 60,
  pattern: "^[a-z0-9_]+$",
  description: "Código do motivo: letras minúsculas, algarismos e sublinhado.",
  examples: ["image_wrong_product"],
});
/** The reasons of a criticism. */
export const reasons = optional(
  list(
    namedObject("ReviewReason", "Um motivo de uma revisão.", {
      code: reasonCode,
      message: optional(
        text({
          ...NON_BLANK,
          maxLength: 1000,
          description: "O motivo em uma frase, que o lojista lê; dispensável quando o código é um dos motivos cadastrados.",
          examples: ["A imagem mostra outro modelo; envie a do modelo anunciado."],
        }),
      ),
      pointer: optional(pointer),
    }),
    { minItems: 1, maxItems: 20, description: "Por que o produto é criticado; só com `criticize`." },
  ),
);

const changeRequestId = textField("O pedido de mudança; ausente quando é o produto que espera.", EXAMPLE_IDS.change);

/** An entry of the queue. */
export const QueuedReview = namedObject(
  "QueuedReview",
  "Um produto à espera da revisão, ou uma mudança de um produto aprovado.",
  {
    sellerId,
    sellerName: textField("Nome da loja.", "Loja Aurora"),
    sku: skuField,
    changeRequestId: optional(changeRequestId),
    name: textField("Nome do produto.", "Tênis de Corrida Altipasso Brisa Amortecido Unissex"),
    department: textField("Departamento.", "Corrida"),
    productType: textField("Tipo de produto.", "Tênis de Corrida"),
    brand: textField("Marca.", "Altipasso"),
    images: list(
      namedObject("QueuedImage", "Uma imagem do produto.", {
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
    heldBy: optional(
      namedObject("ReviewHolder", "Com quem está um item da fila.", {
        reviewer: textField("Quem, como decisões o nomeiam.", "person:per_3"),
        name: optional(textField("O nome da pessoa; ausente quando é uma chave.", "Marina Alves")),
        until: dateTimeField("Até quando; tempo real."),
      }),
    ),
    links,
  },
  { examples: [{ changeRequestId: undefined, heldBy: undefined }] },
);

const share = (description: string, example: number) => decimal({ scale: 4, minimum: 0, maximum: 1, description, examples: [example] });
const ReviewFacts = namedObject("ReviewFacts", "O que as regras de aprovação podem exigir, como está agora.", {
  warnings: int32Field("Quantos avisos a validação deu.", 0),
  imagesPassed: booleanField("Se todas as imagens passaram na verificação."),
  sellerDecisions: int32Field("Decisões de pessoas sobre produtos do lojista.", 180),
  sellerApprovedShare: nullable(share("Que parte delas aprovou; `null` antes da primeira.", 0.97)),
  brandKnown: booleanField("Se o lojista já teve um produto da marca aprovado."),
  siblingDistance: nullable(
    share("Parte das palavras em que difere do produto aprovado mais próximo da família; `null` sem nenhum.", 0.05),
  ),
});
/** An item that the caller holds, with everything that a decision needs. */
const ClaimedReview = extendObject("ClaimedReview", QueuedReview, "Um produto que está com você, inteiro.", {
  product: describedAs(Product, { description: "O produto; com um pedido de mudança, como está no ar." }),
  change: optional(
    describedAs(OperatorChange, { description: "O pedido de mudança, com o que mudaria; ausente quando é o produto que espera." }),
  ),
  imageChecks: list(
    namedObject("MeasuredImage", "Uma imagem, como foi medida.", {
      url: textField("Endereço da imagem.", "http://localhost:8080/images/shoe-black.jpg"),
      state: openEnum(
        {
          ok: "Passou.",
          pending: "Ainda em verificação.",
          unreachable: "Não se alcança.",
          not_jpeg: "Não é JPEG.",
          too_heavy: "Pesada demais.",
          wrong_size: "Fora das medidas.",
        },
        { description: "O resultado da verificação; outros podem surgir." },
      ),
      width: optional(int32Field("Largura em pixels.", 800)),
      height: optional(int32Field("Altura em pixels.", 800)),
      bytes: optional(int32Field("Tamanho em bytes.", 84_120)),
    }),
    { description: "As imagens, medidas." },
  ),
  family: namedObject("ReviewedFamily", "A família do produto.", {
    productGroup: textField("Código da família.", "TEN-BRISA"),
    members: int32Field("Quantos produtos tem.", 4),
    approved: int32Field("Destes, aprovados.", 1),
    inReview: int32Field("Destes, em catalogação.", 3),
    sizes: textsField("Os tamanhos, na ordem em que foram criados.", ["38", "39", "40", "41"]),
    sequential: int32Field("Variações em sequência.", 4),
    minimum: int32Field("Variações em sequência que o tipo pede.", 4),
    complete: booleanField("Se está completa."),
  }),
  duplicates: list(
    namedObject("PossibleDuplicate", "Outro produto do lojista, de outra família, que parece o mesmo.", {
      sku: skuField,
      name: textField("Nome do produto.", "Tênis de Corrida Altipasso Brisa Amortecido Unissex"),
      status: describedAs(ProductStatus.properties.status, { description: "O status dele." }),
      by: openEnum({ ean: "O mesmo EAN.", name: "O mesmo nome." }, { description: "O que têm em comum." }),
    }),
    { description: "Produtos do lojista que parecem o mesmo.", examples: [[]] },
  ),
  sellerDecisions: list(
    namedObject("SellerReviewDecision", "Uma decisão anterior sobre o lojista.", {
      decisionId,
      sku: skuField,
      changeRequestId: optional(
        textField("O pedido de mudança sobre o qual se decidiu; ausente quando foi sobre o produto.", EXAMPLE_IDS.change),
      ),
      decision: describedAs(decision, {
        description: "O que foi decidido; de um pedido com campos recusados, `criticize`.",
        examples: ["approve"],
      }),
      reasons: textsField("Códigos dos motivos.", ["image_wrong_product"]),
      date: dateTimeField("Quando."),
    }),
    { description: "As últimas decisões sobre o lojista, até 20, da mais nova à mais antiga.", examples: [[]] },
  ),
  facts: ReviewFacts,
});
/** A claim: the items, and the lease on them. */
export const Claim = namedObject("ReviewClaim", "O que está com você, e até quando.", {
  claimToken: textField("A reserva; envie-a com as decisões.", EXAMPLE_TOKEN),
  leaseUntil: dateTimeField("Até quando ninguém mais os recebe; tempo real."),
  items: list(ClaimedReview, { description: "Os produtos, na ordem dos prazos." }),
  links,
});
/** A claim after it was renewed or given back. */
export const ClaimState = namedObject("ReviewClaimState", "Como está uma reserva.", {
  claimToken: textField("A reserva.", EXAMPLE_TOKEN),
  leaseUntil: optional(dateTimeField("Até quando vale; ausente quando devolvida.")),
  items: list(
    namedObject("ReviewClaimItem", "Um item de uma reserva.", { sellerId, sku: skuField, changeRequestId: optional(changeRequestId) }),
    {
      description: "O que ainda estava com você.",
    },
  ),
  links,
});

/** The status of a product after a decision. */
export const ReviewedProduct = extendObject("ReviewedProduct", ProductStatus, "O status de um produto depois da decisão.", {
  decisionId: optional(describedAs(decisionId, { description: "A decisão, para desfazê-la em até 60 segundos." })),
});
/** The outcome of each of many decisions. */
export const ReviewResults = namedObject("ReviewResults", "O resultado de cada linha.", {
  items: list(
    namedObject(
      "ReviewResult",
      "O resultado de uma linha.",
      {
        sellerId,
        sku: skuField,
        status: int32Field("O status HTTP que a decisão de um só produto teria.", 200),
        decisionId: optional(describedAs(decisionId, { description: "A decisão, para desfazê-la em até 60 segundos." })),
        error: optional(describedAs(ErrorSchema, { description: "A recusa; ausente quando foi decidido." })),
      },
      { examples: [{ error: undefined }] },
    ),
    { description: "Um resultado por linha, na mesma ordem." },
  ),
});
