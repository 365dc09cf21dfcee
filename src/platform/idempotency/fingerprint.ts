import { hash } from "node:crypto";
import { sha256 } from "../basics/random.ts";
import type { KeyedCall } from "./keyed-call.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Whether the value of a header is a valid key: 1 to 255 visible ASCII characters. Node joins repeated headers into one value that contains
 * a space, so that value is invalid.
 */
export const isIdempotencyKey = (key: string): boolean => KEY.test(key);

/**
 * Identifies a key by its owner, operation and text. The result does not change when a credential is rotated. Line breaks separate these
 * parts, and no part contains one.
 */
export const slotOf = ({ owner, operationId, key }: Pick<KeyedCall, "owner" | "operationId" | "key">): Buffer =>
  sha256(`${owner}\n${operationId}\n${key}`);

/** Identifies a request by its checked parameters (`target`) and by the exact bytes of its body. */
export const requestHashOf = ({ target, body }: Pick<KeyedCall, "target" | "body">): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${target}\n`), body]), "buffer");
