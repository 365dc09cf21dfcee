import type { TestDatabase } from "../harness.ts";

/** Does something to a database with its schema or rows changed, and undoes the change: for planted bugs. */
export async function changed<T>(ask: TestDatabase["query"], change: string, work: () => Promise<T>): Promise<T> {
  try {
    await ask(`begin; ${change}`);
    return await work();
  } finally {
    await ask("rollback");
  }
}
