import { operation } from "../../platform/contract/operation.ts";
import { dateTime, flag, integer, links, list, optional, shape, text } from "../../platform/contract/schema.ts";
import { DURATION } from "./duration.ts";
import { clockErrors } from "./errors.ts";

const byIntegration = { api: "operator", audience: "operator", permission: ["integration", "support"], environments: ["sandbox"] } as const;
const path = "/operator/v1/clock";

const Clock = shape("Clock", {
  now: text({ description: "Hora do marketplace" }),
  realNow: text({ description: "Hora real, a dos limites de chamadas e das assinaturas" }),
  aheadMs: integer({
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "Milissegundos à frente do tempo real",
  }),
  frozen: flag({ description: "Se está parado" }),
  movingTo: optional(text({ description: "Até onde vai, enquanto é adiantado por este processo" })),
  next: optional(
    shape(
      "NextWork",
      { work: text({ description: "O trabalho que espera" }), dueAt: text() },
      { description: "A próxima coisa que acontece sozinha" },
    ),
  ),
  moved: optional(
    shape(
      "ClockMove",
      {
        from: text(),
        to: text(),
        steps: integer({ description: "Instantes em que parou" }),
        finished: flag({ description: "Se chegou ao fim; senão, segue até ele" }),
        done: list(shape("DoneWork", { work: text(), count: integer() }), { description: "O que aconteceu no caminho" }),
      },
      { description: "A última vez que este processo o adiantou" },
    ),
  ),
  links,
});
const shown = { 200: { description: "O relógio", schema: Clock } };

export const getClock = operation({
  ...byIntegration,
  id: "getClock",
  method: "GET",
  path,
  summary: "Consulta o relógio do sandbox",
  replies: shown,
});
export const moveClock = operation({
  ...byIntegration,
  id: "moveClock",
  method: "POST",
  path: `${path}/moves`,
  summary: "Adianta o relógio do sandbox; o que vence no caminho acontece, na ordem dos vencimentos",
  description:
    "O relógio para em cada vencimento, e as consequências acontecem antes do próximo. Se há demais para um segundo, a resposta vem antes (finished: false) e o relógio segue até o fim.",
  body: shape("ClockMoveBody", {
    by: optional(
      text({
        pattern: DURATION,
        description: "Quanto avançar: dias, horas, minutos e segundos",
        refusal: {
          code: "duration_unreadable",
          text: {
            "pt-BR": '{pointer}: veio "{received}"; escreva como "+3d", "+90m" ou "+2h30m".',
            en: '{pointer}: came as "{received}"; write it as "+3d", "+90m" or "+2h30m".',
          },
        },
      }),
    ),
    to: optional(dateTime({ description: "Até quando avançar" })),
  }),
  bodyExample: { by: "+3d" },
  replies: {
    200: {
      description: "O relógio, e o que aconteceu no caminho",
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
  body: shape("ClockBody", { frozen: flag() }),
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
