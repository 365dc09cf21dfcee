import { join } from "node:path";
import type { Statement } from "../../src/platform/database/database.ts";
import { pathsOf, PROJECT } from "../architecture/source.ts";

/** A statement of the house, and where it is written. */
export interface Written {
  readonly path: string;
  /** The name it is exported by. */
  readonly as: string;
  readonly statement: Statement<object>;
}

/** Every statement there is: whatever any queries.ts exports. A new one is found without being listed. */
export async function everyStatement(): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const path of pathsOf("src/**/queries.ts")) {
    const module = (await import(join(PROJECT, path))) as Readonly<Record<string, unknown>>;
    for (const [as, one] of Object.entries(module)) if (isStatement(one)) written.push({ path, as, statement: one });
  }
  return written;
}

const isStatement = (value: unknown): value is Statement<object> =>
  typeof value === "object" && value !== null && "name" in value && "text" in value;

/** A read over sellers, which says so: it may be slow and may lock nothing. */
export const isFanout = (text: string): boolean => text.trimStart().startsWith("/* fanout */");
