import { businessRule, errorCatalogue, notFound } from "../../platform/contract/index.ts";

/** Refusals of the review queue, its reasons and its rules. */
export const reviewErrors = errorCatalogue({
  review_claimed: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O produto {sku} está com {reviewer} até {leaseUntil}; decida outro, ou este depois.",
      en: "The product {sku} is held by {reviewer} until {leaseUntil}; decide another one, or this one later.",
    },
  },
  claim_unknown: notFound({
    "pt-BR": 'Nada está com você sob "{received}": a reserva foi devolvida, decidida ou passou a outra pessoa; peça outra.',
    en: 'You hold nothing under "{received}": the claim was given back, decided or passed on; ask for another one.',
  }),
  reason_unknown: businessRule(422, {
    "pt-BR": '{pointer}: o motivo "{received}" não está na lista dos ativos e veio sem message; escolha um da lista ou escreva message.',
    en: '{pointer}: the reason "{received}" is not one of the active ones and came without message; choose one of them or write message.',
  }),
  criticism_without_error: businessRule(422, {
    "pt-BR": "{pointer}: todos os motivos só avisam, e um aviso não critica um produto; envie ao menos um de severidade error.",
    en: "{pointer}: all reasons only warn, and a warning criticizes no product; send at least one of severity error.",
  }),
  review_decision_unknown: notFound({
    "pt-BR": "A decisão {received} não existe.",
    en: "The decision {received} does not exist.",
  }),
  undo_too_late: businessRule(422, {
    "pt-BR": "A decisão {received} é de {at}; só se desfaz em até {allowed} segundos.",
    en: "The decision {received} was made at {at}; it can be undone for {allowed} seconds only.",
  }),
  undo_overtaken: businessRule(422, {
    "pt-BR": "A decisão {received} já não se desfaz: o produto {sku} mudou depois dela e está como '{status}'.",
    en: "The decision {received} can no longer be undone: the product {sku} changed after it and is in '{status}'.",
  }),
  undo_product_ordered: businessRule(422, {
    "pt-BR": "A decisão {received} já não se desfaz: o produto {sku} já está em um pedido.",
    en: "The decision {received} can no longer be undone: the product {sku} is part of an order already.",
  }),
  undo_product_changing: businessRule(422, {
    "pt-BR": "A decisão {received} já não se desfaz: o produto {sku} tem um pedido de mudança em aberto; decida antes o pedido.",
    en: "The decision {received} can no longer be undone: the product {sku} has an open change request; decide that request first.",
  }),
  undo_of_change: businessRule(422, {
    "pt-BR": "A decisão {received} é sobre uma mudança do produto {sku}, e essas não se desfazem; peça outra mudança.",
    en: "The decision {received} is on a change of the product {sku}, and those cannot be undone; ask for another change.",
  }),
  review_reason_unknown: notFound({
    "pt-BR": 'O motivo "{received}" não existe.',
    en: 'The reason "{received}" does not exist.',
  }),
  review_rule_unknown: notFound({
    "pt-BR": 'A regra de aprovação "{received}" não existe.',
    en: 'The approval rule "{received}" does not exist.',
  }),
  review_version_differs: {
    status: 412,
    type: "Precondition_Failed",
    text: {
      "pt-BR":
        "If-Match pede a versão {received}, mas a registrada é {allowed}; leia-a, aplique a mudança sobre ela e envie If-Match: {allowed}.",
      en: "If-Match asks for version {received}, but the one on record is {allowed}; read it, apply the change to it and send If-Match: {allowed}.",
    },
  },
  rule_without_conditions: businessRule(422, {
    "pt-BR": "{pointer}: veio sem condição alguma, e a regra aprovaria tudo; envie ao menos uma de {allowed}.",
    en: "{pointer}: came without any condition, and the rule would approve everything; send at least one of {allowed}.",
  }),
  rule_condition_false: businessRule(422, {
    "pt-BR": "{pointer}: veio como false, o que não se pode exigir; envie true, ou deixe a condição de fora.",
    en: "{pointer}: came as false, which cannot be asked for; send true, or leave the condition out.",
  }),
  rule_not_proven: businessRule(422, {
    "pt-BR":
      "A regra {received} não se provou: das últimas decisões de pessoas coincide com {matched}, e {agreed} aprovaram (limite inferior {lower95}); são precisas {allowed} ao menos, com limite inferior de {least}.",
    en: "The rule {received} has not proved itself: of the last decisions by people it matches {matched}, and {agreed} approved (lower bound {lower95}); at least {allowed} are needed, with a lower bound of {least}.",
  }),
});
