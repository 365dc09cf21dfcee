import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runLine, COMMANDS } from "../../src/commands/index.ts";
import { PARTS } from "../../src/programs/scenarios/format.ts";
import { readScenario } from "../../src/programs/scenarios/read-scenario.ts";
import { scenarioFile, shippedScenarioNames } from "../../src/programs/scenarios/scenario-files.ts";
import { dataFolderOf } from "../commands/instance.ts";
import { keptText, runCommand, runIn } from "../commands/terminal.ts";
import { startMarketplace, type Marketplace } from "../harness.ts";

let market: Marketplace;
let data: string;
beforeAll(async () => {
  market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
  data = await dataFolderOf(market);
});
afterAll(() => market.stop());

const playsAlone = (name: string) => {
  const scenario = readScenario(scenarioFile(name, "en"), "en");
  return PARTS.flatMap((part) => scenario[part]).some((step) => "clock" in step || "fault" in step);
};

describe("the scenarios that come along", () => {
  const played = (name: string) => runCommand("scenario", "run", name, "--data", data);

  it.concurrent.each(shippedScenarioNames().filter((name) => !playsAlone(name)))("%s is as it says", async (name) => {
    const { code, out } = await played(name);
    expect(code, out).toBe(0);
  });
  // The clock is everybody's, and so is the list of faults.
  it.each(shippedScenarioNames().filter(playsAlone))("%s is as it says, played alone", async (name) => {
    const { code, out } = await played(name);
    expect(code, out).toBe(0);
  });

  it("leave the faults of others as they are, and none of their own", async () => {
    const { sellerId } = await market.seller();
    const operator = await market.operator("support");
    const others = [{ kind: "drop", sellerId }];
    await operator.put("/operator/v1/faults/events", { seed: 5, rules: others });
    await played("lost-notifications");
    const { json } = await operator.get("/operator/v1/faults");
    expect(json).toMatchObject({ events: { seed: 5, rules: others }, http: { rules: [] } });
  });
});

describe("bin/vitrine scenario run", () => {
  const about = { "pt-BR": "Um cenário.", en: "A scenario." };
  const scenario = (...then: readonly object[]) => {
    const file = join(mkdtempSync(join(inject("scratch"), "scenario-")), "planted.json");
    const given = [{ publish: "VIS-${mark}" }, { listen: ["order"] }];
    writeFileSync(file, JSON.stringify({ name: "planted", about, given, when: [{ buy: 1 }], then }));
    return file;
  };

  it("ends with the first step that is not as expected, and says where: exit code 1", async () => {
    const wrong = { say: { "pt-BR": "Saiu do estoque", en: "It left the stock" }, call: "getStock", expect: { body: { physical: 9 } } };
    const { code, out } = await runIn("en", "scenario", "run", scenario(wrong, { buy: 1 }), "--data", data);
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ It left the stock\n.*GET \/api\/v2\/products\/VIS-\d+\/stocks {2}200 \([\w-]+\).*\n +\/body\/physical: expected 9, got 10\n {2}failed/,
    );
  });

  it("tells programs every step, and goes on with the next scenario", async () => {
    const files = [scenario({ call: "getStock", expect: { status: 404 } }), scenario({ call: "getStock" })];
    const { code, out } = await runCommand("scenario", "run", ...files, "--json", "--data", data);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly passed: boolean; readonly steps: readonly object[] });
    expect([code, lines.map(({ passed }) => passed)]).toEqual([1, [false, true]]);
    expect(lines[0]!.steps.at(-1)).toMatchObject({
      part: "then",
      nth: 1,
      mismatches: [{ pointer: "/status", expected: 404, received: 200 }],
    });
  });

  it("tells people what was bought, heard and counted", async () => {
    const { out } = await runIn("en", "scenario", "run", scenario({ receive: {} }), scenario({ receive: {} }), "--data", data);
    expect(out).toMatch(/✓ purchase of 1 × VIS-\d+: order \d+, Created \([\w-]+\)/);
    expect(out).toMatch(/✓ listening for order at http:\/\/127\.0\.0\.1:\d+\/ \(nep_\w+\)/);
    expect(out).toMatch(/✓ such notifications: evt_\d+_\d+/);
    expect(out).toMatch(/2 scenarios: 2 passed, 0 failed\n$/);
  });

  it("says on a terminal what is under way, in one line, and takes it back", async () => {
    const out = Object.assign(keptText(), { isTTY: true, columns: 20 });
    const say = { "pt-BR": "Uma frase mais longa que a linha", en: "A sentence that is longer than the line" };
    const line = ["scenario", "run", scenario({ say, call: "getStock" }), "--data", data];
    expect(await runLine(line, COMMANDS, { lang: "en", out, err: keptText() })).toBe(0);
    expect(out.text).toContain("    … A sentence th\r\x1b[K");
  });

  it("plays with a seller that is there, and leaves neither endpoint nor credential behind", async () => {
    const seller = await market.seller();
    const ids = ["--seller", String(seller.sellerId), "--data", data] as const;
    const passing = { receive: { verified: true }, keep: { first: "/0/body/seq" } };
    expect((await runCommand("scenario", "run", scenario(passing), ...ids)).code).toBe(0);
    expect((await runCommand("scenario", "run", scenario({ call: "getStock", path: { sku: "none" } }), ...ids)).code).toBe(1);
    expect((await seller.get("/api/v1/notifications/endpoints")).json.items).toEqual([]);
    const operator = await market.operator("integration");
    const { json } = await operator.get(`/operator/v1/sellers/${seller.sellerId}/credentials`);
    const live = (json.items as readonly { readonly revokedAt?: string }[]).filter(({ revokedAt }) => revokedAt === undefined);
    expect(live).toHaveLength(1);
  });

  it("tries again until it is as expected, for as long or as often as the step says, and no longer", async () => {
    const never = (limit: object) => scenario({ call: "getOrder", expect: { body: { orderStatus: "delivered" } }, ...limit });
    const before = performance.now();
    expect((await runCommand("scenario", "run", never({ within: "300ms" }), "--data", data)).code).toBe(1);
    expect((await runCommand("scenario", "run", never({ atMost: 3 }), "--data", data)).code).toBe(1);
    expect(performance.now() - before).toBeGreaterThan(300);
  });

  it("says what a step could not do", async () => {
    const lost = scenario({ call: "getStock", keep: { ghost: "/body/ghost" } });
    const { code, out } = await runIn("en", "scenario", "run", lost, "--data", data);
    expect([code, out]).toEqual([1, expect.stringContaining("there is no /body/ghost, which ghost was to keep")]);
    const refused = await runIn("en", "scenario", "run", scenario({ call: "putInvoiced", body: {} }), "--data", data);
    expect(refused.out).toMatch(/400 order_move_refused .*\n +\/status: expected .* got 400\n +Shipping 1 of order \d+ is in 'Created'/);
  });
});
