import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { nonce as newNonce } from "../basics/random.ts";

/**
 * Encryption at rest with AES-256-GCM. A sealed value is bytes in this order:
 *
 * | 1 byte | 1 byte | n bytes | 12 bytes | 16 bytes | the rest |
 * |---|---|---|---|---|---|
 * | format, 1 | n | key id, ASCII | nonce, random | tag | ciphertext |
 *
 * The tag authenticates the ciphertext, everything before the nonce, and the context for which the value was sealed.
 */
export interface KeyRing {
  /** Seals bytes, or a text in UTF-8, with the first key of the ring. The result is different every time. */
  seal(plain: Buffer | string, context: SealContext): Buffer;
  /**
   * Opens a value that any key of the ring sealed. Throws when the key is not in the ring, when the value was changed, and when it was
   * sealed for another context. The error names the key and the context, and contains nothing of what was sealed.
   */
  open(sealed: Buffer, context: SealContext): Buffer;
}

/**
 * The place of a sealed value: its table and column, followed by the key of its row, such as `["orders.customer", sellerId, orderNumber]`.
 * A value cannot be opened at another place. `1` and `"1"` are the same.
 */
export type SealContext = readonly (string | number)[];

/** An encryption key. Its id has 1 to 32 letters, digits, `.`, `_` or `-`. Its secret has 32 bytes and never appears in logs or JSON. */
export interface EncryptionKey {
  readonly id: string;
  readonly secret: KeyObject;
}

const CIPHER = "aes-256-gcm";
const FORMAT = 1;
const PREFIX_BYTES = 2;
/**
 * Length of a nonce. With random nonces of 96 bits, a key may seal at most 2^32 values (NIST SP 800-38D 8.3). Add a new key before a key
 * has sealed that many.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[\w.-]{1,32}$/;

/**
 * Creates a ring of keys. Only the first key seals, but all keys open. Values therefore need not be sealed again when a key is added.
 * Throws when there is no key, and when two keys have the same id.
 */
export function createKeyRing(keys: readonly EncryptionKey[]): KeyRing {
  const secrets = new Map(keys.map(({ id, secret }) => [id, secret]));
  const [first] = keys;
  if (first === undefined || secrets.size < keys.length) throw new Error("a key ring has keys, and no two of one id");
  const headOfFirst = headOf(first.id);

  return {
    seal(plain, context) {
      const nonce = newNonce(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.secret, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(associatedData(headOfFirst, context));
      // In GCM mode, `final` returns no more bytes.
      const ciphertext = typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain);
      cipher.final();
      return Buffer.concat([headOfFirst, nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, context) {
      const id = keyIdOf(sealed);
      const secret = secrets.get(id);
      if (secret === undefined) throw new Error(`sealed with key ${id}, which is not on the ring: ${contextText(context)}`);
      const head = sealed.subarray(0, PREFIX_BYTES + id.length);
      const nonce = sealed.subarray(head.length, head.length + NONCE_BYTES);
      const tag = sealed.subarray(head.length + NONCE_BYTES, head.length + NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(associatedData(head, context)).setAuthTag(tag);
        const plain = decipher.update(sealed.subarray(head.length + NONCE_BYTES + TAG_BYTES));
        decipher.final();
        return plain;
      } catch (cause) {
        throw new Error(`changed, or sealed for another place: ${contextText(context)}, key ${id}`, { cause });
      }
    },
  };
}

/**
 * The id of the key that sealed a value. A key that no value in the database or in a backup names may be removed from the ring, together
 * with its row in `encryption_keys`. Throws when the bytes are not a sealed value.
 */
export function keyIdOf(sealed: Buffer): string {
  const end = PREFIX_BYTES + (sealed[1] ?? 0);
  const id = sealed.toString("latin1", PREFIX_BYTES, end);
  if (sealed[0] !== FORMAT || sealed.length < end + NONCE_BYTES + TAG_BYTES || !KEY_ID.test(id)) throw new Error("no sealed value");
  return id;
}

const headOf = (id: string) => Buffer.concat([Buffer.from([FORMAT, id.length]), Buffer.from(id, "latin1")]);
const contextText = (context: SealContext) => JSON.stringify(context.map(String));
const associatedData = (head: Buffer, context: SealContext) => Buffer.concat([head, Buffer.from(contextText(context))]);
