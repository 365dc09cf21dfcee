import type { Database } from "../database/database.ts";
import { LocalizedError, type LocalizedText } from "../contract/errors.ts";
import { keyIdOf, type KeyRing } from "./key-ring.ts";
import { addKey, listKeys } from "../database/migrations/queries.ts";

/** Sealed once with each key; what it says is no secret. */
const KNOWN = "vitrine";
const placeOf = (id: string) => ["encryption_keys.sealed", id] as const;
/** Others may bring a key so often before ours is written. */
const MOST_TRIES = 20;

/**
 * Refuses to work with a database that knows a key which the ring has not, or has another by the same id: a process with it would
 * fail at what others sealed, and seal what others cannot open. Makes the ring's first key known.
 */
export async function checkKeys(db: Pick<Database, "run">, keys: KeyRing): Promise<void> {
  const mark = (id: string) => keys.seal(KNOWN, placeOf(id));
  const own = keyIdOf(mark(""));
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const known = await db.run([], listKeys, []);
    const strange = unknownKeys(
      keys,
      known.map((key) => ({ id: key.key_id, mark: key.sealed })),
    );
    if (strange.length > 0) throw new LocalizedError(refusal(strange));
    if (known.some(({ key_id: id }) => id === own)) return;
    const [added] = await db.run([], addKey, [known.length, own, mark(own)]);
    if (added) return;
  }
  throw new Error(`the encryption keys of the database changed ${MOST_TRIES} times while this process started`);
}

/** Ids of the keys whose marks a ring does not open. */
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
    return keys.open(sealed, placeOf(id)).toString() === KNOWN;
  } catch {
    return false;
  }
}
