import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../src/command-line/usage-error.ts";
import { readyText } from "../../src/programs/server/ready-message.ts";
import { readSettings } from "../../src/config.ts";
import { DEMO_STEPS } from "../../src/programs/demo/steps.ts";
import { dataFolderOf } from "../commands/instance.ts";
import { runCommand, runIn } from "../commands/terminal.ts";
import { startMarketplace, type Marketplace } from "../harness.ts";

let market: Marketplace;
let data: string;
beforeAll(async () => {
  market = await startMarketplace();
  data = await dataFolderOf(market);
});
afterAll(() => market.stop());

interface Line {
  readonly kind: string;
  readonly name?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly verified?: boolean;
  readonly notification?: { readonly status: string };
  readonly sellerId?: number;
  readonly notifications?: number;
}

describe("bin/vitrine demo (decisions 8)", () => {
  it("tells the whole story, each step followed by its notification, signed, and leaves neither endpoint nor credential", async () => {
    const { code, out } = await runCommand("demo", "--data", data, "--json");
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    expect(lines.map(({ kind, name, notification }) => name ?? (notification ? `← ${notification.status}` : kind))).toEqual([
      "opened",
      "published",
      "← Recebido",
      "criticized",
      "← Criticado",
      "fixed",
      "← Recebido",
      "← Em catalogação",
      "approved",
      "← Aprovado",
      "bought",
      "← Created",
      "paid",
      "← approved",
      "read",
      "invoiced",
      "← Invoiced",
      "shipped",
      "← shipped",
      "delivered",
      "← delivered",
      "counted",
      "ended",
    ]);
    expect(lines.filter(({ notification }) => notification).every(({ verified }) => verified)).toBe(true);
    expect(lines.at(-1)).toMatchObject({ notifications: 10 });
    const { sellerId } = lines[0]!;
    const left = await market.database.query(
      "select from notification_endpoints where seller_id = $1 union all select from credentials where seller_id = $1 and revoked_at is null",
      [sellerId],
    );
    expect(left).toEqual([]);
  });

  it.concurrent.each([
    ["pt-BR", "A validação critica /brand (brand_unknown) e sugere: Altipasso", "assinatura conferida"],
    ["en", "The validation criticizes /brand (brand_unknown) and suggests Altipasso", "signature verified"],
  ] as const)("speaks %s, and shows each call with its request id", async (lang, criticized, verified) => {
    const { code, out } = await runIn(lang, "demo", "--data", data);
    expect(code).toBe(0);
    expect(out).toContain(criticized);
    expect(out.split(verified)).toHaveLength(11);
    expect(out).toMatch(new RegExp(`bin/vitrine events tail --seller \\d+ --last 10 --data '${data}'\n$`));
    expect(out.match(/ {2}20[0-2] {2}[\w-]{36}$/gm)).toHaveLength(DEMO_STEPS.length);
  });

  it("is named by what bin/start prints, with the data folder where that is another", () => {
    const seller = { sellerId: 1, name: "Loja", clientId: "vta_x", accessToken: "vts_x" };
    const file = { url: "", environment: "sandbox", operatorKey: "", seller };
    const printed = (dataDir: string) =>
      readyText(file, {
        baseUrl: "http://h",
        people: {},
        settings: readSettings({ data: dataDir }, {}),
        version: "1",
        lang: "en",
        hasPages: true,
      });
    expect(printed(".vitrine")).toContain("\n  bin/vitrine demo\n");
    expect(printed("/tmp/with space")).toContain("\n  bin/vitrine demo --data '/tmp/with space'\n");
  });

  it("makes nothing in production", async () => {
    const production = await startMarketplace({ settings: { ENVIRONMENT: "production" } });
    try {
      const folder = await dataFolderOf(production);
      await expect(runIn("en", "demo", "--data", folder)).rejects.toThrow(UsageError);
      await expect(runIn("en", "scenario", "run", "frozen-order", "--data", folder)).rejects.toThrow("is not a sandbox");
      expect(await production.database.query("select from sellers")).toEqual([]);
    } finally {
      await production.stop();
    }
  });
});
