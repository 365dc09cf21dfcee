import type { Slice } from "../platform/jobs/index.ts";
import { changeFeedEndpoint, type ChangeFeedContext } from "./feed-operations.ts";

/** Opens the feed of everything that may break an integration. */
export const openChangeFeed = (context: ChangeFeedContext): Slice => ({ endpoints: [changeFeedEndpoint(context)] });

export * as changeFeedContract from "./contract.ts";
export { countUpcoming } from "./feed-operations.ts";
