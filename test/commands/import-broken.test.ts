import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { EXIT_CODES, exitOf } from "../../src/command-line/exit-codes.ts";
import { officeFile } from "../bulk/formats/office-file.ts";
import { BULK } from "../bulk/job.ts";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand } from "./terminal.ts";
import { troubledProxy, type Trouble } from "./troubled-proxy.ts";

const MAIN = join(import.meta.dirname, "..", "..", "src", "main.ts");
const CONTINUED = /^(?:interrompido|parou antes do fim); para continuar: bin\/vitrine (.+)$/m;
const ROWS = 400;

let market: Marketplace;
let shop: Wares;
let data: string;
let files = 0;
beforeAll(async () => {
  market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
  shop = await wares(`${market.baseUrl}/images`);
  data = await dataFolderOf(market);
});
afterAll(() => market.stop());

const toFile = (name: string, content: string | Buffer) => {
  const file = join(mkdtempSync(join(inject("scratch"), "import-broken-")), `${(files += 1)} ${name}`);
  writeFileSync(file, content);
  return file;
};
/** Products whose rows fill several parts of content. */
const productFile = () => {
  const rows = Array.from({ length: ROWS }, (_, i) => shop.visor(`P-${i}`, { description: "Leve e resistente. ".repeat(140) }));
  return toFile("loja.ndjson", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
};
/** Stocks of one product whose rows fill several parts of content; the last row counts. */
const stockFile = () =>
  toFile("estoques.csv", `sku;estoque;nota\n${Array.from({ length: ROWS }, (_, i) => `A;${i};${"x".repeat(3_000)}\n`).join("")}`);
const MAPPING = ["--mapping", "nota:-"] as const;
const reportOf = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly line: number; readonly outcome: string });

/** An import in a shell of its own that gets a Ctrl-C at the nth call of the seller API, and what goes on with the command that it printed. */
const interruptedAt = (nth: number, run: (data: string) => readonly string[]) =>
  brokenOff(run, (call, child) => {
    if (call === nth) child.kill("SIGINT");
    return undefined;
  });

/** An import in a shell of its own that something happens to at calls of the seller API, and what goes on with the command that it printed. */
async function brokenOff(run: (data: string) => readonly string[], trouble: (call: number, child: ChildProcess) => Trouble | undefined) {
  const shell: { child?: ChildProcess } = {};
  await using proxy = await troubledProxy(market.baseUrl, (call) => trouble(call, shell.child!));
  const args = ["import", ...run(await dataFolderOf(market, { url: `http://${proxy.authority}` }))];
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env["PATH"], VITRINE_LANG: "pt-BR" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  shell.child = child;
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  const [status] = (await once(child, "close")) as [number | null];
  const [name, ...rest] = wordsOf(CONTINUED.exec(out)?.[1] ?? "");
  const goOn = await runCommand(name!, ...rest, "--json");
  return { status, out, rest, code: goOn.code, summary: JSON.parse(goOn.out) as Record<string, number> & { readonly report: string } };
}

/** The arguments of a command as a shell reads them. */
const wordsOf = (command: string) => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

describe("bin/vitrine import that is interrupted by Ctrl-C (issue 33)", { timeout: 120_000 }, () => {
  it("goes on with the command that it prints: each product of an NDJSON file is created once", async () => {
    const seller = await market.seller();
    const file = productFile();
    const { status, out, rest, code, summary } = await interruptedAt(6, (folder) => [
      file,
      "--seller",
      String(seller.sellerId),
      "--data",
      folder,
      "--restart",
    ]);
    expect([status, code], out).toEqual([130, 0]);
    expect(rest).not.toContain("--restart");
    expect(summary).toMatchObject({ rows: ROWS, refused: 0, unreadable: 0, updated: 0, interrupted: false });
    expect(summary["created"]! + summary["unchanged"]!).toBe(ROWS);
    expect((await seller.get("/api/v2/products?size=1")).json.total).toBe(ROWS);
    expect(out).not.toContain("atualizados");
    expect(reportOf(summary.report)).toHaveLength(ROWS);
  });

  it("goes on at the byte that the job of a CSV file has reached: no row is done twice", async () => {
    const seller = await market.seller();
    await publish(seller, shop.visor("A"));
    const file = stockFile();
    const { status, out, code, summary } = await interruptedAt(3, (folder) => [
      file,
      "--seller",
      String(seller.sellerId),
      "--data",
      folder,
      ...MAPPING,
    ]);
    expect([status, code], out).toEqual([130, 0]);
    expect(summary).toMatchObject({ rows: ROWS, refused: 0, interrupted: false });
    const { items } = (await seller.get(BULK)).json;
    expect(items).toMatchObject([{ state: "finished", received: ROWS, failed: 0 }]);
    expect((await seller.get(pathOf("A", "stocks"))).json.available).toBe(ROWS - 1);
  });
});

describe("bin/vitrine import that an error stops (issue 33)", { timeout: 120_000 }, () => {
  // Calls 1 and 2 open the job; later ones send rows and read results, at the same time.
  it.each([2, 6])("goes on with the command that it prints, also after --restart: refused after call %i", async (last) => {
    const seller = await market.seller();
    const args = [productFile(), "--seller", String(seller.sellerId)];
    const { status, out, rest, code, summary } = await brokenOff(
      (folder) => [...args, "--data", folder, "--restart"],
      (nth, { exitCode }) => (nth > last && exitCode === null ? 403 : undefined),
    );
    expect([status, code], out).toEqual([EXIT_CODES.declined.code, 0]);
    expect(out).toContain("parou antes do fim");
    expect(rest).not.toContain("--restart");
    expect(summary).toMatchObject({ rows: ROWS, refused: 0, unreadable: 0 });
    expect((await seller.get("/api/v2/products?size=1")).json.total).toBe(ROWS);
  });
});

describe("bin/vitrine import of a CSV file over a bad connection", { timeout: 120_000 }, () => {
  it.each<[Trouble, string]>([
    ["lost", "answers that are lost on their way"],
    ["hung up", "connections that break"],
    [502, "a proxy without its server"],
  ])("survives every third call meeting %s: %s", async (trouble) => {
    const seller = await market.seller();
    await publish(seller, shop.visor("A"));
    await using proxy = await troubledProxy(market.baseUrl, (nth) => (nth % 3 === 0 ? trouble : undefined));
    const folder = await dataFolderOf(market, { url: `http://${proxy.authority}` });
    const { code, out } = await runCommand(
      "import",
      stockFile(),
      "--seller",
      String(seller.sellerId),
      "--data",
      folder,
      "--json",
      ...MAPPING,
    );
    expect([code, JSON.parse(out)]).toMatchObject([0, { rows: ROWS, refused: 0, unreadable: 0 }]);
    expect((await seller.get(pathOf("A", "stocks"))).json.available).toBe(ROWS - 1);
  });
});

describe("bin/vitrine import, its refusals and its files", () => {
  const importAs = (seller: Seller, file: string, ...more: readonly string[]) =>
    runCommand("import", file, "--seller", String(seller.sellerId), "--data", data, ...more);
  const refusalOf = async (file: string, ...more: readonly string[]) => {
    const error = await runCommand("import", file, "--seller", "1", "--data", data, ...more).catch((thrown: unknown) => thrown);
    return [exitOf(error), (error as Error).message];
  };

  it("refuses each option that would do nothing, before anything is sent", async () => {
    const [rows, sheet] = [toFile("a.ndjson", "{}\n"), toFile("a.csv", "sku;estoque\nA;1\n")];
    const ndjsonOnly = "só vale para arquivos .ndjson; .csv e .xlsx seguem como estão";
    const refused: readonly (readonly [string, readonly string[], string])[] = [
      [rows, ["--mapping", "a:sku"], "--mapping: só vale para arquivos .csv e .xlsx"],
      [sheet, ["--via", "calls"], `--via: ${ndjsonOnly}`],
      [sheet, ["--skip-existing"], `--skip-existing: ${ndjsonOnly}`],
      [sheet, ["--image-base", "http://a"], `--image-base: ${ndjsonOnly}`],
      [sheet, ["--concurrency", "3"], `--concurrency: ${ndjsonOnly}`],
      [rows, ["--via", "bulk", "--skip-existing"], "--skip-existing: é sempre uma chamada por linha; tire --via bulk"],
      [rows, ["--concurrency", "65"], "--concurrency 65: envie um inteiro de 1 a 64"],
      [rows, ["--per-minute", "0"], "--per-minute 0: envie um inteiro de 1 a 10000000"],
    ];
    for (const [file, more, message] of refused) expect(await refusalOf(file, ...more)).toEqual(["mistyped", message]);
    for (const extension of ["xls", "XLSB", "ods", "numbers"]) {
      const other = toFile(`a.${extension}`, "x");
      const message = `${other}: este formato não é lido; abra o arquivo e salve-o como .xlsx ou .csv`;
      expect(await refusalOf(other)).toEqual(["mistyped", message]);
    }
  });

  it("takes .tsv and .xlsm for what they are, and tells a wrong mapping with exit code 4", async () => {
    const seller = await market.seller();
    await publish(seller, shop.visor("A"));
    const sheet = officeFile([
      ["sku", "estoque"],
      ["A", 12],
    ]);
    for (const file of [toFile("a.tsv", "sku\testoque\nA\t11\n"), toFile("a.XLSM", sheet)])
      expect((await importAs(seller, file, "--json")).code).toBe(0);
    expect((await seller.get(pathOf("A", "stocks"))).json.available).toBe(12);
    const error = await importAs(seller, toFile("a.csv", "sku;saldo\nA;1\n"), "--mapping", "saldos:Estoque").catch(
      (thrown: unknown) => thrown,
    );
    expect([exitOf(error), String(error)]).toEqual(["declined", expect.stringContaining("o nome mais próximo é saldo")]);
    expect((await seller.get(`${BULK}?state=canceled`)).json.items.map(({ received }: Reply["json"]) => received)).toEqual([0]);
  });

  it("saves the rows of closed and unknown products with what is wrong, and names the file", async () => {
    const seller = await market.seller();
    const [one, two] = [shop.visor("C-1"), shop.visor("C-2")];
    const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const right = await importAs(seller, toFile("b.ndjson", lines(one, two)), "--json", "--wait");
    expect(JSON.parse(right.out)).toMatchObject({ standing: { statuses: { "Em catalogação": 2 } } });
    const wrong = toFile(
      "c.ndjson",
      lines({ ...one, name: "Outro nome" }, { ...two, stock: { available: 55 } }, { ...one, sku: "D", height: 0 }),
    );
    const { code, out } = await importAs(seller, wrong);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^3 linhas, 1 atualizados, 2 recusados\nrelatório: .+\nlinhas recusadas, para corrigir e reenviar: .+\.errors\.ndjson\n$/,
    );
    const path = /reenviar: (.+)\n/.exec(out)![1]!;
    const errors = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(errors.map((line) => JSON.parse(line) as object)).toMatchObject([
      { sku: "C-1", name: "Outro nome", error_code: "change_request_needed", error_pointer: "/sku" },
      { sku: "D", height: 0, error_code: "not_above", error_pointer: "/height" },
    ]);
    const mended = toFile("d.ndjson", `${errors[1]!.replace('"height":0', '"height":9')}\n`);
    expect(JSON.parse((await importAs(seller, mended, "--json")).out)).toMatchObject({ rows: 1, created: 1, refused: 0 });
  });
});
