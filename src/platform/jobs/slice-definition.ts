import type { Endpoint } from "../contract/operation.ts";
import type { PlainRoute } from "../http/plain-routes.ts";
import type { CallObserver } from "../http/call-observers.ts";
import type { Job } from "./job.ts";

/** Sections of the health page for operators, by name. Each is computed on request. */
export type HealthSections = Readonly<Record<string, () => Promise<object>>>;

/** One slice of the application. `src/app/slices.ts` combines the slices. */
export interface Slice {
  readonly endpoints: readonly Endpoint[];
  readonly plainRoutes?: readonly PlainRoute[];
  /** Called after each call of an operation has ended, whichever slice the operation belongs to. */
  readonly observe?: CallObserver;
  readonly health?: HealthSections;
  /** The background jobs of the slice. They start when the process listens. */
  readonly jobs?: readonly Job[];
  /** Called when the process is about to end. The slice must now answer the calls that it holds back. */
  drain?(): void;
  /** Called when the process ends, after the jobs have stopped. Ends what the jobs started, and stores data that is still in memory. */
  close?(): Promise<void>;
}
