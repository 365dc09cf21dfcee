import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { randomBytes } from "../basics/random.ts";
import { readOrCreatePrivateFile } from "./private-file.ts";

/** A public Ed25519 key as a JWK (RFC 8037). The key id is the thumbprint (RFC 7638). */
export interface PublicJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  /** The public key in base64url. */
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

/** A private key that signs claims. */
export interface SigningKey {
  readonly jwk: PublicJwk;
  /** Signs the claims. Returns a compact JWS (RFC 7515). */
  sign(claims: object): string;
}

/** The file in the data folder that contains the key when no setting does. */
export const SIGNING_KEY_FILE = "validation-key";
const ALGORITHM = "EdDSA";
/** The bytes that precede the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

/**
 * Opens the given key, which is PKCS #8 in base64. If `given` is empty, it reads the key from the file `validation-key` in the data folder;
 * if the file is missing, it is created with a new key. Throws when the key is not an Ed25519 key.
 */
export function openSigningKey({ given, dataDir }: { readonly given: string; readonly dataDir: string }): SigningKey {
  const text = given === "" ? readOrCreatePrivateFile(dataDir, SIGNING_KEY_FILE, newKey) : given;
  const key = privateKeyIn(text.trim());
  if (key === undefined) {
    const where = given === "" ? join(dataDir, SIGNING_KEY_FILE) : "VALIDATION_SIGNING_KEY";
    throw new Error(`${where} holds no Ed25519 key; give one as PKCS #8 in base64`);
  }
  const jwk = jwkOf((createPublicKey(key).export({ format: "jwk" }) as { readonly x: string }).x);
  const head = base64UrlJson({ alg: ALGORITHM, kid: jwk.kid, typ: "JWT" });
  return {
    jwk,
    sign(claims) {
      const signed = `${head}.${base64UrlJson(claims)}`;
      return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
    },
  };
}

/** Verifies a compact JWS. Returns undefined unless a trusted key signed it. */
export type Verifier = (jws: string) => { readonly kid: string; readonly claims: unknown } | undefined;

/**
 * Creates a verifier that trusts the given public keys (their `x`). Throws an error that names the setting when one of them is not a key.
 */
export function verifierOf(trusted: readonly string[]): Verifier {
  const keys = new Map(trusted.map((x) => [jwkOf(x).kid, publicKeyOf(x)] as const));
  return (jws) => {
    const [head = "", body = "", signature = "", ...more] = jws.split(".");
    const { alg, kid = "" } = (parsedJson(head) ?? {}) as { readonly alg?: string; readonly kid?: string };
    const key = keys.get(kid);
    if (more.length > 0 || alg !== ALGORITHM || key === undefined) return undefined;
    if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"))) return undefined;
    return { kid, claims: parsedJson(body) };
  };
}

const newKey = (): string => Buffer.concat([PKCS8_HEAD, randomBytes(KEY_BYTES)]).toString("base64");

function privateKeyIn(base64: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, "base64"), format: "der", type: "pkcs8" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
}

function publicKeyOf(x: string): KeyObject {
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch (error) {
    throw new Error(`VALIDATION_PUBLIC_KEYS: ${x} is no public Ed25519 key in base64url`, { cause: error });
  }
}

const jwkOf = (x: string): PublicJwk => ({
  kty: "OKP",
  crv: "Ed25519",
  x,
  kid: createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url"),
  alg: ALGORITHM,
  use: "sig",
});

const base64UrlJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
