import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

let market: Marketplace;
let data: string;
let sellerId: string;
beforeAll(async () => {
  market = await startMarketplace();
  data = await dataFolderOf(market);
  sellerId = String((await market.seller()).sellerId);
});
beforeEach(() => fault("off"));
afterAll(() => market.stop());

const fault = (...args: readonly string[]) => runCommand("fault", ...args, "--data", data);
const set = async (...args: readonly string[]) => {
  const { http, events } = JSON.parse((await fault(...args, "--json")).out) as Record<"http" | "events", { seed: number; rules: object[] }>;
  return { http, events };
};

describe("bin/vitrine fault (decisions 8)", () => {
  it("sets what goes wrong with calls, late before anything else", async () => {
    const { http, events } = await set("http", "--429", "5%", "--500", "1%", "--latency", "2s", "--cut", "0.01", "--seed", "7");
    expect([http.seed, events.rules]).toEqual([7, []]);
    expect(http.rules).toEqual([
      { kind: "latency", latencyMs: 2_000, share: 1 },
      { kind: "status", status: 429, share: 0.05 },
      { kind: "status", status: 500, share: 0.01 },
      { kind: "cut", share: 0.01 },
    ]);
  });

  it("lets what may come after the work come after it, and says when to come back", async () => {
    const { http } = await set("http", "--429", "1%", "--503", "1%", "--cut", "1%", "--after", "--retry-after", "1500ms");
    expect(http.rules).toEqual([
      { kind: "status", status: 429, share: 0.01, retryAfterSeconds: 2 },
      { kind: "status", status: 503, share: 0.01, when: "after", retryAfterSeconds: 2 },
      { kind: "cut", share: 0.01, when: "after" },
    ]);
  });

  it("sets what goes wrong with notifications", async () => {
    const { events } = await set("events", "--drop", "30%", "--dup", "10%", "--shuffle", "--delay", "500ms:50%");
    expect(events.rules).toEqual([
      { kind: "drop", share: 0.3 },
      { kind: "duplicate", share: 0.1 },
      { kind: "shuffle" },
      { kind: "delay", delayMs: 500, share: 0.5 },
    ]);
  });

  it("replaces what was set for the same operation and seller, and leaves the rest, seed included", async () => {
    await set("http", "--500", "10%", "--seed", "9");
    await set("http", "--cut", "20%", "--operation", "getStock", "--seller", sellerId);
    const { http } = await set("http", "--503", "30%");
    expect(http).toMatchObject({
      seed: 9,
      rules: [
        { kind: "cut", share: 0.2, operation: "getStock", sellerId: Number(sellerId) },
        { kind: "status", status: 503, share: 0.3 },
      ],
    });
    await set("events", "--drop", "30%", "--seller", sellerId);
    expect((await set("events", "--within", "1s")).events.rules).toEqual([
      { kind: "drop", share: 0.3, sellerId: Number(sellerId) },
      { kind: "shuffle", withinMs: 1_000 },
    ]);
  });

  it("shows it line by line, in both languages, and that there is nothing", async () => {
    expect((await fault("show")).out).toBe("nada falha de propósito\n");
    await set("http", "--500", "1.5%", "--after", "--operation", "getStock", "--seller", sellerId);
    await set("events", "--delay", "2s");
    expect((await runIn("en", "fault", "show", "--data", data)).out).toBe(
      `http    1.5%  answers 500 after the call was carried out  getStock, seller ${sellerId}\nevents  100%  is sent 2s late                             everything\n`,
    );
    expect((await fault("show")).out).toContain("responde 500 depois de executar a chamada");
    await set("http", "--503", "5%", "--retry-after", "4s");
    expect((await fault("show")).out).toContain("responde 503, Retry-After 4 ");
    expect((await fault("off")).out).toBe("nada falha de propósito\n");
  });

  it.each([
    [["http"], "--429, --500"],
    [["events"], "--drop"],
    [["http", "--500", "0%"], "30%"],
    [["http", "--500", "101%"], "30%"],
    [["http", "--500", "often"], "30%"],
    [["http", "--latency", "2"], "500ms"],
    [["http", "--latency", "2s:1%:3"], "2s:30%"],
    [["http", "--cut", "5%", "--operation", "getStok"], "getStock"],
    [["events", "--shuffle", "--seed", "-1"], "--seed"],
  ])("says of %j what it takes", async (args, said) => {
    await expect(fault(...args)).rejects.toThrow(said);
  });

  it("is named where it makes another command fail, so that nobody looks for a fault of ours", async () => {
    await set("http", "--429", "100%");
    await expect(runCommand("demo", "--data", data)).rejects.toThrow(/chamadas por minuto.*\n {2}Vitrine-Fault: status=429$/s);
  });
});
