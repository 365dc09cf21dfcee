import {
  anyField,
  anything,
  bool,
  booleanField,
  dateTime,
  dateTimeField,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  int32Field,
  integer,
  links,
  list,
  named,
  namedObject,
  NON_BLANK,
  object,
  objectField,
  operation,
  optional,
  PAGE_QUERY,
  text,
  textField,
} from "../platform/contract/index.ts";
import { referenceErrors as errors } from "./errors.ts";
import { itemFields, ruleFields } from "./field-descriptions.ts";
import { LISTS, RULES } from "./lists.ts";

const catalog = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Dados de referência" } as const;
const ofRules = { ...catalog, tag: "Regras" } as const;

const listName = text({ minLength: 1, description: `Nome da lista: ${LISTS.map(({ name }) => name).join(", ")}.`, examples: ["brands"] });
const code = text({ minLength: 1, description: "Código do item na lista.", examples: ["12"] });
const ruleName = text({
  minLength: 1,
  description: `Nome da regra: ${RULES.map(({ name }) => name).join(", ")}.`,
  examples: ["familySettleSeconds"],
});
const ofList = object({ list: listName });
const ofItem = object({ list: listName, code });
const ofRule = object({ rule: ruleName });

const effectiveAt = optional(dateTime({ description: "Quando passa a valer; sem ela, já.", examples: ["2026-12-01T00:00:00-03:00"] }));
const shortNoticeReason = optional(
  text({
    ...NON_BLANK,
    minLength: 10,
    maxLength: 500,
    description: "Por que algo é retirado ou apertado antes do prazo mínimo; fica guardado.",
    examples: ["Marca sob ordem judicial"],
  }),
);
const dryRun = optional(bool({ default: false, description: "`true` = só confere e conta o impacto; nada muda.", examples: [false] }));
const dryRunQuery = object({ dryRun });

/** A JSON Schema as data. */
export const JsonSchema = named(
  "JsonSchema",
  objectField("Um JSON Schema 2020-12.", { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }),
);

const ReferenceListItem = named(
  "ReferenceListItem",
  objectField("Um item com o seu código; os outros campos são os da lista.", { code: 12, name: "Altipasso", externalCode: "ALTIPASSO" }),
);

/** What a change does to an item. */
export const changeAction = named(
  "ChangeAction",
  enumOf(["put", "remove"], {
    description: "O que a mudança faz.",
    meanings: { put: "Registra ou altera o item.", remove: "Remove o item." },
  }),
);
const changeId = int32Field("Número da mudança.", 31);
const changeFields = {
  changeId,
  list: textField("Nome da lista; `rules` = as regras.", "brands"),
  code: textField("Código do item; nas regras, o nome da regra.", "12"),
  action: changeAction,
};
const Change = namedObject("ReferenceChangeRecord", "Uma mudança nos dados de referência, feita ou agendada.", {
  ...changeFields,
  item: optional(
    anyField("O item a partir de então; ausente quando removido.", { code: 12, name: "Aurivento", externalCode: "AURIVENTO" }),
  ),
  actor: textField("Quem a fez.", `operator:${EXAMPLE_IDS.operatorKey}`),
  madeAt: dateTimeField("Quando foi registrada."),
  effectiveAt: dateTimeField("Quando passa ou passou a valer."),
  version: optional(int32Field("A versão que a mudança fez; ausente enquanto espera.", 13)),
  breaking: optional(booleanField("Se retira ou aperta algo; ausente nas mudanças antigas.", false)),
  shortNoticeReason: optional(textField("Por que valeu antes do prazo mínimo.", "Marca sob ordem judicial")),
  links,
});
const waiting = list(Change, { description: "Mudanças agendadas, em ordem de data.", examples: [[]] });
const version = int32Field("Versão dos dados de referência em vigor.", 13);

const Impact = namedObject("ReferenceImpact", "O que uma mudança toca.", {
  products: int32Field("Produtos que usam o item, pelo nome de antes ou de depois.", 42),
  sellers: int32Field("Lojistas desses produtos.", 3),
  byStatus: namedObject("ProductsByStatus", "Os produtos, por status.", {
    RECEIVED: int32Field("Em Recebido.", 2),
    CRITICIZED: int32Field("Em Criticado.", 1),
    CATALOGING: int32Field("Em Em catalogação.", 4),
    APPROVED: int32Field("Em Aprovado.", 35),
  }),
});
const Outcome = namedObject("ReferenceOutcome", "O que mudou, ou mudará.", {
  version: optional(int32Field("A versão em vigor com a mudança; ausente se agendada ou ensaiada.", 13)),
  effectiveAt: dateTimeField("Quando passa a valer."),
  dryRun: booleanField("Se foi só um ensaio.", false),
  changes: list(
    namedObject("RecordedChange", "Uma mudança que foi registrada.", {
      ...changeFields,
      version: optional(int32Field("A versão que a mudança fez.", 13)),
    }),
    { description: "O que foi registrado; vazio se nada mudaria, ou no ensaio." },
  ),
  impact: Impact,
  notice: optional(
    namedObject("MinimumNotice", "O que o prazo mínimo quer da mudança; só no ensaio.", {
      required: booleanField("Se ela retira ou aperta algo, e por isso precisa do prazo."),
      days: int32Field("O prazo, em dias.", 14),
      earliestAt: dateTimeField("A partir de quando pode valer sem `shortNoticeReason`."),
      kept: booleanField("Se a data enviada respeita o prazo."),
    }),
  ),
  links,
});
const changed = { 200: { description: "O que mudou, ou mudará, e quantos produtos isso toca.", schema: Outcome } };
const refusals = [
  errors.reference_inconsistent,
  errors.reference_inconsistent_later,
  errors.reference_date_past,
  errors.reference_notice_short,
  errors.reference_too_many_waiting,
];

export const getReference = operation({
  ...catalog,
  id: "getReference",
  method: "GET",
  path: "/operator/v1/reference",
  summary: "Lista os dados de referência: quantos itens cada lista tem e o que está agendado",
  description: "Por onde começar: cada lista tem um link.",
  replies: {
    200: {
      description: "As listas.",
      schema: namedObject("ReferenceLists", "Os dados de referência.", {
        version,
        items: list(
          namedObject("ReferenceListSummary", "Uma lista.", {
            list: textField("Nome da lista.", "brands"),
            count: int32Field("Quantos itens tem.", 80),
            editable: booleanField("Se operadores a alteram."),
            links,
          }),
          { description: "As listas." },
        ),
        waiting,
        links,
      }),
    },
  },
});
export const getReferenceList = operation({
  ...catalog,
  permission: ["catalog", "orders", "risk", "fulfillment", "support"],
  id: "getReferenceList",
  method: "GET",
  path: "/operator/v1/reference/{list}",
  summary: "Consulta uma lista inteira, com o que está agendado nela e o JSON Schema de um item",
  description: "Todos os itens de uma vez.",
  parameters: ofList,
  replies: {
    200: {
      description: "A lista.",
      schema: namedObject("ReferenceList", "Uma lista de dados de referência.", {
        list: textField("Nome da lista.", "brands"),
        version,
        editable: booleanField("Se operadores a alteram."),
        items: list(ReferenceListItem, { description: "Os itens, por código; o que têm diz `itemSchema`." }),
        itemSchema: describedAs(JsonSchema, {
          description: "O JSON Schema de um item, sem o código.",
          examples: [{ type: "object", required: ["name", "externalCode"] }],
        }),
        waiting,
        links,
      }),
    },
  },
  refuses: [errors.reference_list_unknown],
});
export const getReferenceItem = operation({
  ...catalog,
  id: "getReferenceItem",
  method: "GET",
  path: "/operator/v1/reference/{list}/{code}",
  summary: "Consulta um item, com o que está agendado nele",
  description: "Um item que só está agendado aparece sem `item`.",
  parameters: ofItem,
  replies: {
    200: {
      description: "O item.",
      schema: namedObject("ReferenceEntry", "Um item de uma lista.", {
        list: textField("Nome da lista.", "brands"),
        version,
        item: optional(describedAs(ReferenceListItem, { description: "O item; ausente enquanto só está agendado." })),
        waiting,
        links,
      }),
    },
  },
  refuses: [errors.reference_list_unknown, errors.reference_item_unknown],
});
export const putReferenceItem = operation({
  ...catalog,
  id: "putReferenceItem",
  method: "PUT",
  path: "/operator/v1/reference/{list}/{code}",
  summary: "Registra ou altera um item, já ou numa data",
  description: "O corpo é o item sem o código. Os campos são os da lista; os de outras listas não contam.",
  parameters: ofItem,
  query: dryRunQuery,
  body: namedObject("ReferenceItemBody", "Um item, com os campos da sua lista.", {
    ...itemFields,
    code: optional(text({ also: "integer", description: "Se enviado, o mesmo do endereço.", examples: ["12"] })),
    effectiveAt,
    shortNoticeReason,
  }),
  bodyExample: { name: "Aurivento", externalCode: "AURIVENTO" },
  replies: changed,
  refuses: [
    errors.reference_list_unknown,
    errors.reference_list_fixed,
    errors.reference_code_malformed,
    errors.reference_code_differs,
    ...refusals,
  ],
});
export const removeReferenceItem = operation({
  ...catalog,
  id: "removeReferenceItem",
  method: "DELETE",
  path: "/operator/v1/reference/{list}/{code}",
  summary: "Remove um item, já ou numa data; recusado se outro item depende dele",
  description: "Com `dryRun`, só conta os produtos que o usam.",
  parameters: ofItem,
  query: object({ dryRun, effectiveAt, shortNoticeReason }),
  replies: changed,
  refuses: [errors.reference_list_unknown, errors.reference_list_fixed, errors.reference_item_unknown, ...refusals],
});

export const listReferenceChanges = operation({
  ...catalog,
  id: "listReferenceChanges",
  method: "GET",
  path: "/operator/v1/reference/changes",
  summary: "Lista as mudanças agendadas, e as feitas, da mais nova à mais antiga",
  description: "Tudo o que já mudou fica registrado, com quem mudou.",
  query: object({
    before: optional(integer({ minimum: 1, description: "Só mudanças feitas antes desta versão.", examples: [13] })),
    size: PAGE_QUERY.size,
  }),
  replies: {
    200: {
      description: "As mudanças.",
      schema: namedObject("ReferenceChangeList", "As mudanças dos dados de referência, feitas e agendadas.", {
        version,
        waiting,
        items: list(Change, { description: "As feitas, da mais nova à mais antiga." }),
        links,
      }),
    },
    204: { description: "Nenhuma mudança antes desta versão, ou nenhuma feita nem agendada." },
  },
});
export const withdrawReferenceChange = operation({
  ...catalog,
  id: "withdrawReferenceChange",
  method: "DELETE",
  path: "/operator/v1/reference/changes/{changeId}",
  summary: "Retira uma mudança agendada",
  description: "Só enquanto não entrou em vigor, e se nenhuma outra agendada depende dela.",
  parameters: object({ changeId: integer({ minimum: 1, description: "Número da mudança.", examples: [31] }) }),
  replies: {
    200: {
      description: "A mudança retirada.",
      schema: namedObject("WithdrawnChange", "Uma mudança que já não vai acontecer.", { ...changeFields, links }),
    },
  },
  refuses: [
    errors.reference_change_unknown,
    errors.reference_change_in_effect,
    errors.reference_inconsistent,
    errors.reference_inconsistent_later,
  ],
});

export const getRules = operation({
  ...ofRules,
  id: "getRules",
  method: "GET",
  path: "/operator/v1/rules",
  summary: "Consulta as regras: mínimos de família e de estoque, janela de espera, serviços de arquivos recusados",
  description: "O peso máximo é de cada tipo de produto, em `/operator/v1/reference/productTypes`.",
  replies: {
    200: {
      description: "As regras.",
      schema: namedObject("Rules", "As regras da publicação.", { ...ruleFields, version, waiting, links }),
    },
  },
});
export const putRules = operation({
  ...ofRules,
  id: "putRules",
  method: "PUT",
  path: "/operator/v1/rules",
  summary: "Altera as regras enviadas, já ou numa data; as outras ficam como estão",
  description: "Produtos em aberto que uma regra nova toca são validados de novo.",
  query: dryRunQuery,
  body: namedObject("RulesBody", "As regras que mudam.", { ...ruleFields, effectiveAt, shortNoticeReason }),
  bodyExample: { familySettleSeconds: 3600 },
  replies: changed,
  refuses: refusals,
});
export const getRule = operation({
  ...ofRules,
  id: "getRule",
  method: "GET",
  path: "/operator/v1/rules/{rule}",
  summary: "Consulta uma regra",
  description: "Com o que está agendado nela.",
  parameters: ofRule,
  replies: {
    200: {
      description: "A regra.",
      schema: namedObject("Rule", "Uma regra.", {
        rule: textField("Nome da regra.", "familySettleSeconds"),
        value: optional(anyField("O valor; ausente = vale o da instalação.", 3600)),
        version,
        waiting,
        links,
      }),
    },
  },
  refuses: [errors.reference_rule_unknown],
});
export const putRule = operation({
  ...ofRules,
  id: "putRule",
  method: "PUT",
  path: "/operator/v1/rules/{rule}",
  summary: "Altera uma regra, já ou numa data",
  description: "Com `dryRun`, só conta os produtos que isso toca.",
  parameters: ofRule,
  query: dryRunQuery,
  body: namedObject("RuleBody", "O novo valor de uma regra.", {
    value: optional(
      anything({
        shown: "whole",
        description: "O novo valor; sem ele `familySettleSeconds` volta ao da instalação.",
        examples: [3600],
      }),
    ),
    effectiveAt,
    shortNoticeReason,
  }),
  bodyExample: { value: 3600 },
  replies: changed,
  refuses: [errors.reference_rule_unknown, ...refusals],
});
