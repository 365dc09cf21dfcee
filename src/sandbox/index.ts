import type { Environment } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import type { PlainRoute } from "../platform/http/server.ts";
import type { Log } from "../platform/observability/log.ts";
import type { Slice } from "../platform/jobs/slice-definition.ts";
import type { SharedJob } from "../platform/jobs/job.ts";
import { openClock } from "./clock/operations.ts";
import type { SharedClock } from "./clock/store.ts";
import { sandboxImage } from "./image-host.ts";
import { selfServiceEndpoints } from "./credential-operations.ts";

export { imageNames, PLANTED_IMAGES, sandboxImage } from "./image-host.ts";

/** The sandbox's image host, at /images on the server itself. */
export const sandboxPages = (): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/images/{name}",
    // A HEAD is answered by the same route; Node leaves the body out.
    answer: ({ parameters, range }) => sandboxImage(parameters["name"] ?? "", "GET", range),
  },
];

export interface SandboxContext {
  readonly db: Database;
  readonly clock: SharedClock;
  readonly log: Log;
  readonly settings: { readonly environment: Environment; readonly selfServicePerHour: number; readonly selfServicePerAddress: number };
  /** A CNPJ for a seller that is made without one. */
  readonly inventCnpj: () => string;
  /** All background work there is, asked for when the clock is moved. */
  readonly jobs: () => readonly SharedJob[];
}

/** Another process may have moved the clock. */
const CLOCK_POLL_MS = 200;

/** What only the sandbox offers: credentials for whoever asks, a clock that can be moved. */
export function openSandbox(context: SandboxContext): Slice {
  const clock = openClock(context);
  return {
    endpoints: [...selfServiceEndpoints(context), ...clock.endpoints],
    jobs: [{ name: "clock", pollMs: CLOCK_POLL_MS, run: async () => (await context.clock.refresh(), 0) }],
    drain: clock.hurry,
    close: clock.close,
  };
}

export * as clockContract from "./clock/contract.ts";
export { DURATION as CLOCK_DURATION } from "./clock/duration.ts";
export { clockErrors } from "./clock/errors.ts";
export { openSharedClock, type SharedClock } from "./clock/store.ts";
export * as sandboxContract from "./contract.ts";
export { sandboxErrors } from "./errors.ts";
export { FAULT_STATUSES, faultContract, faultErrors, openFaults, type CallRule, type EventRule } from "./faults/index.ts";
export { MODES, SIMULATORS as SIMULATOR_NAMES } from "./simulators/roster.ts";
export { openSimulators, simulatorContract, simulatorErrors } from "./simulators/index.ts";
