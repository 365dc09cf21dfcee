import { hash } from "node:crypto";
import { sha256 } from "../basics/random.ts";
import type { KeyedCall } from "./keyed-call.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Whether a header's value can be a key: 1 to 255 visible ASCII characters. Two different headers arrive as one with a space in it. */
export const isIdempotencyKey = (key: string): boolean => KEY.test(key);

/** The place of a key: whose it is, of which operation. Rotating a credential keeps it; no part holds a line break. */
export const slotOf = ({ owner, operationId, key }: Pick<KeyedCall, "owner" | "operationId" | "key">): Buffer =>
  sha256(`${owner}\n${operationId}\n${key}`);

/** What was asked: another body, byte for byte, or other parameters of the address under a key are another request. */
export const requestHashOf = ({ target, body }: Pick<KeyedCall, "target" | "body">): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${target}\n`), body]), "buffer");
