import { createSecretKey } from "node:crypto";
import { join } from "node:path";
import { LocalizedError } from "../contract/errors.ts";
import { randomBytes, sha256 } from "../basics/random.ts";
import { createKeyRing, type EncryptionKey, type KeyRing } from "./key-ring.ts";
import { readOrCreatePrivateFile } from "./private-file.ts";

const KEY_BYTES = 32;
const BASE64_OF_A_KEY = /^[\w.-]{1,32}:[A-Za-z0-9+/]{43}=$/;
/** The file of the data folder that holds them when no setting does. */
export const ENCRYPTION_KEYS_FILE = "encryption-keys";

/**
 * Keys in their notation, `id:base64` with commas or white space between them; undefined unless there is one at least, each
 * has 32 bytes, and no two share an id.
 */
export function parseKeys(text: string): readonly EncryptionKey[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => BASE64_OF_A_KEY.test(word))) return undefined;
  const keys = words.map((word) => {
    const [id = "", base64 = ""] = word.split(":");
    return { id, secret: createSecretKey(base64, "base64") };
  });
  return new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
}

/** The ring of the keys given; without any, of those in `encryption-keys` in the data folder, which is made when it is missing. */
export const openKeyRing = ({
  encryptionKeys,
  dataDir,
}: {
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly dataDir: string;
}): KeyRing => createKeyRing(encryptionKeys.length > 0 ? encryptionKeys : ownKeys(dataDir));

/** Keys of the data folder. A file that is there and cannot be read is never replaced: what it sealed would be lost. */
function ownKeys(dataDir: string): readonly EncryptionKey[] {
  const keys = parseKeys(readOrCreatePrivateFile(dataDir, ENCRYPTION_KEYS_FILE, freshKey));
  if (keys !== undefined) return keys;
  const path = join(dataDir, ENCRYPTION_KEYS_FILE);
  throw new LocalizedError({
    "pt-BR": `${path} não tem chaves de criptografia; recupere-o de um backup, ou o que elas cifraram está perdido`,
    en: `${path} holds no encryption keys; put it back from a backup, or what they encrypted is lost`,
  });
}

/** Its id is a fingerprint, so that keys of two installations are told apart. */
function freshKey(): string {
  const base64 = randomBytes(KEY_BYTES).toString("base64");
  return `${sha256(base64).toString("hex", 0, 4)}:${base64}`;
}
