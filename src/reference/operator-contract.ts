import { operation } from "../platform/contract/operation.ts";
import {
  anything,
  dateTime,
  flag,
  integer,
  links,
  list,
  optional,
  record,
  shape,
  text,
  type TProperties,
} from "../platform/contract/schema.ts";
import { referenceErrors as errors } from "./errors.ts";
import { LISTS, RULES } from "./lists.ts";

const catalog = { api: "operator", audience: "operator", permission: ["catalog"] } as const;

const listName = text({ minLength: 1, description: `Nome da lista: ${LISTS.map(({ name }) => name).join(", ")}` });
const code = text({ minLength: 1, description: "Código do item na lista" });
const ruleName = text({ minLength: 1, description: `Nome da regra: ${RULES.map(({ name }) => name).join(", ")}` });
const ofList = record({ list: listName });
const ofItem = record({ list: listName, code });
const ofRule = record({ rule: ruleName });

const effectiveAt = optional(dateTime({ description: "Quando passa a valer; sem ela, já", examples: ["2026-12-01T00:00:00-03:00"] }));
const dryRun = optional(flag({ default: false, description: "true = só confere e conta o impacto; nada muda" }));
const rehearsable = record({ dryRun });

/** What each field of an item means; which of them a list asks for is checked by the list's own schema (lists.ts). */
const MEANINGS: Readonly<Record<string, string>> = {
  name: "O nome que os produtos usam",
  externalCode: "brands, colors, flavors, sizes: código em outros sistemas",
  sizes: "sizeCharts: nomes de tamanhos, do menor ao maior",
  stores: "departments: códigos das lojas que o mostram",
  departments: "productTypes: códigos dos departamentos a que pertence",
  kind: "productTypes: decide o mínimo da família",
  sizeChart: "productTypes: código da grade de tamanhos",
  weightMaxKg: "productTypes: peso máximo em quilogramas, até 3 casas decimais",
  distinguishedBy: "productTypes: flavor em alimentos, color nos demais",
  template: "productTypes: código do template de atributos",
  attributes: "templates: atributos, com código, obrigatoriedade e valores",
};
const itemFields: TProperties = Object.fromEntries(
  LISTS.flatMap(({ schema }) => Object.entries(schema.properties)).map(([name, field]) => [
    name,
    optional({ ...field, description: MEANINGS[name] }),
  ]),
);
const ruleFields: TProperties = Object.fromEntries(RULES.map(({ name, schema }) => [name, optional({ ...schema })]));

const Change = shape("ReferenceChangeRecord", {
  changeId: integer(),
  list: text(),
  code: text(),
  action: text({ examples: ["put", "remove"] }),
  item: optional(anything({ description: "O item a partir de então; ausente quando removido" })),
  actor: text(),
  madeAt: text(),
  effectiveAt: text(),
  version: optional(integer({ description: "A versão que a mudança fez; ausente enquanto espera" })),
  links,
});
const waiting = list(Change, { description: "Mudanças agendadas, em ordem de data" });
const version = integer({ description: "Versão dos dados de referência em vigor" });

const Impact = shape("ReferenceImpact", {
  products: integer({ description: "Produtos que usam o item, pelo nome de antes ou de depois" }),
  sellers: integer(),
  byStatus: shape("ProductsByStatus", { RECEIVED: integer(), CRITICIZED: integer(), CATALOGING: integer(), APPROVED: integer() }),
});
const Outcome = shape("ReferenceOutcome", {
  version: optional(integer({ description: "A versão em vigor com a mudança; ausente se agendada ou ensaiada" })),
  effectiveAt: text(),
  dryRun: flag(),
  changes: list(
    shape("RecordedChange", { changeId: integer(), list: text(), code: text(), action: text(), version: optional(integer()) }),
    {
      description: "O que foi registrado; vazio se nada mudaria, ou no ensaio",
    },
  ),
  impact: Impact,
  links,
});
const changed = { 200: { description: "O que mudou, ou mudará, e quantos produtos isso toca", schema: Outcome } };
const refusals = [
  errors.reference_inconsistent,
  errors.reference_inconsistent_later,
  errors.reference_date_past,
  errors.reference_too_many_waiting,
];

export const getReference = operation({
  ...catalog,
  id: "getReference",
  method: "GET",
  path: "/operator/v1/reference",
  summary: "As listas de dados de referência, quantos itens têm e o que está agendado",
  replies: {
    200: {
      description: "As listas",
      schema: shape("ReferenceLists", {
        version,
        items: list(shape("ReferenceListSummary", { list: text(), count: integer(), editable: flag(), links })),
        waiting,
        links,
      }),
    },
  },
});
export const getReferenceList = operation({
  ...catalog,
  id: "getReferenceList",
  method: "GET",
  path: "/operator/v1/reference/{list}",
  summary: "Uma lista inteira, com o que está agendado nela e o JSON Schema de um item",
  parameters: ofList,
  replies: {
    200: {
      description: "A lista",
      schema: shape("ReferenceList", {
        list: text(),
        version,
        editable: flag(),
        items: list(anything()),
        itemSchema: anything(),
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
  summary: "Um item, com o que está agendado nele",
  parameters: ofItem,
  replies: {
    200: {
      description: "O item",
      schema: shape("ReferenceEntry", {
        list: text(),
        version,
        item: optional(anything({ description: "Ausente enquanto o item só está agendado" })),
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
  query: rehearsable,
  body: shape("ReferenceItemBody", {
    ...itemFields,
    code: optional(text({ also: "integer", description: "Se enviado, o mesmo do endereço" })),
    effectiveAt,
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
  parameters: ofItem,
  query: record({ dryRun, effectiveAt }),
  replies: changed,
  refuses: [errors.reference_list_unknown, errors.reference_list_fixed, errors.reference_item_unknown, ...refusals],
});

export const listReferenceChanges = operation({
  ...catalog,
  id: "listReferenceChanges",
  method: "GET",
  path: "/operator/v1/reference/changes",
  summary: "As mudanças agendadas, e as feitas, da mais nova à mais antiga",
  query: record({
    before: optional(integer({ minimum: 1, description: "Só mudanças feitas antes desta versão" })),
    size: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  replies: {
    200: { description: "As mudanças", schema: shape("ReferenceChangeList", { version, waiting, items: list(Change), links }) },
    204: { description: "Nenhuma mudança antes desta versão, ou nenhuma feita nem agendada" },
  },
});
export const withdrawReferenceChange = operation({
  ...catalog,
  id: "withdrawReferenceChange",
  method: "DELETE",
  path: "/operator/v1/reference/changes/{changeId}",
  summary: "Retira uma mudança agendada",
  parameters: record({ changeId: integer({ minimum: 1 }) }),
  replies: {
    200: {
      description: "A mudança retirada",
      schema: shape("WithdrawnChange", { changeId: integer(), list: text(), code: text(), action: text(), links }),
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
  ...catalog,
  id: "getRules",
  method: "GET",
  path: "/operator/v1/rules",
  summary: "As regras: mínimos de família e de estoque, janela de espera, serviços de arquivos recusados",
  description: "O peso máximo é de cada tipo de produto, em /operator/v1/reference/productTypes.",
  replies: { 200: { description: "As regras", schema: shape("Rules", { ...ruleFields, version, waiting, links }) } },
});
export const putRules = operation({
  ...catalog,
  id: "putRules",
  method: "PUT",
  path: "/operator/v1/rules",
  summary: "Altera as regras enviadas, já ou numa data; as outras ficam como estão",
  query: rehearsable,
  body: shape("RulesBody", { ...ruleFields, effectiveAt }),
  bodyExample: { familySettleSeconds: 3600 },
  replies: changed,
  refuses: refusals,
});
export const getRule = operation({
  ...catalog,
  id: "getRule",
  method: "GET",
  path: "/operator/v1/rules/{rule}",
  summary: "Uma regra",
  parameters: ofRule,
  replies: {
    200: { description: "A regra", schema: shape("Rule", { rule: text(), value: optional(anything()), version, waiting, links }) },
  },
  refuses: [errors.reference_rule_unknown],
});
export const putRule = operation({
  ...catalog,
  id: "putRule",
  method: "PUT",
  path: "/operator/v1/rules/{rule}",
  summary: "Altera uma regra, já ou numa data",
  parameters: ofRule,
  query: rehearsable,
  body: shape("RuleBody", {
    value: optional(anything({ shown: "whole", description: "O novo valor; sem ele familySettleSeconds volta ao da instalação" })),
    effectiveAt,
  }),
  bodyExample: { value: 3600 },
  replies: changed,
  refuses: [errors.reference_rule_unknown, ...refusals],
});
