import { parse } from "libpg-query";
import { indexesOf, isConcurrent } from "../../src/platform/database/migrations/concurrent-indexes.ts";
import { as, listOf, wordOf, type Tree } from "../distribution/syntax.ts";

/** A statement of a migration, and what stands around it. */
export interface Step {
  readonly statement: Tree;
  /** Tables that this migration makes: nobody uses them yet. */
  readonly made: ReadonlySet<string>;
  /** Of a migration that is marked as concurrent the indexes that will be built by it; nothing of one that cannot be read. */
  readonly concurrently: readonly string[] | undefined;
}

/** What a migration must not do while the previous version serves. */
export interface MigrationRule {
  readonly name: string;
  readonly find: (step: Step) => readonly string[];
  /** Texts that break it, each a migration on a schema that has `orders` and `sellers`. */
  readonly broken: readonly string[];
  readonly kept: readonly string[];
}

/** Tables with a row per seller, credential or setting: whatever reads all of one is over in milliseconds. */
const SMALL: ReadonlySet<string> = new Set(
  "sellers applications credentials credential_uses operator_keys installation reference_version marketplace_clock simulators faults notification_endpoints encryption_keys".split(
    " ",
  ),
);

/** By day: such a table has no rows of its own, and PostgreSQL builds no index of all its days at once without a lock. */
const BY_DAY: ReadonlySet<string> = new Set(["once", "delivery_log", "request_log"]);

const tableOf = (node: unknown): string => wordOf((node as Tree | undefined)?.["relname"]);
const isInUse = (table: string, { made }: Step) => table !== "" && !made.has(table);
const isLarge = (table: string, step: Step) => isInUse(table, step) && !SMALL.has(table);

/** The commands of an `alter table`, with its table. */
function commandsOf({ statement }: Step): readonly { readonly table: string; readonly command: Tree }[] {
  const alter = as("AlterTableStmt", statement);
  if (alter === undefined) return [];
  return listOf(alter["cmds"]).map((one) => ({ table: tableOf(alter["relation"]), command: as("AlterTableCmd", one)! }));
}

const constraintsOf = (column: Tree | undefined) => listOf(column?.["constraints"]).map((one) => as("Constraint", one)!);
const typeOf = (constraint: Tree) => wordOf(constraint["contype"]);

export const MIGRATION_RULES: readonly MigrationRule[] = [
  {
    name: "a large table that is in use gets its index without being locked for it",
    find(step) {
      const index = as("IndexStmt", step.statement);
      const table = tableOf(index?.["relation"]);
      return index !== undefined && isLarge(table, step) && index["concurrent"] !== true ? [`index on ${table}`] : [];
    },
    broken: ["create index late on orders (order_date)"],
    kept: [
      "create index soon on sellers (name)",
      "create table t (n integer); create index of_t on t (n)",
      "-- concurrently\ncreate index concurrently late on orders (order_date)",
    ],
  },
  {
    name: "an index is built concurrently by a migration that is marked so and does nothing else",
    find({ statement, concurrently }) {
      const index = as("IndexStmt", statement);
      if (concurrently === undefined) return index?.["concurrent"] === true ? ["a transaction cannot hold it: not marked"] : [];
      const name = wordOf(index?.["idxname"]);
      // One that is half built would count as there.
      const isRepeatable = index?.["concurrent"] === true && index["if_not_exists"] !== true && concurrently.includes(name);
      if (!isRepeatable) return [`${name || "a statement"} is no index that a second run could build`];
      return BY_DAY.has(tableOf(index["relation"])) ? [`${name} is on a table by day`] : [];
    },
    broken: [
      "create index concurrently late on orders (order_date)",
      "-- concurrently\ncreate index late on orders (order_date)",
      "-- concurrently\ncreate index concurrently on orders (order_date)",
      "-- concurrently\ncreate index concurrently if not exists late on orders (order_date)",
      "-- concurrently\ncreate index concurrently late on orders (order_date); update orders set order_date = 0",
      "-- concurrently\ncreate index concurrently late on orders (order_date) where order_number <> ';'",
      "-- concurrently\ncreate index concurrently late on request_log (at)",
    ],
    kept: [
      "create index soon on sellers (name)",
      "-- concurrently: two\ncreate index concurrently late on orders (order_date);\ncreate unique index concurrently\n later on orders (seller_id, order_number);\n",
    ],
  },
  {
    name: "a column that the previous version does not know may be left out",
    find: (step) =>
      commandsOf(step).flatMap(({ table, command }) => {
        if (wordOf(command["subtype"]) !== "AT_AddColumn" || !isInUse(table, step)) return [];
        const column = as("ColumnDef", command["def"]);
        const types = constraintsOf(column).map(typeOf);
        const isNeeded = types.includes("CONSTR_NOTNULL") && !types.includes("CONSTR_DEFAULT") && !types.includes("CONSTR_GENERATED");
        return isNeeded ? [`${table}.${wordOf(column?.["colname"])} must be given`] : [];
      }),
    broken: ["alter table orders add column colour text not null"],
    kept: ["alter table orders add column colour text", "alter table orders add column colour text not null default 'blue'"],
  },
  {
    name: "a default that each row computes rewrites no large table",
    find: (step) =>
      commandsOf(step).flatMap(({ table, command }) => {
        if (wordOf(command["subtype"]) !== "AT_AddColumn" || !isLarge(table, step)) return [];
        const computed = constraintsOf(as("ColumnDef", command["def"])).filter(
          (one) =>
            typeOf(one) === "CONSTR_GENERATED" || (typeOf(one) === "CONSTR_DEFAULT" && as("FuncCall", one["raw_expr"]) !== undefined),
        );
        return computed.map(() => `${table} is rewritten`);
      }),
    broken: [
      "alter table orders add column token uuid default gen_random_uuid()",
      "alter table orders add column n integer generated always as (1) stored",
    ],
    kept: ["alter table orders add column n integer default 1"],
  },
  {
    name: "what the previous version reads and writes stays as it is",
    find: (step) => [
      ...commandsOf(step).flatMap(({ table, command }) =>
        isInUse(table, step) && /^AT_(DropColumn|AlterColumnType|SetNotNull)$/.test(wordOf(command["subtype"]))
          ? [`${wordOf(command["subtype"])} of ${table}.${wordOf(command["name"])}`]
          : [],
      ),
      ...(as("RenameStmt", step.statement) === undefined ? [] : ["a name changes"]),
      ...(wordOf(as("DropStmt", step.statement)?.["removeType"]) === "OBJECT_TABLE" ? ["a table goes"] : []),
    ],
    broken: [
      "alter table orders drop column order_date",
      "alter table orders alter column order_date type text",
      "alter table orders alter column order_date set not null",
      "alter table orders rename column order_date to at",
      "drop table orders",
    ],
    kept: ["alter table orders alter column order_date drop not null", "alter table orders alter column order_date set storage plain"],
  },
  {
    name: "a large table is not read through under a lock to check it",
    find: (step) =>
      commandsOf(step).flatMap(({ table, command }) => {
        if (wordOf(command["subtype"]) !== "AT_AddConstraint" || !isLarge(table, step)) return [];
        return as("Constraint", command["def"])?.["skip_validation"] === true ? [] : [`a constraint on ${table} is checked at once`];
      }),
    broken: ["alter table orders add constraint dear check (net_cents > 0)", "alter table orders add unique (order_date)"],
    kept: [
      "alter table orders add constraint dear check (net_cents > 0) not valid",
      "alter table sellers add constraint named check (name <> '')",
    ],
  },
  {
    name: "a large table's rows are not changed at once",
    find(step) {
      const change = as("UpdateStmt", step.statement) ?? as("DeleteStmt", step.statement);
      const table = tableOf(change?.["relation"]);
      return isLarge(table, step) ? [`all of ${table}`] : [];
    },
    broken: ["update orders set order_date = 0", "delete from events where at < 5"],
    kept: ["update sellers set name = name"],
  },
];

/** The indexes that a migration will build; none when it would not run. */
function readable(text: string): readonly string[] {
  try {
    return indexesOf({ name: "migration", text }).map(({ index }) => index);
  } catch {
    return [];
  }
}

/** The statements of a migration in order. */
async function stepsOf(text: string): Promise<readonly Step[]> {
  const { stmts = [] } = await parse(text);
  const statements = stmts.map(({ stmt }) => stmt as unknown as Tree);
  const made = new Set(statements.map((statement) => tableOf(as("CreateStmt", statement)?.["relation"])).filter((table) => table !== ""));
  const concurrently = isConcurrent(text) ? readable(text) : undefined;
  return statements.map((statement) => ({ statement, made, concurrently }));
}

/** What a migration does against a rule. */
export const offences = async ({ find }: MigrationRule, text: string): Promise<readonly string[]> => (await stepsOf(text)).flatMap(find);
