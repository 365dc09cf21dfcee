import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { openSigningKey, verifierOf } from "../../src/platform/crypto/signing-key.ts";

const folder = () => mkdtempSync(join(inject("scratch"), "key-"));

describe("the key that signs reports", () => {
  const key = openSigningKey({ given: "", dataDir: folder() });
  const open = verifierOf([key.jwk.x]);

  it("is made once per data folder, for its owner only", () => {
    const dataDir = folder();
    const [first, again] = [openSigningKey({ given: "", dataDir }), openSigningKey({ given: "", dataDir })];
    expect(again.jwk).toEqual(first.jwk);
    expect(statSync(join(dataDir, "validation-key")).mode & 0o777).toBe(0o600);
    expect(openSigningKey({ given: readFileSync(join(dataDir, "validation-key"), "utf8").trim(), dataDir: folder() }).jwk).toEqual(
      first.jwk,
    );
  });

  it("is refused when it is none, and never replaced", () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, "validation-key"), "nonsense");
    expect(() => openSigningKey({ given: "", dataDir })).toThrow("validation-key");
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "der", type: "pkcs8" });
    expect(() => openSigningKey({ given: other.toString("base64"), dataDir: folder() })).toThrow("VALIDATION_SIGNING_KEY");
    expect(() => verifierOf(["nonsense"])).toThrow("VALIDATION_PUBLIC_KEYS");
  });

  it("signs what another implementation would verify", async () => {
    const jws = key.sign({ a: 1 });
    const [head, body, signature] = jws.split(".") as [string, string, string];
    expect(JSON.parse(Buffer.from(head, "base64url").toString())).toMatchObject({ alg: "EdDSA", kid: key.jwk.kid });
    const imported = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x: key.jwk.x }, "Ed25519", false, ["verify"]);
    const signed = new TextEncoder().encode(`${head}.${body}`);
    expect(await crypto.subtle.verify("Ed25519", imported, Buffer.from(signature, "base64url"), signed)).toBe(true);
  });

  it("opens what it signed and nothing else", () => {
    expect(open(key.sign({ a: "ção" }))).toEqual({ kid: key.jwk.kid, claims: { a: "ção" } });
    expect(verifierOf([])(key.sign({}))).toBeUndefined();
    expect(open(openSigningKey({ given: "", dataDir: folder() }).sign({ a: 1 }))).toBeUndefined();
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", kid: key.jwk.kid })).toString("base64url");
    expect(open(`${unsigned}.${key.sign({}).split(".")[1]}.`)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => open(text) === undefined));
  });

  it("opens nothing of which one letter was changed", () => {
    const jws = key.sign({ validationId: "tvl_1001_a", decision: "approved" });
    const last = jws.lastIndexOf(".");
    for (let i = 0; i < last; i += 1) {
      if (jws[i] === ".") continue;
      const changed = jws.slice(0, i) + (jws[i] === "A" ? "B" : "A") + jws.slice(i + 1);
      expect(open(changed), `at ${i}`).toBeUndefined();
    }
  });
});
