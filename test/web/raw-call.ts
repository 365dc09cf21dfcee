import { request, type IncomingHttpHeaders } from "node:http";

/** An answer as it came over the wire, compressed or not. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Calls an address and decodes nothing. */
export const rawCall = (
  url: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    request(url, { ...options, headers: { ...options.headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
      response.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
