import { businessRule, errorCatalogue, type ErrorRow, type LocalizedText, notFound } from "../platform/contract/index.ts";

const unknownList = (text: LocalizedText): ErrorRow => ({ status: 404, type: "List_Not_Found", text });

/** Refusals of the lookups and of the operator API's reference data. */
export const referenceErrors = errorCatalogue({
  store_list_unknown: unknownList({
    "pt-BR": 'Não há loja "{received}"; use um destes códigos: {allowed}.',
    en: 'There is no store "{received}"; use one of these codes: {allowed}.',
  }),
  department_list_unknown: unknownList({
    "pt-BR": "Não há departamento {received}; use um código da consulta de departamentos de uma loja, a partir de GET /api/v1/bus.",
    en: "There is no department {received}; use a code from the departments lookup of a store, starting at GET /api/v1/bus.",
  }),
  product_type_list_unknown: unknownList({
    "pt-BR":
      "O departamento {department} não tem o tipo de produto {received}; use um código de GET /api/v1/department/{department}/productType.",
    en: "The department {department} has no product type {received}; use a code from GET /api/v1/department/{department}/productType.",
  }),

  reference_list_unknown: unknownList({
    "pt-BR": 'Não há lista "{received}"; as listas são: {allowed}. As regras ficam em /operator/v1/rules.',
    en: 'There is no list "{received}"; the lists are: {allowed}. The rules are at /operator/v1/rules.',
  }),
  reference_item_unknown: notFound({
    "pt-BR": "A lista {list} não tem o item {received}.",
    en: "The list {list} has no item {received}.",
  }),
  reference_rule_unknown: notFound({
    "pt-BR": 'Não há regra "{received}"; as regras são: {allowed}.',
    en: 'There is no rule "{received}"; the rules are: {allowed}.',
  }),
  reference_change_unknown: notFound({
    "pt-BR": "Não há mudança {received}.",
    en: "There is no change {received}.",
  }),
  reference_code_malformed: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "O código {received} não serve na lista {list}; use um inteiro de 1 a {allowed}.",
      en: "The code {received} will not do in the list {list}; use an integer from 1 to {allowed}.",
    },
  },
  reference_code_differs: {
    status: 400,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "O código do corpo é {received} e o do endereço é {allowed}; envie o mesmo nos dois, ou só no endereço.",
      en: "The code of the body is {received} and that of the address is {allowed}; send the same in both, or in the address only.",
    },
  },

  reference_list_fixed: businessRule(422, {
    "pt-BR": "A lista {received} não pode ser alterada: as lojas são fixas nesta versão.",
    en: "The list {received} cannot be changed: the stores are fixed in this version.",
  }),
  reference_inconsistent: businessRule(422, {
    "pt-BR": "A mudança deixaria um erro em {list} {code}: {problem}. Corrija esse item antes, ou mude os dois para a mesma data.",
    en: "The change would leave a fault at {list} {code}: {problem}. Mend that item first, or change both for the same date.",
  }),
  reference_inconsistent_later: businessRule(422, {
    "pt-BR":
      "Com a mudança agendada para {date}, esta deixaria um erro em {list} {code}: {problem}. Retire ou refaça a mudança agendada antes.",
    en: "With the change scheduled for {date}, this one would leave a fault at {list} {code}: {problem}. Withdraw or redo the scheduled change first.",
  }),
  reference_change_in_effect: businessRule(422, {
    "pt-BR": "A mudança {received} já está em vigor e não pode ser retirada; faça outra mudança que a desfaça.",
    en: "The change {received} is in effect already and cannot be withdrawn; make another change that undoes it.",
  }),
  reference_date_past: businessRule(422, {
    "pt-BR": "A data {received} já passou há mais de um dia; envie uma data futura, ou nenhuma para que a mudança valha já.",
    en: "The date {received} passed more than a day ago; send a future date, or none for the change to take effect at once.",
  }),
  reference_notice_short: businessRule(422, {
    "pt-BR":
      "A mudança em {list} {code} retira ou aperta algo e valeria em {received}, com menos de {days} dias de aviso; use {allowed} ou depois, ou diga o motivo em shortNoticeReason.",
    en: "The change of {list} {code} removes or narrows something and would take effect at {received}, with less than {days} days of notice; use {allowed} or later, or give the reason in shortNoticeReason.",
  }),
  reference_too_many_waiting: businessRule(422, {
    "pt-BR": "Podem esperar no máximo {allowed} mudanças, em {dates} datas; junte datas, espere ou retire alguma mudança agendada.",
    en: "At most {allowed} changes may wait, on {dates} dates; join dates, wait, or withdraw a scheduled change.",
  }),
});
