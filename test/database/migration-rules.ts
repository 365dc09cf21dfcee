import { parse } from "libpg-query";
import { as, listOf, wordOf, type Tree } from "../distribution/syntax.ts";

/** A statement of a migration, and what stands around it. */
export interface Step {
  readonly statement: Tree;
  /** Tables that this migration makes: nobody uses them yet. */
  readonly made: ReadonlySet<string>;
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
    kept: ["create index soon on sellers (name)", "create table t (n integer); create index of_t on t (n)"],
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

/** The statements of a migration in order. */
async function stepsOf(text: string): Promise<readonly Step[]> {
  const { stmts = [] } = await parse(text);
  const statements = stmts.map(({ stmt }) => stmt as unknown as Tree);
  const made = new Set(statements.map((statement) => tableOf(as("CreateStmt", statement)?.["relation"])).filter((table) => table !== ""));
  return statements.map((statement) => ({ statement, made }));
}

/** What a migration does against a rule. */
export const offences = async ({ find }: MigrationRule, text: string): Promise<readonly string[]> => (await stepsOf(text)).flatMap(find);
