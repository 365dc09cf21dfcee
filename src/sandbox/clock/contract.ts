import {
  bool,
  booleanField,
  dateTime,
  dateTimeField,
  int32Field,
  int64Field,
  links,
  list,
  namedObject,
  operation,
  optional,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { DURATION_PATTERN } from "./duration.ts";
import { clockErrors } from "./errors.ts";

const byIntegration = {
  api: "operator",
  audience: "operator",
  permission: ["integration", "support"],
  tag: "Relógio",
  environments: ["sandbox"],
} as const;
const path = "/operator/v1/clock";

const work = textField("O trabalho.", "orders");
const Clock = namedObject(
  "Clock",
  "O relógio do sandbox, que todos os processos seguem.",
  {
    now: dateTimeField("Hora do marketplace.", "2026-11-23T09:52:48.000-03:00"),
    realNow: dateTimeField("Hora real, a das cotas e das assinaturas."),
    aheadMs: int64Field("Milissegundos à frente do tempo real.", 259_200_000),
    frozen: booleanField("Se está parado.", false),
    movingTo: optional(dateTimeField("Até onde vai, enquanto é adiantado por este processo.")),
    next: optional(
      namedObject("NextWork", "A próxima coisa que acontece sozinha.", {
        work,
        dueAt: dateTimeField("Quando.", "2026-11-23T10:00:00.000-03:00"),
      }),
    ),
    moved: optional(
      namedObject("ClockMove", "A última vez que este processo o adiantou.", {
        from: dateTimeField("De quando."),
        to: dateTimeField("Até quando.", "2026-11-23T09:52:48.000-03:00"),
        steps: int32Field("Instantes em que parou.", 14),
        finished: booleanField("Se chegou ao fim; senão, segue até ele."),
        done: list(namedObject("DoneWork", "O que um trabalho fez.", { work, count: int32Field("Quantas vezes.", 14) }), {
          description: "O que aconteceu no caminho.",
        }),
      }),
    ),
    links,
  },
  { examples: [{ movingTo: undefined }] },
);
const shown = { 200: { description: "O relógio.", schema: Clock } };

export const getClock = operation({
  ...byIntegration,
  id: "getClock",
  method: "GET",
  path,
  summary: "Consulta o relógio do sandbox",
  description: "Com a próxima coisa que acontece sozinha.",
  replies: shown,
});
export const moveClock = operation({
  ...byIntegration,
  id: "moveClock",
  method: "POST",
  path: `${path}/moves`,
  summary: "Adianta o relógio do sandbox; o que vence no caminho acontece, na ordem dos vencimentos",
  description:
    "O relógio para em cada vencimento, e as consequências acontecem antes do próximo. Se há demais para um segundo, a resposta vem antes (`finished: false`) e o relógio segue até o fim.",
  body: namedObject("ClockMoveBody", "Quanto ou até quando avançar: um dos dois.", {
    by: optional(
      text({
        pattern: DURATION_PATTERN,
        description: "Quanto avançar: dias, horas, minutos e segundos.",
        examples: ["+3d"],
        refusal: {
          code: "duration_unreadable",
          text: {
            "pt-BR": '{pointer}: veio "{received}"; escreva como "+3d", "+90m" ou "+2h30m".',
            en: '{pointer}: came as "{received}"; write it as "+3d", "+90m" or "+2h30m".',
          },
        },
      }),
    ),
    to: optional(dateTime({ description: "Até quando avançar.", examples: ["2026-11-23T09:00:00-03:00"] })),
  }),
  bodyExample: { by: "+3d" },
  replies: {
    200: {
      description: "O relógio, e o que aconteceu no caminho.",
      schema: Clock,
    },
  },
  refuses: [clockErrors.clock_move_ambiguous, clockErrors.clock_moves_forward, clockErrors.clock_too_far, clockErrors.clock_moving],
});
export const putClock = operation({
  ...byIntegration,
  id: "putClock",
  method: "PUT",
  path,
  summary: "Para o relógio do sandbox, ou o deixa andar de onde está",
  description: "Parado, só anda quando é adiantado: bom para testes.",
  body: namedObject("ClockBody", "Como o relógio anda.", {
    frozen: bool({ description: "`true` para o relógio, `false` o deixa andar.", examples: [true] }),
  }),
  bodyExample: { frozen: true },
  replies: shown,
  refuses: [clockErrors.clock_moving],
});
export const resetClock = operation({
  ...byIntegration,
  id: "resetClock",
  method: "DELETE",
  path,
  summary: "Volta o relógio do sandbox ao tempo real",
  description:
    "O que já aconteceu fica como está, com as datas que tem, ainda que no futuro; o que tinha vencimento marcado espera até ele em tempo real.",
  replies: shown,
  refuses: [clockErrors.clock_moving],
});
