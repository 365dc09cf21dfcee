import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { exchange } from "../reliability/raw-http.ts";

let marketplace: Marketplace;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api", DRAIN_SECONDS: "0" } });
});
afterAll(() => marketplace.database.drop());

describe("the end of a process", () => {
  it("answers for 200 ms at least, each time with Connection: close, although no drain was asked for", async () => {
    const port = Number(new URL(marketplace.baseUrl).port);
    const ask = async (path: string) => {
      const { answers, closed } = await exchange(port, [`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`]);
      return answers.map(({ status, headers }) => [status, headers.get("connection"), closed]);
    };
    const [before] = await ask("/readyz");
    expect(before).toEqual([200, "keep-alive", false]);
    const from = performance.now();
    const stopped = marketplace.app.stop();
    expect(await Promise.all([ask("/livez"), ask("/readyz")])).toEqual([[[200, "close", true]], [[503, "close", true]]]);
    await stopped;
    expect(performance.now() - from).toBeGreaterThan(195);
    expect(await ask("/livez")).toEqual([]);
  });
});
