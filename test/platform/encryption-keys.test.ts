import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PROJECT } from "../../src/project.ts";
import { readServerSettings, readSettings, effectiveSettings, SettingsError, type Variables } from "../../src/config.ts";
import { openKeyRing, parseKeys } from "../../src/platform/crypto/open-key-ring.ts";
import { keyIdOf } from "../../src/platform/crypto/key-ring.ts";

const base64 = () => randomBytes(32).toString("base64");
const HERE = ["invoices.document", 7, 1];

describe("ENCRYPTION_KEYS", () => {
  const [one, other] = [base64(), base64()];
  const idsOf = (text: string) => parseKeys(text)?.map(({ id }) => id);

  it.each([
    [`a:${one}`, ["a"]],
    [`2026-11.b_C:${one},a:${other}`, ["2026-11.b_C", "a"]],
    [`a:${one}, b:${other}\n`, ["a", "b"]],
    [`a:${one}\nb:${other}\n`, ["a", "b"]],
  ])("%j has keys", (text, ids) => expect(idsOf(text)).toEqual(ids));

  it.each([
    "",
    " , ",
    "a",
    one,
    `a:${one}x`,
    `a:${one.slice(0, -1)}`,
    `a:${randomBytes(16).toString("base64")}`,
    `a:${randomBytes(31).toString("base64")}`,
    `a:${randomBytes(33).toString("base64")}`,
    `:${one}`,
    `a b:${one}`,
    `${"a".repeat(33)}:${one}`,
    `a:${one},a:${other}`,
    `a:${one},b`,
  ])("%j is refused", (text) => expect(parseKeys(text)).toBeUndefined());

  const fault = (variables: Variables) => {
    try {
      readServerSettings({}, variables);
      return undefined;
    } catch (error) {
      return error instanceof SettingsError ? error.faults : error;
    }
  };
  const database = { DATABASE_URL: "postgres://vitrine@db/vitrine" };

  it("must be set in production on a database that other processes share", () => {
    const missing = [
      {
        "pt-BR": expect.stringMatching(/^ENCRYPTION_KEYS falta: .*openssl rand -base64 32/) as string,
        en: expect.stringMatching(/^ENCRYPTION_KEYS is not set: .*openssl rand -base64 32/) as string,
      },
    ];
    expect(fault({ ENVIRONMENT: "production", ...database })).toEqual(missing);
    expect(fault({ ENVIRONMENT: "production", ...database, ENCRYPTION_KEYS: "" })).toEqual(missing);
    expect(fault({ ENVIRONMENT: "production", ...database, ENCRYPTION_KEYS: `a:${one}` })).toBeUndefined();
    expect(fault({ ENVIRONMENT: "production" })).toBeUndefined();
    expect(fault({ ENVIRONMENT: "sandbox", ...database })).toBeUndefined();
  });

  it("is asked for by servers only: others read and write nothing that is sealed", () => {
    expect(readSettings({}, { ENVIRONMENT: "production", ...database }).encryptionKeys).toEqual([]);
  });

  it("is checked by bin/vitrine config, and never printed", () => {
    const row = (variables: Variables) => effectiveSettings({}, variables).find(({ name }) => name === "encryptionKeys")!;
    expect(row({ ENVIRONMENT: "production", ...database }).fault?.en).toMatch(/is not set/);
    expect(row({ ENCRYPTION_KEYS: `a:${one}` })).toEqual({
      name: "encryptionKeys",
      environmentVariable: "ENCRYPTION_KEYS",
      value: "(set)",
      fallback: "",
      source: "ENCRYPTION_KEYS",
    });
    expect(row({ ENCRYPTION_KEYS: `a:${one.slice(1)}` }).fault?.en).toMatch(/^ENCRYPTION_KEYS=\(set\): expected id:key pairs/);
    expect(JSON.stringify(readSettings({}, { ENCRYPTION_KEYS: `a:${one}` }))).not.toContain(one.slice(0, 20));
  });

  it("seals with its first key and opens with all", () => {
    const ring = openKeyRing({ encryptionKeys: parseKeys(`b:${other},a:${one}`)!, dataDir: "/nowhere" });
    const before = openKeyRing({ encryptionKeys: parseKeys(`a:${one}`)!, dataDir: "/nowhere" });
    expect(keyIdOf(ring.seal("x", HERE))).toBe("b");
    expect(ring.open(before.seal("x", HERE), HERE).toString()).toBe("x");
  });
});

describe("the key file of a data folder", () => {
  const freshFolder = () => join(mkdtempSync(join(inject("scratch"), "keys-")), "pasta de dados");
  const open = (dataDir: string) => openKeyRing({ encryptionKeys: [], dataDir });

  it("is made at the first start, for its owner only, and opens at every later one what was sealed before", () => {
    const folder = freshFolder();
    const sealed = open(folder).seal("customer", HERE);
    expect(readdirSync(folder)).toEqual(["encryption-keys"]);
    expect(statSync(join(folder, "encryption-keys")).mode & 0o777).toBe(0o600);
    expect(open(folder).open(sealed, HERE).toString()).toBe("customer");
    expect(() => open(freshFolder()).open(sealed, HERE)).toThrow("not on the ring");
  });

  it("becomes a setting as it is, with a new key before it", () => {
    const folder = freshFolder();
    const sealed = open(folder).seal("customer", HERE);
    const { encryptionKeys } = readSettings({}, { ENCRYPTION_KEYS_FILE: "keys" }, () => {
      return `new:${base64()}\n${readFileSync(join(folder, "encryption-keys"), "utf8")}`;
    });
    const ring = openKeyRing({ encryptionKeys, dataDir: "/nowhere" });
    expect(ring.open(sealed, HERE).toString()).toBe("customer");
    expect(keyIdOf(ring.seal("customer", HERE))).toBe("new");
  });

  it("is never replaced: a damaged one stops the start", () => {
    const folder = freshFolder();
    open(folder);
    const path = join(folder, "encryption-keys");
    for (const damaged of ["", "\0".repeat(54), readFileSync(path, "utf8").slice(0, 30)]) {
      writeFileSync(path, damaged);
      expect(() => open(folder)).toThrow(`${path} holds no encryption keys`);
      expect(readFileSync(path, "utf8")).toBe(damaged);
    }
    writeFileSync(path, `a:${base64()}`);
    chmodSync(folder, 0o700);
    expect(keyIdOf(open(folder).seal("x", HERE))).toBe("a");
  });

  it("is one for all processes that make it at the same time", async () => {
    const folder = freshFolder();
    const script = `
      import { openKeyRing } from ${JSON.stringify(join(PROJECT, "src/platform/crypto/open-key-ring.ts"))};
      process.stdout.write("ready");
      process.stdin.once("data", () => {
        process.stdout.write(openKeyRing({ encryptionKeys: [], dataDir: ${JSON.stringify(folder)} }).seal("mine", ["x"]).toString("hex"));
        process.exit();
      });`;
    const processes = Array.from({ length: 4 }, () => spawn(process.execPath, ["--input-type=module", "--eval", script]));
    await Promise.all(processes.map(({ stdout }) => once(stdout, "data")));
    const sealed = await Promise.all(
      processes.map(async ({ stdin, stdout }) => {
        stdin.write("now");
        const [bytes] = (await once(stdout, "data")) as [Buffer];
        return Buffer.from(bytes.toString(), "hex");
      }),
    );
    const ring = open(folder);
    expect(sealed.map((value) => ring.open(value, ["x"]).toString())).toEqual(["mine", "mine", "mine", "mine"]);
    expect(readdirSync(folder)).toEqual(["encryption-keys"]);
  });
});
