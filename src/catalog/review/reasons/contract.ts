import {
  bool,
  booleanField,
  dateTimeField,
  enumOf,
  EXAMPLE_IDS,
  int32Field,
  links,
  list,
  named,
  namedObject,
  NON_BLANK,
  object,
  operation,
  optional,
  text,
  textField,
} from "../../../platform/contract/index.ts";
import { httpErrors } from "../../../platform/http/index.ts";
import { severity } from "../../shapes.ts";
import { reviewErrors } from "../errors.ts";
import { IfMatch } from "../precondition.ts";
import { pointer, reasonCode } from "../shapes.ts";

const reasons = { api: "operator", audience: "operator", permission: ["catalog"], tag: "Revisão de produtos" } as const;
const path = "/operator/v1/review-reasons";

const words = (description: string, example: string) => text({ ...NON_BLANK, maxLength: 1000, description, examples: [example] });
const portuguese = words("Em português.", "A imagem mostra outro produto; envie a deste.");
const english = words("Em inglês.", "The image shows another product; send the one of this product.");
const texts = namedObject("ReasonTexts", "O que o lojista lê, nas duas línguas.", { "pt-BR": portuguese, en: english });
const place = optional(pointer);
const Reason = namedObject("ReviewReasonRecord", "Um motivo que revisores escolhem.", {
  code: textField("Código do motivo.", "image_wrong_product"),
  text: texts,
  pointer: place,
  severity,
  active: booleanField("Se pode ser escolhido."),
  version: int32Field("A versão, para If-Match.", 1),
  changedAt: dateTimeField("Quando mudou."),
  changedBy: textField("Quem mudou.", `operator:${EXAMPLE_IDS.operatorKey}`),
  links,
});

export const listReviewReasons = operation({
  ...reasons,
  id: "listReviewReasons",
  method: "GET",
  path,
  summary: "Lista os motivos cadastrados de uma crítica",
  description: "Por código, os inativos também.",
  replies: {
    200: {
      description: "Os motivos.",
      schema: namedObject("ReviewReasonList", "Os motivos cadastrados.", { items: list(Reason, { description: "Por código." }), links }),
    },
  },
});
export const putReviewReason = operation({
  ...reasons,
  id: "putReviewReason",
  method: "PUT",
  path: `${path}/{code}`,
  summary: "Cadastra ou altera um motivo",
  description:
    "Com um motivo cadastrado, a crítica dispensa `message`: o lojista lê o texto na língua dele. Críticas já feitas ficam como estão.",
  parameters: object({ code: reasonCode }),
  headers: IfMatch,
  body: namedObject("ReviewReasonBody", "Um motivo.", {
    text: texts,
    pointer: place,
    severity: optional(
      named(
        "ReasonSeverity",
        enumOf(["error", "warning"], {
          description: "Se o motivo impede a publicação; sem ela, `error`.",
          meanings: { error: "Impede: o lojista corrige.", warning: "Só avisa, ao lado de outro que impede." },
        }),
      ),
    ),
    active: optional(bool({ default: true, description: "Se pode ser escolhido.", examples: [true] })),
  }),
  bodyExample: {
    text: {
      "pt-BR": "A imagem mostra outro produto; envie a deste.",
      en: "The image shows another product; send the one of this product.",
    },
    pointer: "/images/0",
    severity: "error",
    active: true,
  },
  replies: {
    200: {
      description: "O motivo como ficou.",
      schema: Reason,
      headers: { ETag: { description: "A versão, para If-Match.", example: '"1"' } },
    },
  },
  refuses: [httpErrors.route_unknown, reviewErrors.review_version_differs],
});
