import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** A request as it arrived. */
export interface ReceivedRequest {
  /** Names in lower case; of a header sent twice the first value. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as text: what a signature covers. */
  readonly body: string;
}

/** A server on this machine that hears what is sent to it. */
export interface Receiver extends AsyncDisposable {
  /** Its address, with a port that was free. */
  readonly url: string;
}

const LOOPBACK = "127.0.0.1";
/** What is larger is refused with 413: nobody sends a notification of that size. */
const MOST_BYTES = 1024 * 1024;

/**
 * Listens on the loopback interface until disposed of. `answer` is told of each whole request, in the order of their last bytes, and
 * says the status of an answer without a body.
 */
export async function openReceiver(answer: (received: ReceivedRequest) => number): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) chunks.push(chunk);
    });
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]));
      const status = bytes > MOST_BYTES ? 413 : answer({ headers, body: Buffer.concat(chunks).toString("utf8") });
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
