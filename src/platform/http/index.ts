/** The HTTP edge: it serves the operations of the contract and plain pages. */

export type { Authenticate, AuthenticationInput, Authenticators, Caller, CompletedCall } from "./authentication.ts";
export { type CallObserver, combineObservers, type ObservedCall } from "./call-observers.ts";
export { httpErrors } from "./errors.ts";
export { type CallFault, type CallFaultSource, FAULT_HEADER, type FaultOutcome } from "./fault-types.ts";
export type { Headers } from "./headers.ts";
export { createInternalCaller, type InternalCaller } from "./internal-calls.ts";
export { createLoadShedding } from "./load-shedding.ts";
export { openReceiver, type ReceivedRequest } from "./loopback-receiver.ts";
export type { PathAlias } from "./path-suggestions.ts";
export type { PlainRequest, PlainResponse, PlainRoute } from "./plain-routes.ts";
export { createHttpServer, type HttpServer } from "./server.ts";
export { readStaticFiles, staticResponse, type StaticFile } from "./static-files.ts";
