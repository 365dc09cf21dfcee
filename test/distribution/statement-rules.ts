import type { Home } from "./manifest.ts";
import { type HasSeller, type Use, usesOf } from "./sellers-of.ts";
import { as, columnOf, find, kindOf, listOf, textOf, wordOf, type Tree } from "./syntax.ts";

/** A statement taken apart, and what its rules must know of the database. */
export interface Parsed {
  readonly name: string;
  readonly kind: string;
  readonly tree: Tree;
  readonly uses: readonly Use[];
  readonly fanout: boolean;
  readonly homeOf: (table: string) => Home | undefined;
  /** Names of functions whose answer may differ from row to row: random(), clock_timestamp(). */
  readonly isVolatile: (name: string) => boolean;
}

/** What a sharded database would refuse, or answer slowly from every node (scale 3.1). `broken` and `kept` prove each rule. */
interface StatementRule {
  readonly name: string;
  readonly find: (statement: Parsed) => readonly string[];
  readonly broken: readonly string[];
  readonly kept: readonly string[];
}

const READ = "SelectStmt";
const ASKING = new Set([READ, "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"]);
const isDistributed = ({ homeOf }: Parsed, { table }: Use) => homeOf(table) === "distributed";
const isSystem = (table: string) => table.startsWith("pg_");
const SELLER = "seller_id";

const columns = (targets: unknown) => listOf(targets).map((target) => wordOf(as("ResTarget", target)?.["name"]));
const called = (tree: unknown) => [...find("FuncCall", tree)].map((call) => textOf(listOf(call["funcname"]).at(-1)));
const nodes = (kind: string, { kind: own, tree }: Parsed): readonly Tree[] => (own === kind ? [tree] : [...find(kind, tree)]);

/** Migrations run through one node and wait for each other there, and for backups. */
const MAY_LOCK_BY_ADVICE = [
  "platform.lock_migrations",
  "platform.hold_tables",
  "platform.await_backups",
  "platform.nobody_backs_up",
  "platform.nobody_builds",
  "platform.done_building",
];

export const STATEMENT_RULES: readonly StatementRule[] = [
  {
    name: "each table has a home in db/distribution.json",
    find: ({ uses, homeOf }) => uses.filter(({ table }) => !homeOf(table) && !isSystem(table)).map(({ table }) => table),
    broken: ["select 1 from loyalty_points where seller_id = $1"],
    kept: [
      "select rolname from pg_roles",
      "with loyalty_points as (select 1) select * from loyalty_points",
      "with recursive halving as (select 9 as n union all select h.n / 2 from halving h where h.n > 0) select n from halving",
    ],
  },
  {
    name: "the seller of a distributed table is a parameter's, or joined to a batch of them",
    find: (statement) =>
      statement.uses.filter((use) => isDistributed(statement, use) && use.sellers === "any" && !statement.fanout).map(({ table }) => table),
    broken: [
      "select sku from products",
      "select sku from products where sku = $1",
      "select sku from products where seller_id = $1 or sku = $2",
      "select sku from products where seller_id <> $1",
      "select sku from products where seller_id = 1001 + $1",
      "select p.sku from sellers s join products p on p.seller_id = s.seller_id",
      "select p.sku from products p, stocks s where p.seller_id = s.seller_id",
      "select p.sku from products p left join stocks s on s.seller_id = p.seller_id and s.seller_id = $1",
      "select p.sku from products p full join stocks s on s.seller_id = $1 where p.seller_id = $1",
      "select p.sku, (select physical from stocks s where s.sku = p.sku) from products p where p.seller_id = $1",
      "select 1 from sellers where seller_id = $1 and exists (select from products p where p.sku = $2)",
      "select p.sku from products p left join lateral (select * from stocks s where s.sku = p.sku) s on true where p.seller_id = $1",
      "select p.sku from unnest($1::text[]) as i(sku) join products p on p.sku = i.sku",
      "select p.sku from generate_series(1, 9) as i(seller_id) join products p on p.seller_id = i.seller_id",
      "with every as (select seller_id from sellers) select p.sku from every e join products p on p.seller_id = e.seller_id",
      "with recursive n as (select 1 as i union all select n.i + 1 from n join products p on p.ordinal = n.i) select i from n",
      "select sku from products where seller_id = $1 union all select sku from stocks",
      "update stocks set physical = $2 where sku = $1",
      "update stocks s set physical = i.physical from unnest($1::text[], $2::int[]) as i(sku, physical) where s.sku = i.sku",
      "delete from critiques where sku = $1",
      "delete from critiques c using products p where c.seller_id = p.seller_id",
      "insert into stocks (sku, physical) values ($1, $2)",
      "insert into stocks (seller_id, sku) select s.seller_id, $1 from sellers s",
      "insert into stocks (seller_id, sku) select seller_id, sku from products",
      "with put as (insert into prices (seller_id, sku) values ($1, $2)) update stocks set physical = 0",
    ],
    kept: [
      "select sku from products where seller_id = $1",
      "select sku from products where $1::bigint = products.seller_id and sku = $2",
      "select p.sku from products p join stocks s on s.seller_id = p.seller_id and s.sku = p.sku where p.seller_id = $1",
      "select p.sku from products p left join stocks s on s.seller_id = p.seller_id and s.sku = p.sku where p.seller_id = $1",
      "select p.sku from unnest($1::bigint[], $2::text[]) with ordinality as i(seller_id, sku, ord) join products p on p.seller_id = i.seller_id",
      "with i as (select i.seller_id from unnest($1::bigint[]) as i(seller_id)), k as (select i.* from i) select 1 from k, products p where p.seller_id = k.seller_id",
      "select 1 from seller_counters c left join lateral (select 1 from products p where p.seller_id = c.seller_id) p on true where c.seller_id = $1",
      "select sku from products where seller_id = $1 union all select sku from stocks where seller_id = $1",
      "update stocks s set physical = i.n from (select seller_id, n from unnest($1::bigint[], $2::int[]) as u(seller_id, n)) i where s.seller_id = i.seller_id",
      "with gone as (delete from critiques where seller_id = $1 returning seller_id) delete from stocks s using gone g where s.seller_id = g.seller_id",
      "insert into stocks (seller_id, sku) values ($1, $2)",
      "insert into stocks (seller_id, sku) select i.seller_id, i.sku from unnest($1::bigint[], $2::text[]) as i(seller_id, sku)",
      "with seller as (insert into sellers (name) values ($1) returning seller_id) insert into seller_counters (seller_id) select seller_id from seller",
      "/* fanout */ select seller_id from families where due_at <= $1",
      "select seller_id from sellers",
    ],
  },
  {
    name: "rows of a lookup table are found by their key, or made",
    find: (statement) => {
      const keyed = (one: Tree) => [...find("A_Expr", one["whereClause"])].some((condition) => comparesKey(condition));
      const asks = [...nodes(READ, statement), ...nodes("UpdateStmt", statement), ...nodes("DeleteStmt", statement)];
      return asks.flatMap((one) =>
        rangesOf(one)
          .filter((table) => statement.homeOf(table) === "lookup" && !keyed(one))
          .map((table) => table),
      );
    },
    broken: [
      "select seller_id from invoice_keys where order_number = $1",
      "select 1 from orders o join invoice_keys k on k.seller_id = o.seller_id where o.seller_id = $1",
      "delete from invoice_keys where seller_id = $1",
    ],
    kept: [
      "select seller_id from invoice_keys where access_key = $1",
      "select exists (select from invoice_keys k where k.access_key = i.access_key and k.seller_id <> i.seller_id) from unnest($1::text[], $2::bigint[]) as i(access_key, seller_id)",
      "insert into invoice_keys (access_key, seller_id) values ($1, $2)",
    ],
  },
  {
    name: "a read over sellers is tagged /* fanout */ only where it is one, only reads and locks nothing",
    find: (statement) => {
      if (!statement.fanout) return [];
      const over = statement.uses.filter((use) => isDistributed(statement, use) && use.sellers === "any");
      const writes = [...ASKING].filter((kind) => kind !== READ && nodes(kind, statement).length > 0);
      return [
        ...writes,
        ...(over.length === 0 ? ["asks one seller or a batch"] : []),
        ...(statement.uses.some(({ locked }) => locked) ? ["locks"] : []),
      ];
    },
    broken: [
      "/* fanout */ select sku from products where seller_id = $1",
      "/* fanout */ select sku from products for update skip locked",
      "/* fanout */ select f.sku from (select sku from products limit $1 for no key update) f",
      "/* fanout */ update families set due_at = $1",
      "/* fanout */ with gone as (delete from critiques) select 1 from products",
    ],
    kept: ["/* fanout */ select seller_id from families where due_at <= $1 order by due_at limit $2"],
  },
  {
    name: "rows of one seller at a time are locked",
    find: (statement) =>
      statement.uses.filter((use) => isDistributed(statement, use) && use.locked && use.sellers !== "one").map(({ table }) => table),
    broken: [
      "select 1 from families where due_at <= $1 for update skip locked",
      "select 1 from unnest($1::bigint[]) as i(seller_id) join seller_counters c on c.seller_id = i.seller_id for update of c",
    ],
    kept: [
      "select from seller_counters where seller_id = $1 for update",
      "select 1 from families f, unnest($1::bigint[]) as i(seller_id) where f.seller_id = $2 for update of f skip locked",
      "select v.version from reference_version v for update",
    ],
  },
  {
    name: "no merge",
    find: (statement) => nodes("MergeStmt", statement).map(() => "merge"),
    broken: ["merge into stocks s using (select $1::bigint as seller_id) i on s.seller_id = i.seller_id when matched then delete"],
    kept: ["insert into stocks (seller_id, sku) values ($1, $2) on conflict (seller_id, sku) do update set physical = 1"],
  },
  {
    name: "an update calls no volatile function: time and chance are parameters",
    find: (statement) =>
      [
        ...nodes("UpdateStmt", statement),
        ...nodes("OnConflictClause", statement),
        ...nodes("InsertStmt", statement).map((one) => one["onConflictClause"]),
      ]
        .flatMap(called)
        .filter(statement.isVolatile),
    broken: [
      "update stocks set version = random() where seller_id = $1",
      "update stocks s set updated_at = 1 where s.seller_id = $1 and clock_timestamp() > now()",
      "insert into stocks (seller_id, sku) values ($1, $2) on conflict (seller_id, sku) do update set sku = gen_random_uuid()",
    ],
    kept: ["update families set lease_until = now() + $2 * interval '1 second', due_at = least(due_at, $3) where seller_id = $1"],
  },
  {
    name: "no subselect stands in values",
    find: (statement) =>
      [...nodes(READ, statement), ...nodes("InsertStmt", statement)]
        .flatMap((one) => listOf(one["valuesLists"]))
        .filter((row) => [...find("SubLink", row)].length > 0)
        .map(() => "subselect in values"),
    broken: ["insert into stocks (seller_id, sku) values ($1, (select sku from products where seller_id = $1 limit 1))"],
    kept: ["insert into stocks (seller_id, sku) select $1, sku from products where seller_id = $1"],
  },
  {
    name: "a row never changes its seller",
    find: (statement) => [
      ...nodes("UpdateStmt", statement)
        .filter((one) => columns(one["targetList"]).includes(SELLER))
        .map(() => "set seller_id"),
      ...nodes("InsertStmt", statement)
        .map((one) => (one["onConflictClause"] ?? {}) as Tree)
        .filter((one) => columns(one["targetList"]).includes(SELLER))
        .map(() => "do update set seller_id"),
    ],
    broken: [
      "update stocks set seller_id = $2 where seller_id = $1",
      "insert into stocks (seller_id, sku) values ($1, $2) on conflict (seller_id, sku) do update set seller_id = 1",
    ],
    kept: ["insert into stocks (seller_id, sku) values ($1, $2) on conflict (seller_id, sku) do nothing"],
  },
  {
    name: "what conflicts in a distributed table is told by columns, the seller first",
    find: (statement) =>
      nodes("InsertStmt", statement)
        .filter(({ relation }) => statement.homeOf(wordOf((relation as Tree)["relname"])) === "distributed")
        .map(({ onConflictClause }) => onConflictClause as Tree | undefined)
        .filter(
          (one) => one !== undefined && as("IndexElem", listOf((one["infer"] as Tree | undefined)?.["indexElems"])[0])?.["name"] !== SELLER,
        )
        .map(() => "on conflict"),
    broken: [
      "insert into stocks (seller_id, sku) values ($1, $2) on conflict (sku) do nothing",
      "insert into stocks (seller_id, sku) values ($1, $2) on conflict do nothing",
    ],
    kept: [
      "insert into stocks (seller_id, sku) values ($1, $2) on conflict (seller_id, sku) do nothing",
      "insert into reference_items (list, code) values ($1, $2) on conflict (list, code) do nothing",
    ],
  },
  {
    name: "a table of one node is asked alone",
    find: ({ uses, homeOf }) => {
      const local = uses.filter(({ table }) => homeOf(table) === "local");
      return uses.some(({ table }) => homeOf(table) !== "local" && !isSystem(table)) ? local.map(({ table }) => table) : [];
    },
    broken: ["select 1 from audit_log a join sellers s on s.name = a.actor"],
    kept: ["select 1 from audit_log where at > $1"],
  },
  {
    name: "advisory locks hold on one node only: rows are locked instead",
    find: ({ name, tree }) => (MAY_LOCK_BY_ADVICE.includes(name) ? [] : called(tree).filter((one) => one.includes("advisory"))),
    broken: ["select pg_advisory_xact_lock($1)", "select pg_try_advisory_lock(1) from stocks where seller_id = $1"],
    kept: ["select from seller_counters where seller_id = $1 for update"],
  },
];

/** Whether a condition compares a lookup table's key, whichever it is called, with a value. */
const LOOKUP_KEYS = ["access_key", "report_id"];
const comparesKey = (condition: Tree): boolean =>
  textOf(listOf(condition["name"])[0]) === "=" &&
  [condition["lexpr"], condition["rexpr"]].some((side) => LOOKUP_KEYS.includes(columnOf(side)?.at(-1) ?? ""));

/** The tables that a statement itself names: what it changes, and its FROM items with those that are joined. */
function rangesOf(one: Tree): readonly string[] {
  const changed = one["relation"] === undefined ? [] : [wordOf((one["relation"] as Tree)["relname"])];
  const items = [...listOf(one["fromClause"]), ...listOf(one["usingClause"])];
  const joined = (item: Tree): readonly string[] => {
    const [kind, fields] = kindOf(item);
    if (kind === "JoinExpr") return [...joined(fields["larg"] as Tree), ...joined(fields["rarg"] as Tree)];
    return kind === "RangeVar" ? [wordOf(fields["relname"])] : [];
  };
  return [...changed, ...items.flatMap(joined)];
}

/** Takes a parsed text apart for the rules; what is neither a question nor a change of rows uses no table. */
export function takeApart(
  facts: Pick<Parsed, "name" | "homeOf" | "isVolatile" | "fanout"> & { readonly statement: Tree; readonly hasSeller: HasSeller },
): Parsed {
  const { statement, hasSeller, ...rest } = facts;
  const [kind, tree] = kindOf(statement);
  return { ...rest, kind, tree, uses: ASKING.has(kind) ? usesOf(statement, hasSeller) : [] };
}
