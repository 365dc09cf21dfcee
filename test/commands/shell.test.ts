import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { UsageError } from "../../src/command-line/usage-error.ts";
import { COMMANDS, SECTIONS } from "../../src/commands/index.ts";
import { generalHelp } from "../../src/command-line/help-text.ts";
import { CATALOGUE } from "../journeys/catalogue.ts";
import { keptText, runCommand } from "./terminal.ts";

const MAIN = join(import.meta.dirname, "..", "..", "src", "main.ts");
const empty = mkdtempSync(join(inject("scratch"), "nothing-"));

/** The command line as a shell runs it, in a folder without an instance. */
function shell(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: empty,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], VITRINE_LANG: "pt-BR", NODE_COMPILE_CACHE: join(empty, "cache"), ...environment },
  });
  return { status, stdout, stderr };
}

describe("bin/vitrine in a shell", () => {
  it.each([
    [["help"], 0],
    [["lint", CATALOGUE], 1],
    [["frobnicate"], 2],
    [["seller"], 2],
    [["serve", "--port", "x"], 2],
    [["serve", "--data", CATALOGUE], 1],
    [["serve", "--env", "production", "--database-url", "postgres://vitrine@db/vitrine"], 2],
  ])("%j answers %d", (args, status) => {
    const ran = shell(args);
    expect(ran.status, ran.stderr).toBe(status);
    // One place for what was asked for, the other for what went wrong, and never a stack.
    if (status === 2) expect(ran.stdout).toBe("");
    expect(ran.stderr).not.toMatch(/\n\s+at /);
  });

  it.each([
    ["seller", "remove"],
    ["seller", "create"],
    ["seller", "create", "Loja", "Solta"],
    ["seller", "list", "--frob"],
    ["seller", "create", "Loja", "--report", "nada.jws"],
    ["certify", "--report", "nada/report.jws", "--url", "http://127.0.0.1:4"],
    ["seller", "list", "--url", "nowhere"],
    ["lint"],
    ["lint", "nada.ndjson"],
    ["lint", empty],
    ["lint", CATALOGUE, "--image-base", "ftp://h"],
    ["review", "approve", "A"],
    ["review", "approve", "A", "--seller", "0"],
    ["review", "criticize", "A", "--seller", "1"],
    ["operator-key", "create"],
    ["import", CATALOGUE],
    ["import", CATALOGUE, "--seller"],
    ["import", CATALOGUE, "--seller", "1", "--concurrency", "65"],
    ["openapi", "v9"],
    ["certify", "--client-id", "vta_x", "--url", "http://127.0.0.1:4"],
    ["migrate", "now"],
    ["config", "all"],
  ])("%s %s is mistyped", async (name, ...args) => {
    await expect(runCommand(name, ...args)).rejects.toBeInstanceOf(UsageError);
  });

  it.each([
    [["serve", "--prot", "1"], "--port"],
    [["sellr", "list"], "seller"],
    [["review", "aprove", "A"], "approve"],
    [["operator-key", "create", "--role", "Catalog"], "catalog"],
    [["openapi", "v22"], "v2"],
  ])("%j: quis dizer %s?", async ([name, ...args], meant) => {
    await expect(runCommand(name!, ...args)).rejects.toThrow(`; quis dizer ${meant}?`);
  });

  it("lists all there are, to the last, when none is near", async () => {
    await expect(runCommand("help", "xyzzy")).rejects.toThrow(/; use seller, .*, load, .* ou version$/);
  });

  it("says where it looked for an instance, and how to start one", () => {
    const local = shell(["seller", "list"]);
    expect(local.status).toBe(3);
    expect(local.stderr).toContain(`nenhuma instância em ${join(empty, ".vitrine")}`);
    const remote = shell(["seller", "list", "--url", "http://127.0.0.1:4/"], { VITRINE_OPERATOR_KEY: "vto_x" });
    expect(remote.stderr).toMatch(/^vitrine: http:\/\/127\.0\.0\.1:4 não responde \(a conexão foi recusada, ECONNREFUSED\)[^\n]*\n$/);
    expect(remote.stderr).toContain("bin/start");
  });

  it("lints offline, and is quiet about a clean file", async () => {
    const file = join(empty, "vazio.ndjson");
    writeFileSync(file, "");
    const out = "0 produtos, 0 sem críticas, 0 só com avisos, 0 com erros\n";
    expect(await runCommand("lint", file)).toEqual({ code: 0, out, err: "" });
  });

  it("ends quietly when its reader has read enough", () => {
    const ran = spawnSync("sh", ["-c", `"$0" "$1" lint "$2" | head -n 1`, process.execPath, MAIN, CATALOGUE], { encoding: "utf8" });
    expect(ran.stdout.split("\n")).toHaveLength(2);
    expect(ran.stderr).toBe("");
  });

  it("lists every command in both languages", () => {
    for (const lang of ["pt-BR", "en"] as const) {
      const help = generalHelp(SECTIONS, lang, keptText());
      for (const command of COMMANDS) {
        expect(help).toMatch(new RegExp(`^  ${command.name} +`, "m"));
        expect(help.replaceAll(/\s+/g, " ")).toContain(command.does[lang]);
      }
    }
  });
});
