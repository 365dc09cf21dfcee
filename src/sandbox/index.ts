import type { Environment } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { PlainRoute } from "../platform/http/index.ts";
import type { Log } from "../platform/observability/index.ts";
import type { SharedJob, Slice } from "../platform/jobs/index.ts";
import { createClockOperations } from "./clock/operations.ts";
import type { SharedClock } from "./clock/store.ts";
import { sandboxImage } from "./image-host.ts";
import { selfServiceEndpoints } from "./credential-operations.ts";

/** The route of the sandbox's image host, under /images. */
export const sandboxPages = (): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/images/{name}",
    answer: ({ parameters, headers }) => sandboxImage(parameters["name"] ?? "", "GET", headers.range),
  },
];

export interface SandboxContext {
  readonly db: Database;
  readonly clock: SharedClock;
  readonly log: Log;
  readonly settings: { readonly environment: Environment; readonly selfServicePerHour: number; readonly selfServicePerAddress: number };
  /** Invents a CNPJ for a new seller. */
  readonly inventCnpj: () => string;
  /** Returns all background jobs of the process. Called when the clock is moved. */
  readonly jobs: () => readonly SharedJob[];
}

/** Interval at which a process checks whether another process moved the clock. */
const CLOCK_POLL_MS = 200;

/** Opens the parts that exist only in the sandbox: self-service credentials and a clock that can be moved. */
export function openSandbox(context: SandboxContext): Slice {
  const clock = createClockOperations(context);
  return {
    endpoints: [...selfServiceEndpoints(context), ...clock.endpoints],
    jobs: [{ name: "clock", pollMs: CLOCK_POLL_MS, run: async () => (await context.clock.refresh(), 0) }],
    drain: clock.hurry,
    close: clock.close,
  };
}

export * as clockContract from "./clock/contract.ts";
export { DURATION_PATTERN as CLOCK_DURATION_PATTERN } from "./clock/duration.ts";
export { clockErrors } from "./clock/errors.ts";
export { openSharedClock, type SharedClock } from "./clock/store.ts";
export * as sandboxContract from "./contract.ts";
export { sandboxErrors } from "./errors.ts";
export { FAULT_STATUSES, faultContract, faultErrors, openFaults, type CallRule, type EventRule } from "./faults/index.ts";
export { MODES, SIMULATORS as SIMULATOR_NAMES } from "./simulators/definitions.ts";
export { openSimulators, simulatorContract, simulatorErrors } from "./simulators/index.ts";
