import type { Database } from "../database/database.ts";
import { LocalizedError, type LocalizedText } from "../contract/errors.ts";
import { keyIdOf, type KeyRing } from "./key-ring.ts";
import { addKey, listKeys } from "../database/migrations/queries.ts";

/** Text that each key seals once, so that the key can be recognised. It is not a secret. */
const MARK_TEXT = "vitrine";
const sealContextOf = (id: string) => ["encryption_keys.sealed", id] as const;
/** Maximum number of tries to store the mark of the ring's first key while other processes add theirs. */
const MAX_TRIES = 20;

/**
 * Checks the ring against the keys that encrypted the database, and stores the mark of the ring's first key, which is a known text sealed
 * with that key. Throws when the ring lacks one of those keys or has a different key with the same id. In both cases, this process and the
 * other processes could not open each other's sealed values.
 */
export async function checkKeys(db: Pick<Database, "run">, keys: KeyRing): Promise<void> {
  const mark = (id: string) => keys.seal(MARK_TEXT, sealContextOf(id));
  const own = keyIdOf(mark(""));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await db.run([], listKeys, []);
    const unknown = unknownKeys(
      keys,
      known.map((key) => ({ id: key.key_id, mark: key.sealed })),
    );
    if (unknown.length > 0) throw new LocalizedError(refusal(unknown));
    if (known.some(({ key_id: id }) => id === own)) return;
    const [added] = await db.run([], addKey, [known.length, own, mark(own)]);
    if (added) return;
  }
  throw new Error(`the encryption keys of the database changed ${MAX_TRIES} times while this process started`);
}

/** The ids of the keys whose marks the ring cannot open. */
export const unknownKeys = (keys: KeyRing, marks: readonly { readonly id: string; readonly mark: Buffer }[]): readonly string[] =>
  marks.filter(({ id, mark }) => !opens(keys, mark, id)).map(({ id }) => id);

const refusal = (ids: readonly string[]): LocalizedText => ({
  "pt-BR":
    `este banco está cifrado com ${ids.map((id) => `a chave ${id}`).join(", ")}, que este processo não tem: ` +
    "dê a ele as chaves que os outros processos têm, em ENCRYPTION_KEYS ou ENCRYPTION_KEYS_FILE (sem nenhuma delas, estão no arquivo " +
    "encryption-keys da pasta de dados do primeiro processo)",
  en:
    `this database is encrypted with ${ids.map((id) => `key ${id}`).join(", ")}, which this process does not have: ` +
    "give it the keys that the other processes have, in ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE (without either they are in the file " +
    "encryption-keys of the first process's data folder)",
});

function opens(keys: KeyRing, sealed: Buffer, id: string): boolean {
  try {
    return keys.open(sealed, sealContextOf(id)).toString() === MARK_TEXT;
  } catch {
    return false;
  }
}
