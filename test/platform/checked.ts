import { expect } from "vitest";
import { compileCheck } from "../../src/platform/contract/check.ts";
import { sentence } from "../../src/platform/contract/errors.ts";
import type { TSchema } from "../../src/platform/contract/schema.ts";

/** The failures of one value under one schema, at the pointer /it. */
export const failuresOf = (schema: TSchema, value: unknown) => compileCheck(schema)(value, "/it").failures;
/** What one value is read as; it has no failures. */
export const valueOf = (schema: TSchema, value: unknown) => {
  const { value: read, failures } = compileCheck(schema)(value);
  expect(failures.map((failure) => sentence(failure, "en"))).toEqual([]);
  return read;
};
/** One failure at /it. */
export const refusal = (code: string, rest: object = {}) => [{ code, pointer: "/it", ...rest }];
