import type { LocalizedText } from "../platform/contract/index.ts";

/** The states of a run. */
export const STATES = ["open", "scheduled", "approved", "refused", "expired"] as const;
export type ValidationStatus = (typeof STATES)[number];

/** Meaning of each state. */
export const STATE_DESCRIPTIONS: Readonly<Record<ValidationStatus, LocalizedText>> = {
  open: { "pt-BR": "As chamadas da credencial contam", en: "The credential's calls count" },
  scheduled: { "pt-BR": "Há data para acompanhá-la; as chamadas contam", en: "There is a date to watch it; calls count" },
  approved: { "pt-BR": "Aprovada: o relatório admite em produção", en: "Approved: its report admits to production" },
  refused: { "pt-BR": "Recusada; uma nova pode começar", en: "Refused; a new one may begin" },
  expired: { "pt-BR": "Ninguém a continuou por 30 dias", en: "Nobody went on with it for 30 days" },
};

/** A transition of a run. */
export interface ValidationMove {
  readonly move: string;
  /** Null = the run did not exist before. */
  readonly from: ValidationStatus | null;
  readonly to: ValidationStatus;
  readonly by: LocalizedText;
}

const INTEGRATION: LocalizedText = { "pt-BR": "integração", en: "integration" };
const MARKETPLACE: LocalizedText = { "pt-BR": "marketplace", en: "marketplace" };
const TIME: LocalizedText = { "pt-BR": "prazo", en: "time" };
const ACTIVE_STATES = ["open", "scheduled"] as const;

/** All possible transitions. */
export const VALIDATION_MOVES: readonly ValidationMove[] = [
  { move: "start", from: null, to: "open", by: INTEGRATION },
  ...ACTIVE_STATES.flatMap((from): readonly ValidationMove[] => [
    { move: "schedule", from, to: "scheduled", by: MARKETPLACE },
    { move: "approve", from, to: "approved", by: MARKETPLACE },
    { move: "refuse", from, to: "refused", by: MARKETPLACE },
    { move: "expire", from, to: "expired", by: TIME },
  ]),
];

/** Whether a run is active. The calls of an active run count, and it can be scheduled and decided. */
export const isActive = (status: ValidationStatus): boolean => VALIDATION_MOVES.some(({ from }) => from === status);
