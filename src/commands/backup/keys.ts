import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Settings } from "../../config.ts";
import type { Manifest } from "../../platform/backup/format.ts";
import { ENCRYPTION_KEYS_FILE, parseKeys } from "../../platform/crypto/encryption-keys.ts";
import { LocalizedError } from "../../platform/contract/errors.ts";
import { unknownKeys } from "../../platform/crypto/key-check.ts";
import { createKeyRing, type EncryptionKey } from "../../platform/crypto/key-ring.ts";
import { readOrCreatePrivateFile } from "../../platform/crypto/private-file.ts";
import { SIGNING_KEY_FILE } from "../../platform/crypto/signing-key.ts";

/** A file of the data folder with keys, by its name. */
interface KeyFile {
  readonly name: string;
  readonly text: string;
}
type Place = Pick<Settings, "dataDir" | "encryptionKeys" | "validationSigningKey">;

/** The keys a marketplace works with, whether settings give them or the data folder: as files of a data folder. */
export function keyFilesOf({ dataDir, encryptionKeys, validationSigningKey }: Place): readonly KeyFile[] {
  const given = [
    { name: ENCRYPTION_KEYS_FILE, text: encryptionKeys.map(lineOf).join("") },
    { name: SIGNING_KEY_FILE, text: validationSigningKey },
  ];
  return given.flatMap(({ name, text }) => {
    const held = text === "" ? textAt(dataDir, name) : text;
    return held === undefined ? [] : [{ name, text: held }];
  });
}

const lineOf = ({ id, secret }: EncryptionKey) => `${id}:${secret.export().toString("base64")}\n`;

/** Ids of the keys that sealed something in a backup and are neither here nor in the files that come with it. */
export function missingKeys({ keys }: Manifest, place: Place, along: readonly KeyFile[]): readonly string[] {
  const texts = [...keyFilesOf(place), ...along].filter(({ name }) => name === ENCRYPTION_KEYS_FILE).map(({ text }) => text);
  const all = new Map(texts.flatMap((text) => parseKeys(text) ?? []).map((key) => [key.id, key]));
  if (all.size === 0) return keys.map(({ id }) => id);
  return unknownKeys(
    createKeyRing([...all.values()]),
    keys.map(({ id, mark }) => ({ id, mark: Buffer.from(mark, "base64") })),
  );
}

/** Throws a fault when the data folder has keys of its own that those of the backup would have to replace. */
export function checkKeyFiles(along: readonly KeyFile[], { dataDir }: Place): void {
  for (const { name, text } of along) {
    const held = textAt(dataDir, name);
    if (held !== undefined && !linesOf(text).every((line) => linesOf(held).includes(line))) {
      const path = join(resolve(dataDir), name);
      throw new LocalizedError({
        "pt-BR": `${path} tem outras chaves que as do backup, e nunca é trocado; restaure noutra pasta, ou tire-o de lá e guarde-o`,
        en: `${path} holds other keys than the backup's, and is never replaced; restore into another folder, or move it away and keep it`,
      });
    }
  }
}

/** Puts the files into the data folder where they are missing. */
export function putKeyFiles(along: readonly KeyFile[], { dataDir }: Place): void {
  for (const { name, text } of along) readOrCreatePrivateFile(resolve(dataDir), name, () => text.trimEnd());
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
