import { errorCatalogue } from "../../platform/contract/index.ts";

/** Refusals of the clock's operations. */
export const clockErrors = errorCatalogue({
  clock_move_ambiguous: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": 'Diga quanto avançar em by ("+3d") ou até quando em to ("2026-12-01T09:00"), e só um dos dois.',
      en: 'Say how far to move in by ("+3d") or until when in to ("2026-12-01T09:00"), and only one of the two.',
    },
  },
  clock_moves_forward: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O relógio só anda para a frente: está em {now}; para voltar ao tempo real, use DELETE /operator/v1/clock.",
      en: "The clock only moves forward: it is at {now}; to go back to real time, use DELETE /operator/v1/clock.",
    },
  },
  clock_too_far: {
    status: 422,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O relógio vai no máximo {allowed} dias à frente do tempo real.",
      en: "The clock goes at most {allowed} days ahead of real time.",
    },
  },
  clock_moving: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O relógio está sendo mudado por outra chamada; repita em um instante.",
      en: "Another call is changing the clock; repeat in a moment.",
    },
  },
});
