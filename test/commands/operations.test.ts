import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { onSale } from "../orders/goods.ts";
import { dataFolderOf } from "./instance.ts";
import { runLine, COMMANDS } from "../../src/commands/index.ts";
import { EXIT_CODES } from "../../src/command-line/exit-codes.ts";
import { keptText, runCommand, runIn } from "./terminal.ts";
import { PRODUCT_EXAMPLE } from "../../src/catalog/contract.ts";

describe("commands that talk to an instance (decisions 8)", () => {
  let marketplace: Marketplace;
  let data: string;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    data = await dataFolderOf(marketplace);
  });
  afterAll(() => marketplace.stop());
  const run = (name: string, ...args: readonly string[]) => runCommand(name, ...args, "--data", data);
  const json = async (...args: readonly [string, ...string[]]) => JSON.parse((await run(...args, "--json")).out) as never;

  it("seller create answers a seller and a credential that works; seller list shows it", async () => {
    const made: Record<"sellerId" | "name" | "clientId" | "accessToken", string> = await json("seller", "create", "Loja do Teste & Cia");
    expect(Object.keys(made)).toEqual(["sellerId", "name", "clientId", "accessToken"]);
    const headers = { client_id: made.clientId, access_token: made.accessToken };
    expect((await marketplace.request("GET", "/api/v1/brands", { headers })).status).toBe(200);
    const rows: readonly object[] = await json("seller", "list");
    expect(rows).toContainEqual(expect.objectContaining({ sellerId: made.sellerId, name: made.name, status: "active" }));
    expect((await run("seller", "list")).out).toMatch(new RegExp(`^${made.sellerId}  active  .*  Loja do Teste & Cia$`, "m"));
    expect((await run("seller", "create", "Outra")).out).toMatch(/^sellerId {5}\d+\nname {9}Outra\nclientId {5}\S+\naccessToken {2}\S+\n$/);
  });

  it("seller list goes on over pages", async () => {
    for (let i = 0; i < 101; i += 1) await marketplace.seller({ name: `Página ${i}` });
    const rows: readonly { readonly name: string }[] = await json("seller", "list");
    expect(rows.filter(({ name }) => name.startsWith("Página"))).toHaveLength(101);
  });

  it("operator-key create answers a key of the role and no other", async () => {
    const { operatorKey, role }: { operatorKey: string; role: string } = await json(
      "operator-key",
      "create",
      "--role",
      "catalog",
      "--name",
      "equipe",
    );
    expect(role).toBe("catalog");
    const headers = { authorization: `Bearer ${operatorKey}` };
    expect((await marketplace.request("GET", "/operator/v1/reviews", { headers })).status).toBe(204);
    expect((await marketplace.request("GET", "/operator/v1/sellers", { headers })).status).toBe(403);
    await expect(run("operator-key", "create", "--role", "boss")).rejects.toThrow("boss");
  });

  it("says what the marketplace says when it declines, in the terminal's language", async () => {
    const folder = await dataFolderOf(marketplace, { role: "catalog" });
    await expect(runIn("en", "seller", "list", "--data", folder)).rejects.toThrow("The role catalog may not do this operation");
    await expect(runIn("pt-BR", "seller", "list", "--data", folder)).rejects.toThrow("O papel catalog não pode fazer esta operação");
  });

  it("review lists, approves and criticizes", async () => {
    const seller = await marketplace.seller();
    const { sellerId } = seller;
    const put = async (sku: string) => {
      const { status } = await seller.post("/api/v2/products", { ...PRODUCT_EXAMPLE, sku, productGroup: sku });
      expect(status).toBe(202);
    };
    await put("A-1");
    await put("B-1");
    // What brings products there is the validation's business; here they are there. A new version, or a validation in
    // progress would take them back.
    const there = "update products set status = 'CATALOGING', status_at = $2, version = version + 1 where seller_id = $1";
    await marketplace.database.query(there, [sellerId, marketplace.clock.now()]);
    const queue = await eventually("the queue to have both", async () => {
      const queued: readonly object[] = await json("review", "list", "--seller", String(sellerId));
      return queued.length === 2 && queued;
    });
    expect(queue).toMatchObject([
      { sellerId, sku: "A-1" },
      { sellerId, sku: "B-1" },
    ]);
    expect(await json("review", "list", "--department", "Nenhum")).toEqual([]);
    const only = ["--seller", String(sellerId)];
    const claimed: { readonly claimToken: string; readonly items: readonly object[] } = await json(
      "review",
      "claim",
      "--count",
      "2",
      ...only,
    );
    expect(claimed.items).toHaveLength(2);
    expect(await json("review", "claim", "--risk", ...only)).toEqual({ items: [] });
    expect(await json("review", "renew", claimed.claimToken, "--seconds", "60")).toMatchObject({ items: [{}, {}] });
    expect((await run("review", "release", claimed.claimToken)).out.split("\n").toSorted()).toEqual([
      "",
      `${sellerId}  A-1`,
      `${sellerId}  B-1`,
    ]);
    const again: { readonly claimToken: string } = await json("review", "claim", ...only);
    const decided: { readonly decisionId: string } = await json("review", "approve", "A-1", ...only, "--claim", again.claimToken);
    expect((await run("review", "undo", decided.decisionId)).out).toBe("A-1: Em catalogação\n");
    expect(await json("review", "summary")).toMatchObject({ waiting: 2, reviewers: [{ undone: 1 }] });
    expect((await run("review", "approve", "A-1", "--seller", String(sellerId))).out).toBe("A-1: Aprovado\n");
    const reason = ["--code", "image_blurred", "--message", "A imagem está borrada", "--pointer", "/images/0"];
    expect((await run("review", "criticize", "B-1", "--seller", String(sellerId), ...reason)).out).toBe("B-1: Criticado\n");
    expect((await seller.get("/api/v2/products/B-1/status")).json).toMatchObject({
      reviews: [{ code: "image_blurred", message: "A imagem está borrada", pointer: "/images/0", stage: "review" }],
    });
    expect((await run("review", "approve", "A-1", "--seller", String(sellerId))).out).toBe("A-1: Aprovado\n");
    await expect(run("review", "criticize", "A-1", "--seller", String(sellerId), ...reason)).rejects.toThrow("A-1 está como 'Aprovado'");
    await expect(run("review", "criticize", "B-1", "--seller", String(sellerId))).rejects.toThrow("--code é obrigatório");
    expect((await run("review", "list", "--seller", String(sellerId))).out).toBe("");
  });

  it("review lists rules, tries them, and enables none that has not proved itself", async () => {
    const admin = await marketplace.operator("admin");
    await admin.put("/operator/v1/review-rules/clean", { name: "Sem avisos", when: { noWarnings: true } });
    expect((await run("review", "rules")).out).toBe("clean    Sem avisos\n");
    expect(await json("review", "try", "clean")).toMatchObject({ ruleId: "clean", provable: false });
    expect((await run("review", "try", "clean")).out).toContain("ainda não se provou");
    await expect(run("review", "enable", "clean")).rejects.toThrow("não se provou");
    expect(await json("review", "disable", "clean")).toMatchObject({ ruleId: "clean", enabled: false });
    await expect(run("review", "enable", "nothing")).rejects.toThrow("não há a regra nothing");
  });

  it("change asks, lists, shows, approves and refuses", async () => {
    const seller = await marketplace.seller();
    const ofSeller = ["--seller", String(seller.sellerId)];
    await onSale(marketplace, seller, { "C-1": 3 });
    await expect(run("change", "ask", "C-1", "name", ...ofSeller)).rejects.toThrow("name não é /campo=valor");
    await expect(run("change", "ask", "C-1", "/nome=x", ...ofSeller)).rejects.toThrow('"/nome"');
    const { id }: { readonly id: string } = await json("change", "ask", "C-1", "/name=Viseira Nova Unissex", "/weight=0.3", ...ofSeller);
    const waits = async () =>
      ((await json("change", "show", id)) as { fields: readonly { state: string }[] }).fields.every(({ state }) => state === "waiting");
    await eventually("the check", waits);
    expect(await json("change", "list", ...ofSeller)).toMatchObject([{ id, sku: "C-1" }]);
    expect((await run("change", "list", ...ofSeller, "--field", "images")).out).toBe("");
    expect((await run("change", "approve", id, "--field", "/weight")).out).toContain("/weight  approved");
    expect((await run("change", "refuse", id, "--message", "O nome perdeu a marca.")).out).toContain(`${id}  C-1: decided`);
    expect((await seller.get("/api/v2/products/C-1")).json).toMatchObject({ weight: 0.3 });
    await expect(run("change", "approve", id)).rejects.toThrow("nenhum campo do pedido");
  });
});

describe("migrate", () => {
  it("brings an empty database up to date, once", async () => {
    const host = { host: inject("pgHost"), port: inject("pgPort"), user: inject("pgUser") };
    const name = `m_${process.pid}`;
    const admin = new pg.Client({ ...host, database: "postgres" });
    await admin.connect();
    await admin.query(`create database ${name}`);
    try {
      const url = `postgresql://${host.user}@/${name}?host=${encodeURIComponent(host.host)}&port=${host.port}`;
      const missing = await runCommand("migrate", "--check", "--database-url", url);
      expect(missing).toMatchObject({ code: 1, out: expect.stringMatching(/^falta 0001-foundation\.sql\n/) as string });
      const applied = await runCommand("migrate", "--database-url", url);
      expect(applied).toEqual({ code: 0, out: missing.out.replaceAll("falta", "aplicada"), err: "" });
      for (const more of [[], ["--check"]]) {
        expect(await runCommand("migrate", "--database-url", url, ...more)).toMatchObject({
          code: 0,
          out: "nada a fazer: o banco está atualizado\n",
        });
      }
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  });

  it("asks which database when none is named", async () => {
    await expect(runCommand("migrate")).rejects.toThrow("--database-url");
  });

  it.each([
    ["pt-BR", "vitrine: não há conexão com o banco de dados: "],
    ["en", "vitrine: cannot connect to the database: "],
  ] as const)("says in %s that a database is away", async (lang, said) => {
    const [out, err] = [keptText(), keptText()];
    const line = ["migrate", "--check", "--database-url", "postgres://127.0.0.1:1/x"];
    expect(await runLine(line, COMMANDS, { lang, out, err })).toBe(EXIT_CODES.failed.code);
    expect(err.text.startsWith(said)).toBe(true);
  });
});

describe("config", () => {
  it("shows every setting with value, default and meaning, and says what is wrong with one", async () => {
    const { code, out } = await runCommand("config", "--port", "zz", "--env", "production", "--database-url", "postgres://secret@h/x");
    expect(code).toBe(1);
    expect(out).toContain(
      "PORT=zz  (de --port; padrão 8080)  --port\n    Porta TCP em que escutar; 0 escolhe uma livre.\n    ERRADO: PORT=zz: o esperado é um número inteiro de 0 a 65535\n",
    );
    expect(out).toContain("FAMILY_SETTLE_SECONDS=14400  (padrão)");
    expect(out).not.toContain("secret");
    const rows = JSON.parse((await runIn("en", "config", "--json")).out) as readonly Record<string, string>[];
    expect(rows.find(({ name }) => name === "dataDir")).toMatchObject({
      value: ".vitrine",
      fallback: ".vitrine",
      meaning: expect.stringContaining("Folder") as string,
    });
  });

  it("tells what is wrong in the reader's language, and where: as a sentence, to a program, and at the start", async () => {
    const portOf = async (lang: "pt-BR" | "en") =>
      (JSON.parse((await runIn(lang, "config", "--port", "zz", "--json")).out) as readonly { name: string; fault?: string }[]).find(
        ({ name }) => name === "port",
      )!.fault;
    expect(await portOf("pt-BR")).toBe("PORT=zz: o esperado é um número inteiro de 0 a 65535");
    expect(await portOf("en")).toBe("PORT=zz: expected a whole number from 0 to 65535");
    const [out, err] = [keptText(), keptText()];
    expect(await runLine(["serve", "--port", "zz"], COMMANDS, { lang: "pt-BR", out, err })).toBe(EXIT_CODES.mistyped.code);
    expect(err.text).toBe("vitrine: PORT=zz: o esperado é um número inteiro de 0 a 65535\n");
  });

  it.each([
    ["DATABASE_URL", ["postgres://v:s@db/x", "postgresql://v@/x?host=%2Frun&port=5433", "postgres://v@%2Frun%2Fpg:5432/x"]],
    ["PUBLIC_URL", ["https://api.example", "http://[::1]:8080/vitrine"]],
    ["HOST", ["0.0.0.0", "::", "fe80::1%eth0", "api-1.interno"]],
  ])("takes as %s what it may be", async (name, values) => {
    const faultOf = async (value: string) => {
      vi.stubEnv(name, value);
      const rows = JSON.parse((await runCommand("config", "--json")).out) as readonly { environmentVariable: string; fault?: string }[];
      return rows.find(({ environmentVariable }) => environmentVariable === name)!.fault;
    };
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const value of values) expect(await faultOf(value), value).toBeUndefined();
    for (const value of ["mysql://db/x", "db", "ftp://h", "localhost:8080", "http://h?x", "a b", "//h", "0.0.0.0:80"].filter(
      (one) => name !== "HOST" || one !== "db",
    ))
      expect(await faultOf(value), value).toContain(name);
  });

  it("names the setting whose file cannot be read, and shows the others", async () => {
    vi.stubEnv("QUOTA_PER_MINUTE_FILE", "/nowhere/quota");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, out } = await runCommand("config");
    expect([code, out]).toEqual([1, expect.stringContaining("ERRADO: QUOTA_PER_MINUTE_FILE=/nowhere/quota: não se lê (ENOENT)")]);
    await expect(runCommand("serve")).rejects.toThrow("QUOTA_PER_MINUTE_FILE=/nowhere/quota: cannot be read (ENOENT)");
  });
});

describe("openapi", () => {
  it("prints the document of an API and asks which one", async () => {
    const { out } = await runCommand("openapi", "operator");
    expect(JSON.parse(out)).toMatchObject({ openapi: "3.1.0", info: { title: "Vitrine: API do operador" } });
    await expect(runCommand("openapi")).rejects.toThrow("qual? v1, v2, operator, portal");
    await expect(runCommand("openapi", "v3")).rejects.toThrow("API v3 não existe; use v1, v2, operator ou portal");
    await expect(runCommand("openapi", "v1", "v2")).rejects.toThrow("sobra v2");
  });
});
