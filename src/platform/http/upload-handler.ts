import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../contract/errors.ts";
import type { Answer, Endpoint } from "../contract/operation.ts";
import { parseContentType, type Upload } from "../contract/upload.ts";
import type { RequestContext } from "./request-context.ts";
import { compileRequestParser, type QueryParameters } from "./request-parsing.ts";
import { whenDone, type RouteDependencies } from "./request-admission.ts";

/** Handles an authenticated request whose body its handler reads while it arrives. */
export type HandleUpload = (context: RequestContext, query: QueryParameters) => void;

const NO_BYTES = Buffer.alloc(0);
const CLOSE = { connection: "close" };

/** Compiles how the uploads of an operation are handled. The caller of a body that was not read to its end must close its connection. */
export function compileUploadHandler(dependencies: RouteDependencies, { operation, handle, bodyFailures }: Endpoint): HandleUpload {
  const { clock, responses } = dependencies;
  const { body: _json, ...parameters } = operation;
  const parse = compileRequestParser({ operation: parameters, bodyFailures });
  return (context, query) => {
    const { request, caller, lang, requestId } = context;
    const parsed = parse({ path: context.parameters, query, headers: request.headers, body: NO_BYTES });
    // Callers read the answer only when they have sent the whole body, so what nobody has read is discarded first.
    const answer = (result: Answer | Refusal) => {
      if (result instanceof Refusal) responses.refuse(context, result, request.complete ? undefined : CLOSE);
      else responses.send(context, result);
    };
    if (parsed instanceof Refusal) return whenDone(dependencies, context, discardRest(request), () => answer(parsed));
    const uploadKey = request.headers["idempotency-key"] as string | undefined;
    const call = { ...parsed, who: caller!.identity as never, lang, requestId, at: clock.now(), upload: uploadOf(request) };
    const result = handle(uploadKey === undefined ? call : { ...call, uploadKey });
    const handled = result.then(async (found) => {
      await discardRest(request);
      return found;
    });
    whenDone(dependencies, context, handled, answer);
  };
}

/** Longest wait for the rest of a body that is discarded. A caller that sends longer is answered while it sends. */
const DISCARD_MS = 3_000;

async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  const isOver = once(request, "close");
  request.resume();
  await Promise.race([isOver, once(request, "end"), sleep(DISCARD_MS, undefined, { ref: false })]).catch(() => undefined);
}

function uploadOf(request: IncomingMessage): Upload {
  const { headers } = request;
  const { mediaType, charset } = parseContentType(headers["content-type"])!;
  const length = headers["content-length"];
  return {
    mediaType,
    charset,
    length: length === undefined ? undefined : Number(length),
    bytes: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer> },
  };
}
