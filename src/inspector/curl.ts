import { quoteShellArgument } from "../platform/basics/index.ts";

/** A call to repeat. */
export interface CurlRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body; null when the call had none. */
  readonly sent: string | null;
}

/** Headers that the command leaves out. They belong only to the original call or to the program that made it. */
const OMITTED_HEADERS: ReadonlySet<string> = new Set(["user-agent", "idempotency-key"]);

/** The curl command that repeats a call. It takes the base address and the credentials from shell variables. */
export const curlCommand = ({ method, target, headers, sent }: CurlRequest): string =>
  [
    `curl -X ${method} "$VITRINE_URL"${quoteShellArgument(target)}`,
    `-H "client_id: $CLIENT_ID"`,
    `-H "access_token: $ACCESS_TOKEN"`,
    ...Object.entries(headers).flatMap(([name, value]) =>
      OMITTED_HEADERS.has(name) ? [] : [`-H ${quoteShellArgument(`${name}: ${value}`)}`],
    ),
    ...(sent === null ? [] : [`--data-raw ${quoteShellArgument(sent)}`]),
  ].join(" \\\n  ");
