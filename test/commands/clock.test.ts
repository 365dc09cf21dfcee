import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace } from "../harness.ts";
import { dataFolderOf } from "./instance.ts";
import { workText } from "../../src/commands/clock.ts";
import type { Job } from "../../src/platform/jobs/job.ts";
import { runCommand, runIn } from "./terminal.ts";

let marketplace: Marketplace;
let data: string;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  data = await dataFolderOf(marketplace);
});
afterAll(() => marketplace.stop());

const clock = async (...args: readonly string[]) => JSON.parse((await runCommand("clock", ...args, "--data", data, "--json")).out);

describe("bin/vitrine clock (decisions 8)", () => {
  it("shows, moves, freezes, unfreezes and resets", async () => {
    expect(await clock()).toMatchObject({ aheadMs: 0, frozen: false });
    expect(await clock("+3d")).toMatchObject({ aheadMs: 3 * 86_400_000, moved: { finished: true } });
    expect(await clock("2h30m")).toMatchObject({ aheadMs: 3 * 86_400_000 + 9_000_000 });
    expect(await clock("2026-12-24")).toMatchObject({ now: "2026-12-24T00:00:00.000-03:00" });
    expect(await clock("freeze")).toMatchObject({ frozen: true });
    expect(await clock("unfreeze")).toMatchObject({ frozen: false });
    expect(await clock("show")).toMatchObject({ now: "2026-12-24T00:00:00.000-03:00" });
    expect(await clock("reset")).toMatchObject({ aheadMs: 0 });
  });

  it("tells people in their language", async () => {
    await clock("freeze");
    expect((await runIn("pt-BR", "clock", "--data", data)).out).toMatch(/^marketplace +2026\S+ \(parado\)\ntempo real +2026/);
    expect((await runIn("en", "clock", "--data", data)).out).toMatch(/^marketplace +2026\S+ \(frozen\)\nreal time +2026/);
    await clock("reset");
  });

  it("knows its own words, and the nearest one to a mistyped one", async () => {
    await expect(clock("frezze")).rejects.toThrow("MOVE frezze não existe; quis dizer freeze?");
    await expect(clock("soon")).rejects.toThrow("+2h30m");
  });

  it("says what it cannot read, as the marketplace does", async () => {
    await expect(clock("+3x")).rejects.toThrow("+2h30m");
    await expect(clock("2020-01-01")).rejects.toThrow("DELETE /operator/v1/clock");
  });
});

describe("the works that the clock stops for", () => {
  it("have names for people, in both languages", async () => {
    let works: readonly Job[] = [];
    const kept = await startMarketplace({ jobRunner: (all) => ((works = all), { stop: () => Promise.resolve() }) });
    await kept.stop();
    const names = works.filter(({ nextDueAt }) => nextDueAt !== undefined).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => workText(name, "pt-BR") === name || workText(name, "pt-BR") === workText(name, "en"))).toEqual([]);
  });
});
