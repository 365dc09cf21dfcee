/** The guarded HTTP client for addresses that strangers choose. */

export { createAddressPolicy, isLoopback, mayBeFetched, portOf, withoutBrackets } from "./address-rules.ts";
export { createOutbound, type Head, type Outbound, type OutboundFailure, type OutboundReply, type OutboundResponse } from "./client.ts";
