import { argon2, type Argon2Parameters, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { randomBytes } from "../basics/random.ts";

/** Hashes passwords and compares them, with argon2id (RFC 9106). A stored hash names its parameters, so that later versions may ask for more. */
export interface PasswordHasher {
  /** The hash to store, in the PHC form `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password has this hash. Without a hash the answer is false, after the same work, so that its duration does not tell whether there
   * was one.
   */
  matches(password: string, stored: string | undefined): Promise<boolean>;
}

interface Cost {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly lanes: number;
}
/** The first recommendation of the OWASP password storage cheat sheet: some 50 ms of one core. */
const COST: Cost = { memoryKiB: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify((parameters: Argon2Parameters, callback: (error: Error | null, key: Buffer) => void) =>
  argon2("argon2id", parameters, callback),
);
const hashOf = (password: string, salt: Buffer, { memoryKiB, passes, lanes }: Cost, bytes = HASH_BYTES): Promise<Buffer> =>
  derive({ message: password.normalize("NFC"), nonce: salt, memory: memoryKiB, passes, parallelism: lanes, tagLength: bytes });

const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

/**
 * Creates a hasher. It works in the thread pool, and calls `inTurn` for each hash, which limits how many it computes at one time: each needs some
 * 20 MB.
 */
export function createPasswordHasher(inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>): PasswordHasher {
  const emptySalt = Buffer.alloc(SALT_BYTES);
  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(SALT_BYTES);
        const hash = await hashOf(password, salt, COST);
        return `$argon2id$v=19$m=${COST.memoryKiB},t=${COST.passes},p=${COST.lanes}$${base64(salt)}$${base64(hash)}`;
      }),
    matches: (password, stored) =>
      inTurn(async () => {
        const parts = stored === undefined ? undefined : PHC.exec(stored);
        if (!parts) {
          await hashOf(password, emptySalt, COST);
          return false;
        }
        const [memoryKiB, passes, lanes] = parts.slice(1, 4).map(Number) as [number, number, number];
        const [salt, hash] = parts.slice(4).map((text) => Buffer.from(text, "base64")) as [Buffer, Buffer];
        return timingSafeEqual(await hashOf(password, salt, { memoryKiB, passes, lanes }, hash.length), hash);
      }),
  };
}
