import { type Api, type Deprecation, openApiDocument, type Operation, refusalStatuses, type Server } from "../platform/contract/index.ts";
import { VERSION } from "../project.ts";
import { DOCUMENT_INFO } from "./document-info.ts";
import { OPERATIONS } from "./all-operations.ts";
import { readDeprecations } from "./deprecations.ts";
import { markDeprecated } from "./mark-deprecated.ts";

/** The server entry for a sandbox that `bin/start` starts. */
const LOCAL_SANDBOX: Server = {
  url: "http://{host}:{port}",
  description: "Sandbox local, como `bin/start` o sobe: `host` é onde a instância escuta, `port` a sua porta (`PORT`).",
  // Variables have no description, because some tools still use the first schema of OpenAPI 3.1, which forbids it.
  variables: { host: { default: "localhost" }, port: { default: "8080" } },
};

/**
 * The OpenAPI document of an API. `server` is the only entry of its server list. What `deprecations` will remove is marked; by default that is what
 * openapi/deprecations.json says.
 */
export const apiDocument = (api: Api, server: Server = LOCAL_SANDBOX, deprecations: readonly Deprecation[] = readDeprecations()): object =>
  markDeprecated(
    openApiDocument(OPERATIONS, { api, version: VERSION, servers: [server], ...DOCUMENT_INFO[api] }),
    OPERATIONS.filter((operation) => operation.api === api),
    deprecations,
  );

/** All APIs that have a document, in the order in which lists show them. */
export const APIS = Object.keys(DOCUMENT_INFO) as readonly Api[];

/** The title of an API. */
export const titleOf = (api: Api): string => DOCUMENT_INFO[api].title;

/** All possible statuses of an operation, including refusals, in ascending order. */
export function statusesOf(operation: Operation): readonly number[] {
  const refusals = refusalStatuses(operation, DOCUMENT_INFO[operation.api].authenticationErrors);
  return [...new Set([...Object.keys(operation.replies).map(Number), ...refusals])].sort((a, b) => a - b);
}
