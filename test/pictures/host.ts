import type { IncomingMessage, ServerResponse } from "node:http";
import { localServer } from "../local-server.ts";

/** A seller's image host that answers each path in its own way, and counts what it was asked. */
export interface ImageHost extends AsyncDisposable {
  readonly authority: string;
  /** How often a path was asked for, since it was last counted. */
  asked(path: string): number;
}
export type Answers = Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;

export async function imageHost(answers: Answers): Promise<ImageHost> {
  const asked = new Map<string, number>();
  const server = await localServer((request, response) => {
    const path = request.url!;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  return {
    authority: server.authority,
    asked: (path) => asked.get(path) ?? 0,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Answers with a file of some type. */
export const file =
  (contents: Buffer | string, type = "image/jpeg"): Answers[string] =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(contents) }).end(contents);
