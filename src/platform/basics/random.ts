import { hash, randomFillSync, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";

/** Random numbers and identifiers. No other file uses randomness; pure code receives ids and random numbers as arguments. */

/** The digits of this process's request ids, without the last twelve. */
const FAMILY = randomUUID().slice(0, 24);
/** The last digits of ids, written in advance. The digits before them change once per batch of requests. */
const TAIL_DIGITS = 3;
const TAILS = Array.from({ length: 16 ** TAIL_DIGITS }, (_, n) => n.toString(16).padStart(TAIL_DIGITS, "0"));
/** Where the nine digits before the tail start to count, so that they never become ten. */
const FIRST_HEAD = 0x1_0000_0000;
let requests = 0;
let head = "";

/**
 * Creates the id of a request, for `X-Request-Id` and the logs: a UUID that is random per process and whose last digits count. It can be
 * guessed.
 */
export const requestId = (): string => {
  const tail = requests % TAILS.length;
  if (tail === 0) head = FAMILY + (FIRST_HEAD + requests / TAILS.length).toString(16);
  requests += 1;
  return head + TAILS[tail]!;
};

/** A random number in [0, 1), for jitter and simulation, never for secrets. */
export const random = (): number => Math.random();

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = ALPHABET.length;
/** 43 characters of base 62 hold 256 bits (reliability T52). */
const SECRET_LENGTH = 43;
/** 6 characters of base 62 hold the 32 bits of a CRC. */
const CHECKSUM_LENGTH = 6;
/** 20 characters of base 62 hold 119 bits, enough for ids that never repeat. */
const PUBLIC_LENGTH = 20;

/**
 * Creates a secret token: `<prefix>_`, 256 random bits, and a checksum of both. With the checksum a mistyped token is recognised without a
 * look-up, and scanners find leaked tokens.
 */
export function opaqueToken(prefix: string): string {
  const body = `${prefix}_${randomText(SECRET_LENGTH)}`;
  return body + checksum(body);
}

/** Whether a text has the form of a token with this prefix and a correct checksum. It may never have been issued. */
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
/** Random bytes that are not secret and never repeat. They are drawn many at a time, because every draw costs the same. */
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

/** Bytes drawn per call of the system's generator; they serve many ids. */
const pool = Buffer.alloc(4096);
let used = pool.length;
/** Larger bytes are discarded, because they would favour the alphabet's first letters. */
const FAIR_BYTES = 256 - (256 % BASE);

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used]!;
    // The bytes of a secret must not stay in memory after it was handed out.
    pool[used] = 0;
    used += 1;
    if (byte < FAIR_BYTES) text += ALPHABET[byte % BASE]!;
  }
  return text;
}
