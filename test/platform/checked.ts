import { expect } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import type { TSchema } from "../../src/platform/contract/schema.ts";

/** The failures of one value under one schema, at the pointer /it. */
export const failuresOf = (schema: TSchema, value: unknown) => compileSchemaCheck(schema)(value, "/it").failures;
/** What one value is read as; it has no failures. */
export const valueOf = (schema: TSchema, value: unknown) => {
  const { value: read, failures } = compileSchemaCheck(schema)(value);
  expect(failures.map((failure) => failureMessage(failure, "en"))).toEqual([]);
  return read;
};
/** One failure at /it. */
export const refusal = (code: string, rest: object = {}) => [{ code, pointer: "/it", ...rest }];
