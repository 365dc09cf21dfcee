import type { Duplex } from "node:stream";
import { errorBody, type Lang } from "../contract/errors.ts";
import type { Headers } from "./headers.ts";
import { httpErrors } from "./errors.ts";
import { JSON_TYPE, requestIdOf } from "./headers.ts";
import { SECURITY_HEADERS, NO_STORE } from "./security-headers.ts";

const CLIENT_ERRORS: Readonly<Record<string, "request_timeout" | "headers_too_large">> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

/** Nobody has read the language that the caller prefers. */
const LANG: Lang = "pt-BR";

/**
 * Answers requests that could not be parsed or did not arrive in time, and closes the connection. The answer has the documented shape, and
 * `headers` in addition to its own.
 */
export const answerMalformed = (headers: Headers) => (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const refusal = httpErrors.refuse(CLIENT_ERRORS[error.code ?? ""] ?? "request_malformed");
  const requestId = requestIdOf(undefined);
  const body = JSON.stringify(errorBody(refusal, LANG, requestId));
  const allHeaders = {
    ...headers,
    ...SECURITY_HEADERS,
    ...NO_STORE,
    connection: "close",
    "content-type": JSON_TYPE,
    "content-language": LANG,
    "x-request-id": requestId,
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.failures[0]!.row.status} Refused\r\n${lines.join("")}\r\n${body}`);
};
