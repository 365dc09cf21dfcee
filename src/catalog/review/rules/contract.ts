import {
  bool,
  booleanField,
  dateTimeField,
  decimal,
  EXAMPLE_IDS,
  int32Field,
  int64Field,
  links,
  list,
  namedObject,
  NON_BLANK,
  object,
  operation,
  optional,
  text,
  textField,
  textsField,
} from "../../../platform/contract/index.ts";
import { httpErrors } from "../../../platform/http/index.ts";
import { sellerId } from "../../../sellers/index.ts";
import { reviewErrors } from "../errors.ts";
import { IfMatch } from "../precondition.ts";
import { decision, decisionId, sku } from "../shapes.ts";
import { CONDITIONS, type ConditionName } from "./conditions.ts";

const rules = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Revisão de produtos" } as const;
const path = "/operator/v1/review-rules";

const ruleId = text({
  minLength: 1,
  maxLength: 60,
  pattern: "^[a-z0-9_]+$",
  description: "Código da regra: letras minúsculas, algarismos e sublinhado.",
  examples: ["clean_known_seller"],
});
const sentence = (name: ConditionName) => `Exige: ${CONDITIONS[name].meaning["pt-BR"]}.`;
const must = (name: ConditionName) => optional(bool({ description: sentence(name), examples: [true] }));
const share = (name: ConditionName, example: number) =>
  optional(decimal({ scale: 4, minimum: 0, maximum: 1, description: sentence(name), examples: [example] }));
const when = namedObject(
  "ReviewRuleConditions",
  "O que a regra exige de um produto; tudo precisa valer.",
  {
    noWarnings: must("noWarnings"),
    imagesPassed: must("imagesPassed"),
    sellerApprovedShare: share("sellerApprovedShare", 0.95),
    brandKnown: must("brandKnown"),
    siblingDistance: share("siblingDistance", 0.1),
  },
  { examples: [{ siblingDistance: undefined }] },
);
const shareField = (description: string, example: number) => decimal({ scale: 6, description, examples: [example] });
const precision = {
  matched: int32Field("Decisões de pessoas com que a regra coincide.", 640),
  agreed: int32Field("Destas, as que aprovaram.", 637),
  precision: optional(shareField("`agreed` de `matched`; ausente quando nada coincide.", 0.995312)),
  lower95: shareField("Limite inferior da precisão, com 95 % de confiança (Wilson).", 0.986308),
};
const Rule = namedObject("ReviewRule", "Uma regra que aprova produtos sozinha.", {
  ruleId,
  name: textField("Nome da regra, para pessoas.", "Lojista conhecido, sem avisos"),
  when,
  enabled: booleanField("Se está em vigor."),
  enabledAt: optional(dateTimeField("Desde quando está em vigor.")),
  proven: optional(
    namedObject("RuleProof", "Com o que se provou quando entrou em vigor.", { ...precision, triedAt: dateTimeField("Quando.") }),
  ),
  samples: namedObject("RuleSamples", "As amostras às cegas desde que entrou em vigor, as últimas 200.", {
    decided: int32Field("Quantas pessoas decidiram.", 41),
    approved: int32Field("Destas, aprovadas.", 41),
  }),
  switchedOffAt: optional(dateTimeField("Quando se desligou sozinha: as amostras caíram abaixo de 98 %.")),
  version: int32Field("A versão, para If-Match.", 3),
  changedAt: dateTimeField("Quando mudou."),
  changedBy: textField("Quem mudou.", `operator:${EXAMPLE_IDS.operatorKey}`),
  links,
});

export const listReviewRules = operation({
  ...rules,
  id: "listReviewRules",
  method: "GET",
  path,
  summary: "Lista as regras de aprovação automática",
  description: "Cada uma com a prova com que entrou em vigor e as amostras desde então.",
  replies: {
    200: {
      description: "As regras.",
      schema: namedObject("ReviewRuleList", "As regras de aprovação automática.", {
        items: list(Rule, { description: "Na ordem em que são aplicadas: por código." }),
        links,
      }),
    },
  },
});
export const putReviewRule = operation({
  ...rules,
  id: "putReviewRule",
  method: "PUT",
  path: `${path}/{ruleId}`,
  summary: "Cria ou altera uma regra de aprovação automática, ou a liga e desliga",
  description:
    "Só entra em vigor uma regra que se provou: das últimas 1.000 decisões de pessoas coincide com 200 ao menos, e o limite inferior da precisão é de 98 % ao menos. Mudar o que exige pede nova prova.",
  parameters: object({ ruleId }),
  headers: IfMatch,
  body: namedObject("ReviewRuleBody", "Uma regra.", {
    name: text({ ...NON_BLANK, maxLength: 200, description: "Nome, para pessoas.", examples: ["Lojista conhecido, sem avisos"] }),
    when,
    enabled: optional(bool({ description: "Se deve estar em vigor; sem ele, como está.", examples: [false] })),
  }),
  bodyExample: {
    name: "Lojista conhecido, sem avisos",
    when: { noWarnings: true, imagesPassed: true, sellerApprovedShare: 0.95, brandKnown: true },
    enabled: false,
  },
  replies: {
    200: {
      description: "A regra como ficou.",
      schema: Rule,
      headers: { ETag: { description: "A versão, para If-Match.", example: '"3"' } },
    },
  },
  refuses: [
    httpErrors.route_unknown,
    reviewErrors.rule_without_conditions,
    reviewErrors.rule_condition_false,
    reviewErrors.rule_not_proven,
    reviewErrors.review_version_differs,
  ],
});
export const tryReviewRule = operation({
  ...rules,
  id: "tryReviewRule",
  method: "POST",
  path: `${path}/{ruleId}/try`,
  summary: "Testa uma regra nas últimas 1.000 decisões de pessoas",
  description: "Pelo que se sabia no momento de cada decisão, não pelo que se sabe agora. Nada muda.",
  parameters: object({ ruleId }),
  replies: {
    200: {
      description: "Quanto a regra teria acertado.",
      schema: namedObject("ReviewRuleTrial", "Quanto uma regra teria acertado.", {
        ruleId,
        decisions: int32Field("Decisões de pessoas que foram olhadas.", 1000),
        ...precision,
        provable: booleanField("Se com isso pode entrar em vigor."),
        disagreements: list(
          namedObject("RuleDisagreement", "Um produto que a regra teria aprovado e uma pessoa criticou.", {
            decisionId,
            sellerId,
            sku,
            decision,
            reasons: textsField("Códigos dos motivos da pessoa.", ["image_wrong_product"]),
            waitedMs: int64Field("Quanto esperou, em milissegundos.", 5_400_000),
            date: dateTimeField("Quando a pessoa decidiu."),
          }),
          { description: "As mais novas, até 50.", examples: [[]] },
        ),
        links,
      }),
    },
  },
  refuses: [reviewErrors.review_rule_unknown],
});
