import type { Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/errors.ts";
import type { Headers } from "./headers.ts";

/** What goes wrong on purpose, so that those who integrate can see what their side does then. Only a sandbox has any. */

/** Says in answers and notifications what was done to them on purpose. */
export const FAULT_HEADER = "vitrine-fault";

/** What befalls one call. */
export interface CallFault {
  /** What the header tells of it. */
  readonly mark: string;
  /** Milliseconds of real time it is late. */
  readonly latencyMs: number;
  /** Absent = it is answered as usual. */
  readonly ending?: FaultOutcome;
}

/** How a call ends instead of with its answer. */
export interface FaultOutcome {
  /** Whether it is carried out first, so that its answer alone is lost. */
  readonly isAfter: boolean;
  /** What it is refused with; absent = its connection is cut. */
  readonly refusal?: Refusal;
  /** Headers of that refusal; they take the place of the door's of the same name. */
  readonly headers?: Headers;
}

/** What befalls calls; one per process, changed while it runs. */
export interface CallFaultSource {
  /** Draws what befalls a call of whom the door let in; undefined = nothing. Absent while nothing is to go wrong. */
  readonly draw: ((operation: Operation, who: unknown) => CallFault | undefined) | undefined;
}
