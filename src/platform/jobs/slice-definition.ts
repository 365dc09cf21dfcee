import type { Endpoint } from "../contract/operation.ts";
import type { PlainRoute } from "../http/plain-routes.ts";
import type { CallObserver } from "../http/call-observers.ts";
import type { Job } from "./job.ts";

/** Sections of the operators' health page by name. Each is computed on request. */
export type HealthSections = Readonly<Record<string, () => Promise<object>>>;

/** One slice of the application, as `app.ts` puts them together. */
export interface Slice {
  readonly endpoints: readonly Endpoint[];
  readonly plainRoutes?: readonly PlainRoute[];
  /** Called for every call of an operation after its answer was sent. */
  readonly observe?: CallObserver;
  readonly health?: HealthSections;
  /** Its background jobs; they start when the process listens. */
  readonly jobs?: readonly Job[];
  /** Called when the process is about to end. Calls that are held back must be answered now. */
  drain?(): void;
  /** Called when no round of its jobs is running. Ends what they started and stores what is still in memory. */
  close?(): Promise<void>;
}
