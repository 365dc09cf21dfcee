import type { Duplex } from "node:stream";
import { errorBody } from "../errors.ts";
import type { Lines } from "../header-lines.ts";
import { httpErrors } from "./errors.ts";
import { JSON_TYPE, requestIdOf } from "./headers.ts";
import { SECURED_LINES, UNSTORED } from "./secured.ts";

const CLIENT_ERRORS: Readonly<Record<string, "request_timeout" | "headers_too_large">> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

/** Requests that never became one are answered in the documented shape and with `headers` too, then the connection ends. */
export const answerUnread = (headers: Lines) => (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const refusal = httpErrors.refuse(CLIENT_ERRORS[error.code ?? ""] ?? "request_malformed");
  const requestId = requestIdOf(undefined);
  const body = JSON.stringify(errorBody(refusal, "pt-BR", requestId));
  const { status } = refusal.failures[0]!.row;
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${headers}${SECURED_LINES}${UNSTORED}Connection: close\r\nContent-Type: ${JSON_TYPE}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
