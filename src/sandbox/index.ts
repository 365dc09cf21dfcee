import type { Clock } from "../platform/clock.ts";
import type { Endpoint, Environment } from "../platform/contract.ts";
import type { Database } from "../platform/db.ts";
import type { Page } from "../platform/http.ts";
import { sandboxImage } from "./image-host.ts";
import { selfServiceEndpoints } from "./credential-operations.ts";

export { imageNames, PLANTED_IMAGES, sandboxImage } from "./image-host.ts";

/** The sandbox's image host, at /images on the server itself. */
export const sandboxPages = (): readonly Page[] => [
  {
    method: "GET",
    path: "/images/{name}",
    // A HEAD is answered by the same route; Node leaves the body out.
    answer: ({ parameters, range }) => sandboxImage(parameters["name"] ?? "", "GET", range),
  },
];

export interface SandboxContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly environment: Environment; readonly selfServicePerHour: number; readonly selfServicePerAddress: number };
  /** A CNPJ for a seller that is made without one. */
  readonly inventCnpj: () => string;
}

/** What only the sandbox offers: credentials for whoever asks. */
export const openSandbox = (context: SandboxContext): { readonly endpoints: readonly Endpoint[] } => ({
  endpoints: selfServiceEndpoints(context),
});

export * as sandboxContract from "./contract.ts";
export { sandboxErrors } from "./errors.ts";
