import { businessRule, errorCatalogue, notFound } from "../../platform/contract/index.ts";

/** Refusals of change requests, in addition to those of a product's body. */
export const changeErrors = errorCatalogue({
  nothing_changes: businessRule(422, {
    "pt-BR": "O que veio é o que o produto {sku} já tem; envie ao menos um campo com outro valor.",
    en: "What came is what the product {sku} already has; send at least one field with another value.",
  }),
  change_empty: businessRule(422, {
    "pt-BR": 'A mudança veio vazia; envie fields, por exemplo {"/description": "..."}, ou o produto inteiro em product.',
    en: 'The change came empty; send fields, for example {"/description": "..."}, or the whole product in product.',
  }),
  change_form_mixed: businessRule(422, {
    "pt-BR": "A mudança veio com fields e também com o produto; envie um dos dois.",
    en: "The change came with fields and with the product too; send one of them.",
  }),
  field_is_fixed: businessRule(422, {
    "pt-BR": "O campo {field} é fixo: diz qual produto é e de que família; deixe-o como está ou publique outro sku.",
    en: "The field {field} is fixed: it says which product it is and of which family; leave it as it is or publish another sku.",
  }),
  offer_not_in_change: businessRule(422, {
    "pt-BR": "O campo {field} não passa por mudanças: envie-o em PUT /api/v2/products/{sku}/{place}, e vale na hora.",
    en: "The field {field} does not pass through changes: send it to PUT /api/v2/products/{sku}/{place}, and it holds at once.",
  }),
  change_field_unknown: businessRule(422, {
    "pt-BR": 'A mudança nomeia "{received}", que não é um campo de um produto; use um JSON Pointer, como /description ou /images/1/url.',
    en: 'The change names "{received}", which is no field of a product; use a JSON Pointer, such as /description or /images/1/url.',
  }),
  change_fields_too_many: businessRule(422, {
    "pt-BR": "A mudança nomeia {received} campos, e um pedido leva no máximo {allowed}; divida-a em vários pedidos.",
    en: "The change names {received} fields, and one request takes at most {allowed}; divide it into several requests.",
  }),
  change_fields_overlap: businessRule(422, {
    "pt-BR": 'A mudança nomeia "{received}" e também {other}, que é parte do mesmo; envie só um deles.',
    en: 'The change names "{received}" and also {other}, which is a part of the same; send only one of them.',
  }),
  change_not_needed: businessRule(422, {
    "pt-BR": "O produto {sku} está como '{status}' e ainda se altera com PUT /api/v2/products/{sku}; mudanças são para produtos fechados.",
    en: "The product {sku} is in '{status}' and can still be changed with PUT /api/v2/products/{sku}; changes are for closed products.",
  }),
  change_unknown: notFound({
    "pt-BR": 'Não há mudança "{received}"; veja as que há em {allowed}.',
    en: 'There is no change "{received}"; see those there are at {allowed}.',
  }),
  change_cursor_unknown: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": 'Não há pedido de mudança "{received}" depois do qual continuar; siga os links da lista.',
      en: 'There is no change request "{received}" to go on after; follow the links of the list.',
    },
  },
  change_closed: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "A mudança {received} já está decidida e não pode ser retirada; para desfazê-la, peça outra.",
      en: "The change {received} is decided already and cannot be withdrawn; to undo it, ask for another one.",
    },
  },
  change_already_decided: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O campo {field} desta mudança já está como '{state}'; veja em current quem decidiu e quando.",
      en: "The field {field} of this change is already '{state}'; see in current who decided it and when.",
    },
  },
  change_still_checking: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O campo {field} ainda está sendo conferido; decida quando estiver como 'waiting'.",
      en: "The field {field} is still being checked; decide once it is 'waiting'.",
    },
  },
  change_already_checked: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "Nenhum campo do pedido {received} está sendo conferido; veja em GET como cada um está.",
      en: "No field of the request {received} is being checked; see in GET how each one is.",
    },
  },
  change_field_not_asked: businessRule(422, {
    "pt-BR": 'A mudança não trata de "{received}"; os campos dela são: {allowed}.',
    en: 'The change is not about "{received}"; its fields are: {allowed}.',
  }),
  change_decided_twice: businessRule(422, {
    "pt-BR": 'A decisão sobre "{received}" veio duas vezes; envie-a uma só vez.',
    en: 'The decision on "{received}" came twice; send it only once.',
  }),
  change_refusal_unexplained: businessRule(422, {
    "pt-BR": 'A recusa de "{received}" veio sem motivo; envie code ou message, que o lojista lê.',
    en: 'The refusal of "{received}" came without a reason; send code or message, which the seller reads.',
  }),
  change_rule_repeated: businessRule(422, {
    "pt-BR": 'A regra "{received}" está duas vezes na lista; dê a cada uma o seu id.',
    en: 'The rule "{received}" is in the list twice; give each an id of its own.',
  }),
  change_rule_condition_misplaced: businessRule(422, {
    "pt-BR": "A condição {received} nunca vale para o campo {field}; ela serve para: {allowed}.",
    en: "The condition {received} never holds for the field {field}; it is for: {allowed}.",
  }),
  change_rule_unreachable: businessRule(422, {
    "pt-BR": 'A regra "{received}" nunca seria usada: "{other}", antes dela, já vale sempre; mude a ordem ou remova-a.',
    en: 'The rule "{received}" would never be used: "{other}", before it, always holds; change the order or remove it.',
  }),
  change_rule_unconditional: businessRule(422, {
    "pt-BR": 'A regra "{received}" aprovaria tudo sem condição; envie ao menos uma condição.',
    en: 'The rule "{received}" would approve everything without a condition; send at least one condition.',
  }),
  change_rules_date_past: businessRule(422, {
    "pt-BR": "As regras passariam a valer em {received}, que já passou; envie uma data futura, ou nenhuma para valer já.",
    en: "The rules would apply from {received}, which is in the past; send a future date, or none to apply them now.",
  }),
  change_rules_differ: {
    status: 412,
    type: "Precondition_Failed",
    text: {
      "pt-BR": "If-Match veio como {received}, e as regras estão em {allowed}; leia-as de novo antes de trocá-las.",
      en: "If-Match came as {received}, and the rules are at {allowed}; read them again before you replace them.",
    },
  },
});
