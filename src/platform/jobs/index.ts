/** Background work: job loops, wake-up signals, and the definition of a slice. */

export { createConcurrencyLimit } from "./concurrency-limit.ts";
export {
  createWakeUpSignal,
  type Job,
  type JobRunner,
  type ProcessRole,
  runJobLoops,
  type SharedJob,
  type WakeUpSignal,
  withQueuedRounds,
} from "./job.ts";
export { findJobsBehind } from "./jobs-behind.ts";
export { type JobLoop, startJobLoop } from "./loop.ts";
export { type NewEventsSignal, newEventsSignalOf } from "./new-events-signal.ts";
export type { HealthSections, Slice } from "./slice-definition.ts";
