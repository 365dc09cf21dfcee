import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

let marketplace: Marketplace;
let data: string;
let seller: string;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  data = await dataFolderOf(marketplace);
  seller = String((await marketplace.seller()).sellerId);
});
afterAll(() => marketplace.stop());

interface Shown {
  readonly simulators: readonly { readonly name: string; readonly mode: string; readonly seed: number; readonly parameters: object }[];
}
const simulate = async (...args: readonly string[]): Promise<Shown> =>
  JSON.parse((await runCommand("simulate", ...args, "--seller", seller, "--data", data, "--json")).out) as Shown;
const modes = ({ simulators }: Shown) => simulators.map(({ mode }) => mode).join(" ");

describe("bin/vitrine simulate", () => {
  it("shows all, sets all, and some", async () => {
    expect(modes(await simulate())).toBe("manual manual manual manual manual manual manual");
    expect(modes(await simulate("automatic", "--pace", "0.5", "--seed", "7"))).toMatch(/^(automatic ?){7}$/);
    const some = await simulate("off", "--only", "risk, payment");
    expect(modes(some)).toBe("automatic off off automatic automatic automatic automatic");
    expect(some.simulators[2]).toMatchObject({ seed: 7, parameters: { pace: 0.5 } });
    expect((await simulate("--pace", "0", "--only", "risk")).simulators[2]).toMatchObject({ mode: "off", parameters: { pace: 0 } });
    expect(await simulate("show")).toEqual(await simulate());
  });

  it("tells people in their language, and what it does not know", async () => {
    const here = ["--seller", seller, "--data", data];
    expect((await runIn("pt-BR", "simulate", ...here)).out).toContain("Compradores: compram");
    expect((await runIn("pt-BR", "simulate", ...here)).out.split("\n").length).toBe(8);
    await expect(simulate("automatic", "--only", "weather")).rejects.toThrow("weather");
    await expect(simulate("automatic", "--only", "risk,carrier")).rejects.toThrow("--only carrier não existe; quis dizer carriers?");
  });
});
