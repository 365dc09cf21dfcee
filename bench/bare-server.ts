import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer of the real server, recorded: the bare one sends the same bytes. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes, one character each. */
  readonly body: string;
}

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as RecordedAnswer;
const bytes = Buffer.from(body, "latin1");
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit(0));
