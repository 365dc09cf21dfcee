import { type Database, statement } from "../../src/platform/database/database.ts";

/** A step of a plan that reads a table. */
export interface Read {
  readonly table: string;
  /** Undefined for a sequential scan, which reads all of the table. */
  readonly index: string | undefined;
  /** What narrows the index down; empty when all of it is read. */
  readonly condition: string;
}

interface Step {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Step[];
}

/** A connection prepares each name once. */
let asks = 0;

/** How many parameters a text has. */
export const parametersOf = (text: string): number => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));

/**
 * What the database reads to answer a statement, as the application prepares it: the plan it keeps for every value, under
 * the settings and the role of the connections for calls.
 */
export async function readsOf(
  db: Pick<Database, "transaction">,
  text: string,
  tableOfIndex: ReadonlyMap<string, string>,
): Promise<readonly Read[]> {
  const nulls = Array.from({ length: parametersOf(text) }, () => "null").join(", ");
  const [row] = await db.transaction([1], async (transaction) => {
    const ask = <Answer extends object>(asked: string) => transaction.run<Answer>(statement(`plan ${(asks += 1)}`, asked), []);
    await ask(`prepare planned as ${text}`);
    const plan = await ask<{ "QUERY PLAN": readonly { readonly Plan: Step }[] }>(
      `explain (format json) execute planned${nulls && `(${nulls})`}`,
    );
    await ask("deallocate planned");
    return plan;
  });
  return stepsOf(row!["QUERY PLAN"][0]!.Plan).flatMap((step): readonly Read[] => {
    const index = step["Index Name"];
    const table = index === undefined ? step["Relation Name"] : tableOfIndex.get(index);
    // A bitmap's heap is read where its index says.
    const reads = table !== undefined && (index !== undefined || step["Node Type"] === "Seq Scan");
    return reads ? [{ table, index, condition: step["Index Cond"] ?? "" }] : [];
  });
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];
