import { shellWord } from "../platform/basics/shell-word.ts";

/** A call as it is asked again. */
export interface Asked {
  readonly method: string;
  /** Address and query, from the first slash on. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null when nothing was sent. */
  readonly sent: string | null;
}

/** Headers that say something of the one call, or of the one program. */
const LEFT_OUT: ReadonlySet<string> = new Set(["user-agent", "idempotency-key"]);

/** The command line that asks the same again; the address and the credentials are the caller's, in variables. */
export const curlOf = ({ method, target, headers, sent }: Asked): string =>
  [
    `curl -X ${method} "$VITRINE_URL"${shellWord(target)}`,
    `-H "client_id: $CLIENT_ID"`,
    `-H "access_token: $ACCESS_TOKEN"`,
    ...Object.entries(headers).flatMap(([name, value]) => (LEFT_OUT.has(name) ? [] : [`-H ${shellWord(`${name}: ${value}`)}`])),
    ...(sent === null ? [] : [`--data-raw ${shellWord(sent)}`]),
  ].join(" \\\n  ");
