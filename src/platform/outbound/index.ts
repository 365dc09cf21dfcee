/** The HTTP client for URLs that strangers choose, with an address policy and limits. */

export { createAddressPolicy, isLoopback, mayBeFetched, portOf, withoutBrackets } from "./address-rules.ts";
export { createOutbound, type Head, type Outbound, type OutboundFailure, type OutboundReply, type OutboundResponse } from "./client.ts";
