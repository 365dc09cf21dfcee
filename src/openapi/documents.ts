import { type Api, openApiDocument, type Operation, refusalStatuses, type Server } from "../platform/contract/index.ts";
import { VERSION } from "../project.ts";
import { DOCUMENT_INFO } from "./document-info.ts";
import { OPERATIONS } from "./all-operations.ts";

/** The sandbox as `bin/start` starts it. */
const LOCAL_SANDBOX: Server = {
  url: "http://{host}:{port}",
  description: "Sandbox local, como `bin/start` o sobe: `host` é onde a instância escuta, `port` a sua porta (`PORT`).",
  // Some tools still validate with the first schema of OpenAPI 3.1, in which variables have no description.
  variables: { host: { default: "localhost" }, port: { default: "8080" } },
};

/** The OpenAPI document of an API, with the server it names. */
export const apiDocument = (api: Api, server: Server = LOCAL_SANDBOX): object =>
  openApiDocument(OPERATIONS, { api, version: VERSION, servers: [server], ...DOCUMENT_INFO[api] });

/** The APIs with a document, in the order of the lists. */
export const APIS = Object.keys(DOCUMENT_INFO) as readonly Api[];

/** The title of an API. */
export const titleOf = (api: Api): string => DOCUMENT_INFO[api].title;

/** Every status that an operation may answer with, refusals included, in ascending order. */
export function statusesOf(operation: Operation): readonly number[] {
  const refusals = refusalStatuses(operation, DOCUMENT_INFO[operation.api].authenticationErrors);
  return [...new Set([...Object.keys(operation.replies).map(Number), ...refusals])].sort((a, b) => a - b);
}
