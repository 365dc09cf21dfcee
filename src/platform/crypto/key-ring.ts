import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { nonce as freshNonce } from "../basics/random.ts";

/**
 * Encryption at rest with AES-256-GCM. A sealed value is bytes in this order:
 *
 * | 1 byte | 1 byte | n bytes | 12 bytes | 16 bytes | the rest |
 * |---|---|---|---|---|---|
 * | format, 1 | n | key id, ASCII | nonce, random | tag | ciphertext |
 *
 * The tag also covers what stands before the nonce, and the place the value was sealed for.
 */
export interface KeyRing {
  /** Seals bytes, or a text in UTF-8, with the first key. Never the same bytes twice. */
  seal(plain: Buffer | string, place: SealContext): Buffer;
  /**
   * The bytes sealed, with whichever key they were. Throws, and tells nothing of them, when the key is not on the ring, when
   * a bit of the value was changed, and when it was sealed for another place.
   */
  open(sealed: Buffer, place: SealContext): Buffer;
}

/**
 * Where a sealed value belongs: its table and column, then its row's key, such as `["orders.customer", sellerId, orderNumber]`.
 * A value that was moved somewhere else does not open there. `1` and `"1"` are the same.
 */
export type SealContext = readonly (string | number)[];

/** A key by its id: 1 to 32 letters, digits, `.`, `_` or `-`. The secret has 32 bytes and shows in no log or JSON. */
export interface EncryptionKey {
  readonly id: string;
  readonly secret: KeyObject;
}

const CIPHER = "aes-256-gcm";
const FORMAT = 1;
const PREFIX_BYTES = 2;
/** Random nonces of 96 bits carry 2^32 values per key (NIST SP 800-38D 8.3): add a key before that. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[\w.-]{1,32}$/;

/** A ring of at least one key. The first seals; all of them open, so that a new first key needs no value to be sealed anew. */
export function createKeyRing(keys: readonly EncryptionKey[]): KeyRing {
  const secrets = new Map(keys.map(({ id, secret }) => [id, secret]));
  const [first] = keys;
  if (first === undefined || secrets.size < keys.length) throw new Error("a key ring has keys, and no two of one id");
  const headOfFirst = headOf(first.id);

  return {
    seal(plain, place) {
      const nonce = freshNonce(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.secret, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(bound(headOfFirst, place));
      // A block cipher in this mode holds nothing back for its end.
      const hidden = typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain);
      cipher.final();
      return Buffer.concat([headOfFirst, nonce, cipher.getAuthTag(), hidden]);
    },
    open(sealed, place) {
      const id = keyIdOf(sealed);
      const secret = secrets.get(id);
      if (secret === undefined) throw new Error(`sealed with key ${id}, which is not on the ring: ${shown(place)}`);
      const head = sealed.subarray(0, PREFIX_BYTES + id.length);
      const nonce = sealed.subarray(head.length, head.length + NONCE_BYTES);
      const tag = sealed.subarray(head.length + NONCE_BYTES, head.length + NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(bound(head, place)).setAuthTag(tag);
        const plain = decipher.update(sealed.subarray(head.length + NONCE_BYTES + TAG_BYTES));
        decipher.final();
        return plain;
      } catch (cause) {
        throw new Error(`changed, or sealed for another place: ${shown(place)}, key ${id}`, { cause });
      }
    },
  };
}

/** The id of the key a value is sealed with; a key may leave the ring when no value names it. Throws when it is no sealed value. */
export function keyIdOf(sealed: Buffer): string {
  const end = PREFIX_BYTES + (sealed[1] ?? 0);
  const id = sealed.toString("latin1", PREFIX_BYTES, end);
  if (sealed[0] !== FORMAT || sealed.length < end + NONCE_BYTES + TAG_BYTES || !KEY_ID.test(id)) throw new Error("no sealed value");
  return id;
}

const headOf = (id: string) => Buffer.concat([Buffer.from([FORMAT, id.length]), Buffer.from(id, "latin1")]);
const shown = (place: SealContext) => JSON.stringify(place.map(String));
const bound = (head: Buffer, place: SealContext) => Buffer.concat([head, Buffer.from(shown(place))]);
