import {
  dateTimeField,
  decimal,
  enumOf,
  EXAMPLE_IDS,
  int32Field,
  int64Field,
  links,
  list,
  named,
  namedObject,
  operation,
  optional,
  textField,
} from "../../../platform/contract/index.ts";
import { AGE_BANDS, RISK_BANDS } from "./bands.ts";

const band = (name: string, bands: readonly { readonly name: string; readonly meaning: string }[], description: string) =>
  named(
    name,
    enumOf(
      bands.map((one) => one.name),
      { description, meanings: Object.fromEntries(bands.map((one) => [one.name, one.meaning])), examples: [bands[0]!.name] },
    ),
  );
const waiting = int32Field("Quantos esperam.", 12);

/** What waits, how long decisions take, and who makes them. */
export const summarizeReviews = operation({
  api: "operator",
  audience: "operator",
  permission: ["catalog"],
  tag: "Revisão de produtos",
  id: "summarizeReviews",
  method: "GET",
  path: "/operator/v1/reviews/summary",
  summary: "Resume a fila: o que espera, quanto demora, quem decide",
  description:
    "O que espera, como está agora; as decisões, das últimas 24 horas; as leituras duplas, dos últimos 30 dias. Pode ter até 10 segundos.",
  replies: {
    200: {
      description: "O resumo.",
      schema: namedObject("ReviewSummary", "A fila e as decisões, em números.", {
        waiting,
        late: int32Field("Destes, fora do prazo.", 1),
        held: int32Field("Destes, com alguém agora.", 3),
        oldestSince: optional(dateTimeField("Desde quando espera o mais antigo; ausente quando nada espera.")),
        nextDueAt: optional(dateTimeField("O prazo que vence antes de todos; ausente quando nada espera.")),
        byAge: list(
          namedObject("ReviewsByAge", "O que espera há quanto tempo.", { age: band("ReviewAge", AGE_BANDS, "Há quanto tempo."), waiting }),
          { description: "Por tempo de espera." },
        ),
        byDepartment: list(
          namedObject("ReviewsByDepartment", "O que espera em um departamento.", {
            department: textField("Departamento.", "Corrida"),
            waiting,
            late: int32Field("Destes, fora do prazo.", 1),
          }),
          { description: "Os departamentos em que mais espera, até 50." },
        ),
        byRisk: list(
          namedObject("ReviewsByRisk", "O que espera, pelo risco do lojista.", {
            risk: band("ReviewRisk", RISK_BANDS, "De 100 decisões, quantas críticas se esperam do lojista."),
            waiting,
          }),
          { description: "Por risco do lojista." },
        ),
        decidedPerHour: decimal({ scale: 2, description: "Decisões por hora.", examples: [37.5] }),
        waitP50Seconds: optional(int64Field("Metade esperou até tantos segundos; ausente sem decisões.", 1800)),
        waitP95Seconds: optional(int64Field("De cem, 95 esperaram até tantos segundos; ausente sem decisões.", 14_400)),
        reviewers: list(
          namedObject("ReviewerSummary", "As decisões de alguém.", {
            reviewer: textField("Quem.", `operator:${EXAMPLE_IDS.operatorKey}`),
            decided: int32Field("Quantas decisões.", 120),
            approved: int32Field("Destas, aprovações.", 97),
            criticized: int32Field("Destas, críticas.", 23),
            undone: int32Field("Quantas foram desfeitas, além destas.", 1),
            doubleReads: int32Field("Amostras de regras que leu às cegas.", 4),
            agreed: int32Field("Destas, as em que concordou com a regra.", 4),
          }),
          { description: "Quem mais decidiu, até 100." },
        ),
        links,
      }),
    },
  },
});
