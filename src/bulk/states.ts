/** The states of a bulk job, each with what it means. */
export const BULK_STATES = {
  waiting: "Recebido; nenhuma linha começou.",
  running: "As linhas são executadas à medida que chegam.",
  paused: "Nenhuma linha começa até ser retomado; `reason` diz por quê. Depois de alguns dias (`bulk.pausedDays`, em /limits) é cancelado.",
  finished: "Todas as linhas têm resultado.",
  canceled: "Cancelado: o que foi feito fica feito, o resto não começa mais.",
} as const;
export type BulkState = keyof typeof BULK_STATES;

/** The moves of a job that somebody asks for, and the end of a pause that nobody ended. */
export type BulkMove = "pause" | "resume" | "cancel" | "expire";

interface MoveRow {
  readonly from: readonly BulkState[];
  readonly to: BulkState;
  /** States in which the move has nothing to do: the job is answered as it is. */
  readonly settled: readonly BulkState[];
}

/** From which states each move starts. A job that has not started is resumed to `running` as well: its next turn starts it. */
export const BULK_MOVES: Readonly<Record<BulkMove, MoveRow>> = {
  pause: { from: ["waiting", "running"], to: "paused", settled: ["paused"] },
  resume: { from: ["paused"], to: "running", settled: ["waiting", "running"] },
  cancel: { from: ["waiting", "running", "paused"], to: "canceled", settled: ["canceled", "finished"] },
  expire: { from: ["paused"], to: "canceled", settled: [] },
};

/** Why a job was paused or canceled by itself, or by whom. */
export const BULK_REASONS = {
  requested: "Alguém pediu.",
  credential_invalid: "A credencial que o criou foi revogada, venceu ou perdeu a permissão.",
  seller_suspended: "O lojista está suspenso.",
  upload_abandoned: "O envio parou e não voltou a tempo.",
  pause_expired: "Ficou em pausa por dias demais, e ninguém o retomou.",
  content_refused: "O arquivo inteiro foi recusado.",
} as const;
export type BulkReason = keyof typeof BULK_REASONS;
