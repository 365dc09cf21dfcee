import {
  bool,
  describedAs,
  enumOf,
  ErrorSchema,
  EXAMPLE_IDS,
  int32Field,
  integer,
  lenientEnum,
  links,
  list,
  multiValueParameter,
  named,
  namedObject,
  NON_BLANK,
  object,
  operation,
  optional,
  PAGE_QUERY,
  text,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { reviewErrors } from "../review/errors.ts";
import { claimToken } from "../review/shapes.ts";
import { changeErrors } from "./errors.ts";
import { CHANGEABLE_FIELDS, FIELD_WORDS } from "./product-fields.ts";
import { OperatorChange, changeState } from "./shapes.ts";

const ofChanges = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Mudanças de produtos" } as const;
const changeId = text({ maxLength: 60, description: "Código do pedido de mudança.", examples: [EXAMPLE_IDS.change] });

const fieldName = named(
  "ChangeableField",
  enumOf(CHANGEABLE_FIELDS, { description: "Um campo que uma mudança pode tocar.", meanings: FIELD_WORDS }),
);

export const listChangesToDecide = operation({
  ...ofChanges,
  id: "listChangesToDecide",
  method: "GET",
  path: "/operator/v1/changes",
  summary: "Lista os pedidos de mudança de todos os lojistas",
  description:
    "Os em aberto, do mais antigo ao mais novo; com outro `state`, do último decidido ao primeiro, depois dos em aberto. As imagens vêm medidas.",
  query: object({
    state: multiValueParameter(lenientEnum(changeState), { description: "O estado; ausente = open." }),
    field: multiValueParameter(describedAs(fieldName, { examples: ["images"] }), { description: "Só os que tratam deste campo." }),
    sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })),
    olderThanHours: optional(
      integer({ minimum: 0, maximum: 100_000, description: "Só os pedidos há mais horas que isto.", examples: [24] }),
    ),
    setAside: optional(
      bool({
        description: "`true` = só os que a conferência pôs de lado, depois de falhar 5 vezes; `state` não conta então.",
        examples: [true],
      }),
    ),
    sample: multiValueParameter(
      lenientEnum(
        enumOf(["waiting"], {
          description: "Se uma pessoa já olhou.",
          meanings: { waiting: "Ainda não olhado." },
        }),
      ),
      { description: "Em vez dos outros filtros: o que regras aprovaram e espera o olhar de uma pessoa." },
    ),
    after: optional(describedAs(changeId, { description: "Só os que vêm depois deste; os links o trazem." })),
    size: PAGE_QUERY.size,
  }),
  replies: {
    200: {
      description: "Os pedidos.",
      schema: namedObject("OperatorChangePage", "Pedidos de mudança.", {
        items: list(OperatorChange, { description: "Os pedidos." }),
        size: int32Field("Itens por página, como pedido.", 20),
        links,
      }),
    },
    204: { description: "Nenhum pedido." },
  },
  refuses: [changeErrors.change_cursor_unknown],
});
export const getChangeToDecide = operation({
  ...ofChanges,
  id: "getChangeToDecide",
  method: "GET",
  path: "/operator/v1/changes/{changeRequestId}",
  summary: "Consulta um pedido de mudança",
  description: "Com quem pediu, quem decidiu cada campo, e as imagens medidas.",
  parameters: object({ changeRequestId: changeId }),
  replies: { 200: { description: "O pedido.", schema: OperatorChange } },
  refuses: [changeErrors.change_unknown],
});

export const recheckChange = operation({
  ...ofChanges,
  id: "recheckChange",
  method: "POST",
  path: "/operator/v1/changes/{changeRequestId}/recheck",
  summary: "Confere de novo um pedido de mudança",
  description:
    "Para um pedido que a conferência pôs de lado, depois de corrigida a causa: ele volta à fila, com cinco tentativas. O que já foi decidido fica como está.",
  parameters: object({ changeRequestId: changeId }),
  replies: { 200: { description: "O pedido, de novo à espera da conferência.", schema: OperatorChange } },
  refuses: [changeErrors.change_unknown, changeErrors.change_already_checked],
});

const decisions = list(
  namedObject("ChangeFieldDecision", "A decisão sobre um campo.", {
    pointer: text({ minLength: 1, maxLength: 300, description: "O campo, como o pedido o nomeia.", examples: ["/description"] }),
    decision: lenientEnum(
      named(
        "ChangeDecision",
        enumOf(["approve", "refuse"], {
          description: "A decisão.",
          meanings: {
            approve: "O valor entra no produto, se o que resulta passa na validação.",
            refuse: "O produto fica como está; diga por quê.",
          },
        }),
      ),
    ),
    code: optional(
      text({
        minLength: 1,
        maxLength: 60,
        pattern: "^[a-z0-9_]+$",
        description: "Código do motivo: letras minúsculas, algarismos e sublinhado.",
        examples: ["wrong_product"],
      }),
    ),
    message: optional(
      text({
        ...NON_BLANK,
        maxLength: 1000,
        description: "O motivo em uma frase, que o lojista lê.",
        examples: ["A imagem mostra outro modelo."],
      }),
    ),
  }),
  { minItems: 1, maxItems: 200, description: "As decisões, campo por campo; os outros campos seguem esperando." },
);
const refusals = [
  changeErrors.change_unknown,
  changeErrors.change_already_decided,
  changeErrors.change_still_checking,
  changeErrors.change_field_not_asked,
  changeErrors.change_decided_twice,
  changeErrors.change_refusal_unexplained,
  reviewErrors.review_claimed,
];
const token = optional(
  describedAs(claimToken, { description: "A reserva sob a qual o pedido está com você; sem ela, decide-se o que está livre." }),
);
export const decideChange = operation({
  ...ofChanges,
  id: "decideChange",
  method: "POST",
  path: "/operator/v1/changes/{changeRequestId}/decide",
  summary: "Aprova ou recusa campos de um pedido de mudança",
  description:
    "O produto que resulta é validado de novo, com a família: um campo que o tornaria errado fica `criticized`, e um cujo valor no produto já é outro fica `stale`. Sobre o que uma regra aprovou e espera um olhar, a decisão fica registrada e o produto não muda. O que está com outra pessoa é recusado com 409.",
  parameters: object({ changeRequestId: changeId }),
  body: namedObject("ChangeDecisionBody", "Decisões sobre um pedido.", { fields: decisions, claimToken: token }),
  bodyExample: { fields: [{ pointer: "/description", decision: "approve" }] },
  replies: { 200: { description: "O pedido depois da decisão.", schema: OperatorChange } },
  refuses: refusals,
});
const Decided = namedObject("ChangeDecisionResults", "O resultado de cada linha.", {
  items: list(
    namedObject(
      "ChangeDecisionResult",
      "O resultado de uma linha.",
      {
        changeRequestId: changeId,
        status: int32Field("O status HTTP que a decisão de um só pedido teria.", 200),
        change: optional(describedAs(OperatorChange, { description: "O pedido depois da decisão; ausente na recusa." })),
        error: optional(describedAs(ErrorSchema, { description: "A recusa; ausente quando foi decidido." })),
      },
      { examples: [{ error: undefined }] },
    ),
    { description: "Um resultado por linha, na mesma ordem." },
  ),
});
export const decideChanges = operation({
  ...ofChanges,
  id: "decideChanges",
  method: "POST",
  path: "/operator/v1/changes",
  summary: "Decide muitos pedidos de mudança de uma vez; cada linha tem seu resultado",
  description: "Até 200 pedidos, de lojistas diferentes.",
  body: namedObject("ChangeDecisionsBody", "Decisões sobre muitos pedidos.", {
    items: list(
      namedObject("ChangeDecisionLine", "As decisões sobre um pedido.", {
        changeRequestId: changeId,
        fields: decisions,
        claimToken: token,
      }),
      {
        minItems: 1,
        maxItems: 200,
        description: "Uma linha por pedido.",
      },
    ),
  }),
  bodyExample: { items: [{ changeRequestId: EXAMPLE_IDS.change, fields: [{ pointer: "/description", decision: "approve" }] }] },
  replies: {
    200: { description: "Todas as linhas decididas.", schema: Decided },
    206: { description: "Parte das linhas foi recusada; cada uma diz por quê.", schema: Decided },
  },
});
