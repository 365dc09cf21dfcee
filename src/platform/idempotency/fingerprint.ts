import { hash } from "node:crypto";
import { sha256 } from "../basics/random.ts";
import type { KeyedCall } from "./keyed-call.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Whether a header's value is a valid key: 1 to 255 visible ASCII characters. Two different headers arrive joined with a space, which is invalid. */
export const isIdempotencyKey = (key: string): boolean => KEY.test(key);

/** Identifies a key by its owner, operation and text. It survives the rotation of a credential. No part contains a line break. */
export const slotOf = ({ owner, operationId, key }: Pick<KeyedCall, "owner" | "operationId" | "key">): Buffer =>
  sha256(`${owner}\n${operationId}\n${key}`);

/** Identifies a request by its address and its body, byte for byte. */
export const requestHashOf = ({ target, body }: Pick<KeyedCall, "target" | "body">): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${target}\n`), body]), "buffer");
