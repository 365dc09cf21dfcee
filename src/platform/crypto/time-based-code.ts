import { createHmac, timingSafeEqual } from "node:crypto";

/** Time-based one-time codes as authenticator apps make them: six digits, a new one every 30 s (RFC 6238, with SHA-1 of RFC 4226). */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps by which the other side's clock may be early or late. */
const TOLERANCE = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS = 5;

/** The number of the step that an instant of real time belongs to. */
const stepAt = (nowMs: number): number => Math.floor(nowMs / 1_000 / STEP_SECONDS);

/** The code of a step. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * The step whose code was sent at `nowMs`; undefined when it is none of the current ones. Steps up to `lastStep` are not taken, because their code
 * was used.
 */
export function stepOfCode(secret: Buffer, code: string, nowMs: number, lastStep: number): number | undefined {
  const now = stepAt(nowMs);
  const sent = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));
  let found: number | undefined;
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1)
    if (step > lastStep && timingSafeEqual(sent, Buffer.from(codeOfStep(secret, step)))) found = step;
  return found;
}

/** The secret as people type it: base 32 (RFC 4648). */
export function base32(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(new RegExp(`.{1,${BITS}}`, "g")) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(BITS, "0"), 2)]!).join("");
}

/** The address that an app reads from a QR code: whose code it is, and its secret. */
export const codeAddress = (issuer: string, account: string, secret: Buffer): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
