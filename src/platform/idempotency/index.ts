/** Records answers under an Idempotency-Key, in the transaction of their effect. */

export { changeIdempotently } from "./change.ts";
export { idempotencyErrors } from "./errors.ts";
export type { AnswerRecording, IdempotencyKey } from "./keyed-call.ts";
export { scopeWithKey, submitIdempotently } from "./record-answer.ts";
export { openIdempotencyStore } from "./store.ts";
