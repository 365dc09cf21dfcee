import type { Settings } from "../config.ts";
import { createOutbound, type Outbound } from "../platform/outbound/index.ts";

const TIMEOUTS = { connectTimeoutMs: 5_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000, totalTimeoutMs: 10_000 };

/** The outbound client. It can be opened only after the server's port is known. */
export interface DeferredOutbound extends Outbound {
  /** Opens the client. In a sandbox, the server may fetch images from itself, so its own port is needed for the list of allowed hosts. */
  open(port: number): void;
}

/** Creates a client. Until it is opened, its requests fail as unreachable. */
export function createDeferredOutbound({ environment, outboundHostsAllowed, imageConcurrency }: Settings): DeferredOutbound {
  let client: Outbound | undefined;
  return {
    fetch: (request) => client?.fetch(request) ?? Promise.resolve({ kind: "unreachable", cause: "not started" }),
    open(port) {
      const ownImages = environment === "sandbox" ? [`localhost:${port}`, `127.0.0.1:${port}`] : [];
      client = createOutbound({
        ...TIMEOUTS,
        allowedHosts: [...outboundHostsAllowed, ...ownImages],
        maxConcurrent: imageConcurrency * 2,
        maxConcurrentPerHost: imageConcurrency,
      });
    },
    close: async () => client?.close(),
  };
}
