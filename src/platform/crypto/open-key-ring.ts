import { createSecretKey } from "node:crypto";
import { join } from "node:path";
import { LocalizedError } from "../contract/errors.ts";
import { randomBytes, sha256 } from "../basics/random.ts";
import { createKeyRing, type EncryptionKey, type KeyRing } from "./key-ring.ts";
import { readOrCreatePrivateFile } from "./private-file.ts";

const KEY_BYTES = 32;
const BASE64_OF_A_KEY = /^[\w.-]{1,32}:[A-Za-z0-9+/]{43}=$/;
/** The file in the data folder that contains the keys when no setting does. */
export const ENCRYPTION_KEYS_FILE = "encryption-keys";

/**
 * Parses keys written as `id:base64`, separated by commas or white space. Undefined when there is no key, when one of them is not written
 * in this way or does not have 32 bytes, and when two have the same id.
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

/**
 * Opens a ring of the given keys. Without keys, it reads them from the file `encryption-keys` in the data folder. If the file is missing,
 * it is created with a new key. Throws a LocalizedError when the file contains anything but keys.
 */
export const openKeyRing = ({
  encryptionKeys,
  dataDir,
}: {
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly dataDir: string;
}): KeyRing => createKeyRing(encryptionKeys.length > 0 ? encryptionKeys : storedKeys(dataDir));

/** Reads the keys of the data folder. An unreadable file is never replaced, because values sealed with its keys would be lost. */
function storedKeys(dataDir: string): readonly EncryptionKey[] {
  const keys = parseKeys(readOrCreatePrivateFile(dataDir, ENCRYPTION_KEYS_FILE, newKey));
  if (keys !== undefined) return keys;
  const path = join(dataDir, ENCRYPTION_KEYS_FILE);
  throw new LocalizedError({
    "pt-BR": `${path} não tem chaves de criptografia; recupere-o de um backup, ou o que elas cifraram está perdido`,
    en: `${path} holds no encryption keys; put it back from a backup, or what they encrypted is lost`,
  });
}

/** Creates a key. Its id is a fingerprint, so keys of different installations have different ids. */
function newKey(): string {
  const base64 = randomBytes(KEY_BYTES).toString("base64");
  return `${sha256(base64).toString("hex", 0, 4)}:${base64}`;
}
