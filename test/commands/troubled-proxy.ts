import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { localServer, type LocalServer } from "../local-server.ts";

/** What a network or a busy server does to a call: `lost` carries it out and drops the answer, `late` carries it out later. */
export type Trouble = "lost" | "hung up" | "late" | 403 | 500 | 502 | 503 | 429;

const LATE_MS = 50;

/** Stands before a marketplace and does to the nth call of the seller API what `trouble` says; other calls pass. */
export function troubledProxy(baseUrl: string, trouble: (nth: number) => Trouble | undefined): Promise<LocalServer> {
  let calls = 0;
  return localServer((request, response) => {
    const concerned = request.url?.startsWith("/api/") === true;
    const done = concerned ? trouble((calls += 1)) : undefined;
    if (done === "hung up") request.socket.destroy();
    else if (typeof done === "number") response.writeHead(done, { "retry-after": "0" }).end("{}");
    else if (done === "late") setTimeout(() => pass(baseUrl, request, response, false), LATE_MS);
    else pass(baseUrl, request, response, done === "lost");
  });
}

function pass(baseUrl: string, request: IncomingMessage, response: ServerResponse, isLost: boolean): void {
  const { method, headers } = request;
  const onward = forward(baseUrl + request.url, { method: method!, headers: { ...headers, connection: "close" } }, (answer) => {
    if (isLost) {
      answer.resume().on("end", () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => request.socket.destroy());
  request.pipe(onward);
}
