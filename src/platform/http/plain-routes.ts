/** A route outside the contract: health, metrics, documents, the sandbox's images. */
export interface PlainRoute {
  readonly method: "GET";
  readonly path: string;
  /** Answers what stands at the address; undefined is a 404. */
  readonly answer: (request: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly range: string | undefined;
  }) => PlainResponse | undefined | Promise<PlainResponse | undefined>;
  /** Answered even when the service sheds load. */
  readonly vital?: boolean;
}
/** The answer of a page; what every answer carries is added to its headers. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}
