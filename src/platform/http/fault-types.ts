import type { Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/errors.ts";
import type { Headers } from "./headers.ts";

/** Faults that a sandbox injects, so that integrators can see how their systems react. */

/** The header that names the injected fault in answers and notifications. */
export const FAULT_HEADER = "vitrine-fault";

/** The fault to inject into one call. */
export interface CallFault {
  /** The value of the header `FAULT_HEADER`. */
  readonly headerValue: string;
  /** Delay in milliseconds of real time. */
  readonly latencyMs: number;
  /** Absent = the call is answered as usual. */
  readonly outcome?: FaultOutcome;
}

/** An outcome that replaces the answer of a call. */
export interface FaultOutcome {
  /** Whether the call is handled first, so that only its answer is lost. */
  readonly afterHandler: boolean;
  /** Absent = the connection is closed without an answer. */
  readonly refusal?: Refusal;
  /** Headers of the refusal. They override the caller's headers of the same name. */
  readonly headers?: Headers;
}

/** Decides which faults are injected into calls. Each process has one source, whose rules may change at any time. */
export interface CallFaultSource {
  /** Draws the fault of an authenticated call; undefined = the call gets none. The function itself is undefined while no faults are set. */
  readonly draw: ((operation: Operation, identity: unknown) => CallFault | undefined) | undefined;
}
