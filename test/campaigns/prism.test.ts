import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APIS } from "../../src/openapi/documents.ts";
import { PROJECT } from "../../src/project.ts";
import type { Api } from "../../src/platform/contract/operation.ts";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { tell, type Stage } from "../journeys/respect.ts";
import { localServer } from "../local-server.ts";

/**
 * The stories once through Prism, a proxy that holds both directions to the documents and turns what violates them into errors of its own.
 * It is 99 MB of 223 packages, so a campaign fetches it: this needs the network, and npm.
 */
const PRISM = "@stoplight/prism-cli@5.14.2";
const PATIENCE_MS = 10 * 60_000;
/** Those that send nothing on purpose that the documents forbid, for Prism would refuse it first. */
const STORIES = ["4.1-publish", "4.2-reference-data", "4.3-order-to-delivered", "4.3-cancellation", "4.4-technical-validation", "6-events"];

let market: Marketplace;
const proxies: ChildProcess[] = [];

/** A proxy of one API; answers its address once it is there. */
async function proxyOf(api: Api): Promise<string> {
  const free = await localServer(() => undefined);
  const { port } = free;
  await free[Symbol.asyncDispose]();
  const document = join(PROJECT, "openapi", `${api}.json`);
  const args = [
    "exec",
    "--yes",
    `--package=${PRISM}`,
    "--",
    "prism",
    "proxy",
    document,
    market.baseUrl,
    "--errors",
    "--port",
    String(port),
  ];
  proxies.push(spawn("npm", args, { stdio: "ignore", detached: true }));
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    `Prism for ${api}`,
    async () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    PATIENCE_MS,
  );
  return url;
}

let stage: Stage;
beforeAll(async () => {
  market = await startMarketplace({ settings: { SELF_SERVICE_PER_ADDRESS: "1000", SELF_SERVICE_PER_HOUR: "1000" } });
  const servers = {} as Record<Api, string>;
  for (const api of APIS) servers[api] = await proxyOf(api);
  const { headers } = await market.operator("admin");
  stage = {
    servers,
    imagesUrl: `${market.baseUrl}/images`,
    operatorKey: headers["authorization"]!.replace("Bearer ", ""),
    issueDate: new Date(market.clock.now()).toISOString(),
  };
}, PATIENCE_MS);
afterAll(async () => {
  for (const proxy of proxies) {
    const over = once(proxy, "exit");
    // npm has started the proxy: the group is both.
    process.kill(-proxy.pid!, "SIGTERM");
    await over;
  }
  await market.stop();
});

describe("through Prism", () => {
  it.each(STORIES)(
    "%s violates no document in either direction",
    async (story) => {
      expect(await tell(story, stage)).toBeGreaterThan(10);
    },
    PATIENCE_MS,
  );

  it("a request that the document forbids is refused by Prism itself", async () => {
    const reply = await fetch(`${stage.servers.v1}/api/v1/sandbox/credentials`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: 5 }),
    });
    expect(await reply.text()).toContain("UNPROCESSABLE_ENTITY");
  });
});
