import { describe, expect, it } from "vitest";
import { createRateLimiter } from "../../src/client/rate-limiter.ts";
import { createRetryingClient } from "../../src/client/retrying-client.ts";
import { localServer } from "../local-server.ts";

/** An API whose waits take no time, and how long they were in sum. */
function apiAt(url: string) {
  let at = 0;
  const now = () => at;
  const limiter = createRateLimiter(now, async (ms) => {
    await Promise.resolve();
    at += ms;
  });
  const waits: (readonly [status: number | undefined, ms: number])[] = [];
  const onWait = (status: number | undefined, ms: number) => void waits.push([status, ms]);
  return { api: createRetryingClient({ url, headers: {}, limiter, now, onWait }), waitedMs: now, waits };
}

const refusing = (status: number, retryAfter?: string) =>
  localServer((_request, response) => {
    response
      .writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter })
      .end('{"notifications":["The plan is over."]}');
  });

describe("the retries of an import", () => {
  it("ends two minutes after the last answer when nobody answers any more, and says why", async () => {
    const server = await refusing(200);
    await server[Symbol.asyncDispose]();
    const { api, waitedMs } = apiAt(`http://${server.authority}`);
    await expect(api.send("GET", "/")).rejects.toThrow(/no longer answers .*ECONNREFUSED/);
    expect(waitedMs()).toBeGreaterThanOrEqual(120_000);
    expect(waitedMs()).toBeLessThan(140_000);
  });

  it.each([
    [503, "2", 600_000],
    [429, "60", 3_600_000],
  ])("waits as long as %d asks for, again and again, and then ends the import", async (status, retryAfter, patienceMs) => {
    await using server = await refusing(status, retryAfter);
    const { api, waitedMs, waits } = apiAt(`http://${server.authority}`);
    await expect(api.send("GET", "/")).rejects.toThrow("The plan is over.");
    // Whoever watches is told of each wait.
    expect(waits).toEqual(Array.from({ length: server.requests.length - 1 }, () => [status, Number(retryAfter) * 1_000]));
    expect(waitedMs()).toBeGreaterThanOrEqual(patienceMs);
    expect(server.requests.length).toBe(patienceMs / (Number(retryAfter) * 1_000) + 1);
  });

  it.each([
    [408, 30_000],
    [500, 10_000],
    [502, 60_000],
    [504, 60_000],
  ])("tries again for a while after %d, and then it is the row's answer", async (status, patienceMs) => {
    await using server = await refusing(status);
    const { api, waitedMs } = apiAt(`http://${server.authority}`);
    expect(await api.send("GET", "/")).toMatchObject({ status });
    expect(waitedMs()).toBeGreaterThanOrEqual(patienceMs);
    expect(server.requests.length).toBeLessThan(20);
  });

  it.each([401, 403])("ends the import at once after %d: every row would meet it", async (status) => {
    await using server = await refusing(status);
    await expect(apiAt(`http://${server.authority}`).api.send("GET", "/")).rejects.toThrow("The plan is over.");
    expect(server.requests).toHaveLength(1);
  });

  it.each([200, 202, 204, 400, 404, 409, 413, 422])("takes %d as the answer", async (status) => {
    await using server = await refusing(status);
    expect(await apiAt(`http://${server.authority}`).api.send("GET", "/")).toMatchObject({ status });
    expect(server.requests).toHaveLength(1);
  });
});
