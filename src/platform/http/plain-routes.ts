import type { IncomingHttpHeaders } from "node:http";

/** A GET route outside the contract: health, metrics, documents, pages of the portals, the sandbox's images. */
export interface PlainRoute {
  readonly method: "GET";
  /** If it ends in `/*`, the route answers every address below it. The parameter `*` is then the rest of the address. */
  readonly path: string;
  /** Answers a request. If it returns undefined, the answer is 404. */
  readonly answer: (request: PlainRequest) => PlainResponse | undefined | Promise<PlainResponse | undefined>;
  /** Whether requests are answered even when the service sheds load. */
  readonly alwaysAnswered?: boolean;
}

/** What a plain route knows of its request. It also answers HEAD requests, for which the body of its response is left out. */
export interface PlainRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

/** The response of a plain route. The headers of every response are added to its own. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Whether a path stands for every address below it. */
export const isSubtree = (path: string): boolean => path.endsWith("/*");
