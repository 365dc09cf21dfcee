/** A GET route outside the contract: health, metrics, documents, the sandbox's images. */
export interface PlainRoute {
  readonly method: "GET";
  readonly path: string;
  /** Answers a request. If it returns undefined, the answer is 404. */
  readonly answer: (request: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly range: string | undefined;
  }) => PlainResponse | undefined | Promise<PlainResponse | undefined>;
  /** Whether requests are answered even when the service sheds load. */
  readonly alwaysAnswered?: boolean;
}
/** The response of a plain route. The headers of every response are added to its own. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}
