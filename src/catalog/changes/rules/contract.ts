import {
  bool,
  dateTime,
  dateTimeField,
  decimal,
  enumOf,
  EXAMPLE_IDS,
  int32Field,
  integer,
  lenientEnum,
  links,
  list,
  named,
  namedObject,
  object,
  operation,
  optional,
  text,
  textField,
} from "../../../platform/contract/index.ts";
import { changeErrors } from "../errors.ts";
import { CHANGEABLE_FIELDS, FIELD_WORDS } from "../product-fields.ts";
import { RULE_ACTIONS, type RuleAction } from "./rules.ts";
import { SHIPPED_RULES } from "./shipped.ts";

const ofRules = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Mudanças de produtos" } as const;
const share = (description: string, example: number) =>
  optional(decimal({ scale: 4, minimum: 0, maximum: 1, description, examples: [example] }));
const flag = (description: string) => optional(bool({ description, examples: [true] }));

const Conditions = namedObject(
  "ChangeRuleConditions",
  "O que precisa valer, tudo junto; nada = vale sempre.",
  {
    maxEditShare: share("Em name e description: no máximo esta parte das palavras muda.", 0.15),
    sameWords: flag("Em name e description: as palavras são as mesmas; só mudam maiúsculas, acentos, espaços e pontuação."),
    noNewNumbers: flag("Em name e description: nenhuma palavra nova com algarismos."),
    noNewBrands: flag("Em name e description: nenhuma marca registrada que não estivesse lá."),
    wasEmpty: flag("O campo estava vazio."),
    maxRelativeChange: share("Em medidas e peso: muda no máximo esta parte do valor de antes.", 0.2),
    attributesOptionalOnly: flag("Em atributos: o template marca o atributo como opcional."),
    imagesPassChecks: flag("Em imagens: a imagem passou na conferência."),
    sellerApprovedShare: share("Pessoas aprovaram ao menos esta parte dos últimos campos do lojista.", 0.95),
    sellerDecisions: optional(
      integer({ minimum: 1, maximum: 1000, description: "Pessoas decidiram ao menos tantos campos do lojista.", examples: [50] }),
    ),
  },
  { examples: [{ maxEditShare: 0.15, noNewNumbers: true, noNewBrands: true }] },
);
const Rule = namedObject("ChangeRule", "Uma regra: decide sobre um campo sem uma pessoa, ou o manda a uma.", {
  id: text({
    minLength: 1,
    maxLength: 60,
    pattern: "^[a-z0-9][a-z0-9_-]*$",
    description: "Nome da regra, que os pedidos mostram.",
    examples: ["small-edit"],
  }),
  field: named(
    "ChangeRuleField",
    enumOf([...CHANGEABLE_FIELDS, "*"], {
      description: "O campo; `*` = todos.",
      meanings: { ...FIELD_WORDS, "*": "Todos os campos." },
      examples: ["description"],
    }),
  ),
  when: optional(Conditions),
  action: lenientEnum(
    named("ChangeRuleAction", enumOf(Object.keys(RULE_ACTIONS) as RuleAction[], { description: "O que fazer.", meanings: RULE_ACTIONS })),
  ),
});
const rules = list(Rule, {
  maxItems: 100,
  description: "As regras, em ordem: a primeira que vale decide; sem nenhuma, uma pessoa.",
  examples: [SHIPPED_RULES.slice(0, 1)],
});
const version = int32Field("Número do conjunto; 0 = o que vem com o Vitrine.", 3);
const setFields = {
  version,
  effectiveAt: dateTimeField("Desde quando vale, ou valerá."),
  rules,
  actor: textField("Quem o fez.", `operator:${EXAMPLE_IDS.operatorKey}`),
  madeAt: dateTimeField("Quando foi feito."),
};
const RuleSet = namedObject("ChangeRuleSet", "Um conjunto de regras.", setFields);
const RuleSets = namedObject("ChangeRules", "As regras em vigor, e as agendadas.", {
  ...setFields,
  newest: int32Field("Número do conjunto mais novo, também agendado; entre aspas, vai em If-Match.", 3),
  scheduled: list(RuleSet, { description: "Os que valerão, em ordem de data.", examples: [[]] }),
  samples: list(
    namedObject("ChangeRuleSamples", "O que pessoas acharam do que uma regra aprovou.", {
      rule: textField("A regra.", "small-edit"),
      waiting: int32Field("Ainda não olhados.", 2),
      confirmed: int32Field("Uma pessoa concordou.", 40),
      contested: int32Field("Uma pessoa discordou.", 1),
    }),
    { description: "A amostra de cada regra." },
  ),
  links,
});
const replies = {
  200: {
    description: "As regras.",
    schema: RuleSets,
  },
};

export const getChangeRules = operation({
  ...ofRules,
  id: "getChangeRules",
  method: "GET",
  path: "/operator/v1/change-rules",
  summary: "Consulta as regras de mudanças: o que se aprova sem uma pessoa",
  description: "As regras em vigor, as agendadas, e o que as amostras dizem de cada regra. Um pedido segue as regras de quando foi feito.",
  replies,
});
export const putChangeRules = operation({
  ...ofRules,
  id: "putChangeRules",
  method: "PUT",
  path: "/operator/v1/change-rules",
  summary: "Troca as regras de mudanças, já ou numa data",
  description:
    "O corpo é a lista inteira. Outra lista para a mesma data toma o lugar desta. Pedidos em aberto seguem as regras de quando foram feitos.",
  headers: object({
    "If-Match": optional(
      text({
        maxLength: 300,
        pattern: '^(\\*|(W/)?"[!#-~]*"(\\s*,\\s*(W/)?"[!#-~]*")*)$',
        refusal: {
          code: "if_match_malformed",
          text: {
            "pt-BR": '{pointer}: recebido {received}; envie * ou o newest das regras entre aspas, por exemplo "3".',
            en: '{pointer}: received {received}; send * or newest of the rules in quotes, for example "3".',
          },
        },
        description: "Troca só se o conjunto mais novo ainda é este: `newest` de GET, entre aspas.",
        examples: ['"3"'],
      }),
    ),
  }),
  body: namedObject("ChangeRulesBody", "As regras que valerão.", {
    rules,
    effectiveAt: optional(dateTime({ description: "Quando passam a valer; ausente = já.", examples: ["2026-12-01T00:00:00-03:00"] })),
  }),
  bodyExample: { rules: SHIPPED_RULES.slice(0, 1) },
  replies,
  refuses: [
    changeErrors.change_rule_repeated,
    changeErrors.change_rule_condition_misplaced,
    changeErrors.change_rule_unreachable,
    changeErrors.change_rule_unconditional,
    changeErrors.change_rules_date_past,
    changeErrors.change_rules_differ,
  ],
});
