import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Settings } from "../../config.ts";
import type { Manifest } from "../../platform/backup/index.ts";
import {
  createKeyRing,
  ENCRYPTION_KEYS_FILE,
  type EncryptionKey,
  parseKeys,
  readOrCreatePrivateFile,
  SIGNING_KEY_FILE,
  unknownKeys,
} from "../../platform/crypto/index.ts";
import { LocalizedError } from "../../platform/contract/index.ts";

/** A file with keys: its name in the data folder, and its text. */
interface KeyFile {
  readonly name: string;
  readonly text: string;
}
type KeySettings = Pick<Settings, "dataDir" | "encryptionKeys" | "validationSigningKey">;

/** The key files of a marketplace. The keys come from its settings, or from its data folder if the settings have none. */
export function collectKeyFiles({ dataDir, encryptionKeys, validationSigningKey }: KeySettings): readonly KeyFile[] {
  const files = [
    { name: ENCRYPTION_KEYS_FILE, text: encryptionKeys.map(lineOf).join("") },
    { name: SIGNING_KEY_FILE, text: validationSigningKey },
  ];
  return files.flatMap(({ name, text }) => {
    const content = text === "" ? textAt(dataDir, name) : text;
    return content === undefined ? [] : [{ name, text: content }];
  });
}

const lineOf = ({ id, secret }: EncryptionKey) => `${id}:${secret.export().toString("base64")}\n`;

/** Ids of the keys that a backup needs but that are missing from the settings, the data folder and the backup's key files. */
export function missingKeys({ keys }: Manifest, settings: KeySettings, backupFiles: readonly KeyFile[]): readonly string[] {
  const texts = [...collectKeyFiles(settings), ...backupFiles].filter(({ name }) => name === ENCRYPTION_KEYS_FILE).map(({ text }) => text);
  const all = new Map(texts.flatMap((text) => parseKeys(text) ?? []).map((key) => [key.id, key]));
  if (all.size === 0) return keys.map(({ id }) => id);
  return unknownKeys(
    createKeyRing([...all.values()]),
    keys.map(({ id, mark }) => ({ id, mark: Buffer.from(mark, "base64") })),
  );
}

/** Throws if a key file in the data folder lacks a key of the backup. The key could not be added: existing key files are never replaced. */
export function checkKeyFiles(backupFiles: readonly KeyFile[], { dataDir }: KeySettings): void {
  for (const { name, text } of backupFiles) {
    const existing = textAt(dataDir, name);
    if (existing !== undefined && !linesOf(text).every((line) => linesOf(existing).includes(line))) {
      const path = join(resolve(dataDir), name);
      throw new LocalizedError({
        "pt-BR": `${path} tem outras chaves que as do backup, e nunca é trocado; restaure noutra pasta, ou tire-o de lá e guarde-o`,
        en: `${path} holds other keys than the backup's, and is never replaced; restore into another folder, or move it away and keep it`,
      });
    }
  }
}

/** Writes the backup's key files that the data folder does not have yet. */
export function writeKeyFiles(backupFiles: readonly KeyFile[], { dataDir }: KeySettings): void {
  for (const { name, text } of backupFiles) readOrCreatePrivateFile(resolve(dataDir), name, () => text.trimEnd());
}

const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== "");

function textAt(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
