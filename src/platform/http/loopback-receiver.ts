import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** A request as it was received. */
export interface ReceivedRequest {
  /** Names in lower case. A repeated header has its first value. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, unchanged, so that signatures can be checked. */
  readonly body: string;
}

/** A server on this machine that receives requests. */
export interface Receiver extends AsyncDisposable {
  /** Its address, with a free port. */
  readonly url: string;
}

const LOOPBACK = "127.0.0.1";
/** Larger bodies are refused with 413. No notification is that large. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Listens on the loopback interface until it is disposed of. `answer` is called with each complete request, in the order of completion,
 * and returns the status of the response, which has no body.
 */
export async function openReceiver(answer: (received: ReceivedRequest) => number): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]));
      const status = bytes > MAX_BODY_BYTES ? 413 : answer({ headers, body: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(status, { ...SECURITY_HEADERS, "content-length": "0" }).end();
    });
  });
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
