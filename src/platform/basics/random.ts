import { hash, randomFillSync, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";

/** Random numbers and identifiers. No other file generates random numbers; pure code receives ids and random numbers as arguments. */

/** The first 24 characters of this process's request ids. */
const FAMILY = randomUUID().slice(0, 24);
/** Number of hexadecimal digits at the end of a request id that change with every request. `TAILS` has the texts of all their values. */
const TAIL_DIGITS = 3;
const TAILS = Array.from({ length: 16 ** TAIL_DIGITS }, (_, n) => n.toString(16).padStart(TAIL_DIGITS, "0"));
/**
 * First value of the nine hexadecimal digits before the last three. It is large enough to have nine digits, and the counter never reaches
 * ten digits.
 */
const FIRST_HEAD = 0x1_0000_0000;
let requests = 0;
let head = "";

/**
 * Creates the id of a request, for `X-Request-Id` and the logs. It is a UUID with a random part per process and a counter in its last
 * digits. Request ids can be guessed.
 */
export const requestId = (): string => {
  const tail = requests % TAILS.length;
  if (tail === 0) head = FAMILY + (FIRST_HEAD + requests / TAILS.length).toString(16);
  requests += 1;
  return head + TAILS[tail]!;
};

/** A random number in [0, 1). For jitter and simulation, never for secrets. */
export const random = (): number => Math.random();

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = ALPHABET.length;
/** 43 characters of base 62 hold 256 bits (reliability T52). */
const SECRET_LENGTH = 43;
/** 6 characters of base 62 hold the 32 bits of a CRC. */
const CHECKSUM_LENGTH = 6;
/** 20 characters of base 62 hold 119 bits, which makes repeated ids practically impossible. */
const PUBLIC_LENGTH = 20;

/**
 * Creates a secret token: `<prefix>_`, 256 random bits, and a checksum of both. The checksum reveals a mistyped token without a look-up,
 * and helps scanners to find leaked tokens.
 */
export function opaqueToken(prefix: string): string {
  const body = `${prefix}_${randomText(SECRET_LENGTH)}`;
  return body + checksum(body);
}

/** Whether a text has the form of a token with this prefix and has a correct checksum. Such a token may never have been issued. */
export function isWellFormedToken(text: string, prefix: string): boolean {
  const bodyLength = prefix.length + 1 + SECRET_LENGTH;
  if (text.length !== bodyLength + CHECKSUM_LENGTH || !text.startsWith(`${prefix}_`)) return false;
  return checksum(text.slice(0, bodyLength)) === text.slice(bodyLength);
}

/** Creates a public id: `<prefix>_` and 20 random letters and digits. */
export const publicId = (prefix: string): string => `${prefix}_${randomText(PUBLIC_LENGTH)}`;

/** Random bytes for keys. */
export const randomBytes = (count: number): Buffer => randomFillSync(Buffer.alloc(count));

const DRAWN_BYTES = 768;
const drawn = Buffer.alloc(DRAWN_BYTES);
let taken = DRAWN_BYTES;
/**
 * Random bytes that are not secret and practically never repeat. `count` is at most 768. They are generated in batches, because a call of
 * the system's generator costs nearly the same for many bytes as for few.
 */
export function nonce(count: number): Buffer {
  if (taken + count > DRAWN_BYTES) {
    randomFillSync(drawn);
    taken = 0;
  }
  taken += count;
  return Buffer.from(drawn.subarray(taken - count, taken));
}

/** Random decimal digits. They can be guessed. */
export const randomDigits = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join("");

/** The SHA-256 of a text in UTF-8: 32 bytes. */
export const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

function checksum(text: string): string {
  let left = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET[left % BASE]! + digits;
    left = Math.floor(left / BASE);
  }
  return digits;
}

/** Random bytes from one call of the system's generator. They are used for many ids and tokens. */
const pool = Buffer.alloc(4096);
let used = pool.length;
/** Bytes from this value on are discarded, because they would make the first characters of the alphabet more likely. */
const FAIR_BYTES = 256 - (256 % BASE);

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used]!;
    // The bytes of a secret must not stay in memory after the secret has been returned.
    pool[used] = 0;
    used += 1;
    if (byte < FAIR_BYTES) text += ALPHABET[byte % BASE]!;
  }
  return text;
}
