import { as, columnOf, find, isTree, kindOf, listOf, textOf, uncast, wordOf, type Tree } from "./syntax.ts";

/** How many sellers a table's rows come from in a statement: the one of a parameter, those of a batch, or unknown: any. */
export type Sellers = "one" | "batch" | "any";

/** One use of a table in a statement. */
export interface Use {
  readonly table: string;
  readonly sellers: Sellers;
  /** Locked by `for update` or a sibling of it. */
  readonly locked: boolean;
}

/** Whether a table has a seller_id column. */
export type HasSeller = (table: string) => boolean;

const SELLER = "seller_id";

/** What a FROM item is called and what is known of its seller_id; no `sellers` = it has no such column. */
interface Source {
  readonly table?: string;
  sellers?: Sellers;
  locked: boolean;
  /** A lateral subquery still to be looked into, once its neighbours are known. */
  lateral?: Tree;
}

/** One level of a statement: the names it sees, and the level around it. */
interface Level {
  readonly sources: Map<string, Source>;
  readonly outer: Level | undefined;
  readonly ctes: ReadonlyMap<string, Sellers | undefined>;
}

/** When the first is known, so is the second. */
type Implication = readonly [from: Sellers | Source, to: Source];

/** Every table a statement uses and whose rows it may touch there. */
export function usesOf(statement: Tree, hasSeller: HasSeller): readonly Use[] {
  const uses: Use[] = [];
  query(statement, { sources: new Map(), outer: undefined, ctes: new Map() });
  return uses;

  /** Looks into a query; answers the sellers of its output's seller_id, undefined when it has none. */
  function query(node: unknown, around: Level): Sellers | undefined {
    const [kind, fields] = kindOf(node);
    return body(kind, fields, around);
  }

  function body(kind: string, fields: Tree, around: Level): Sellers | undefined {
    const ctes = new Map(around.ctes);
    const level: Level = { sources: new Map(), outer: around, ctes };
    const clause = fields["withClause"] as Tree | undefined;
    for (const item of listOf(clause?.["ctes"])) {
      const cte = as("CommonTableExpr", item)!;
      // What refers to itself knows its own name; whose rows it has is not followed there.
      if (clause?.["recursive"] === true) ctes.set(wordOf(cte["ctename"]), undefined);
      ctes.set(wordOf(cte["ctename"]), query(cte["ctequery"], { ...around, ctes }));
    }
    if (fields["op"] !== undefined && fields["op"] !== "SETOP_NONE") {
      const arms = [fields["larg"], fields["rarg"]].map((arm) => body("SelectStmt", arm as Tree, { ...around, ctes }));
      return arms.includes(undefined) ? undefined : least(arms as Sellers[]);
    }
    const implications: Implication[] = [];
    const target = isTree(fields["relation"]) ? source(fields["relation"], level) : undefined;
    for (const item of [...listOf(fields["fromClause"]), ...listOf(fields["usingClause"])]) from(item, level, implications);
    imply(fields["whereClause"], level, implications, () => true);
    settle(implications);
    for (const one of level.sources.values()) {
      if (!one.lateral) continue;
      const sellers = query(one.lateral, level);
      if (sellers !== undefined) one.sellers = sellers;
    }
    settle(implications);
    if (kind === "InsertStmt" && target) target.sellers = inserted(fields, level, target);
    for (const part of Object.entries(fields)) if (!APART.has(part[0])) inside(part[1], level);
    lock(fields, level);
    for (const { table, sellers, locked } of level.sources.values())
      if (table !== undefined) uses.push({ table, sellers: sellers ?? "any", locked });
    return output(listOf(fields["targetList"]), kind, fields, level);
  }

  /** A named FROM item: a common table expression, or a table whose sellers are not known yet. */
  function source(range: Tree, level: Level): Source {
    const name = wordOf(range["relname"]);
    const known = level.ctes.has(name) && range["schemaname"] === undefined;
    const one: Source = known ? { locked: false } : { table: name, locked: false };
    const sellers = known ? level.ctes.get(name) : hasSeller(name) ? "any" : undefined;
    if (sellers !== undefined) one.sellers = sellers;
    level.sources.set(aliasOf(range) || name, one);
    return one;
  }

  /** Takes a FROM item in; answers the names it brings. */
  function from(item: Tree, level: Level, implications: Implication[]): readonly string[] {
    const [kind, fields] = kindOf(item);
    if (kind === "JoinExpr") return join(fields, level, implications);
    const name = aliasOf(fields) || wordOf(fields["relname"]) || `unnamed ${level.sources.size}`;
    if (kind === "RangeVar") source(fields, level);
    if (kind === "RangeFunction") level.sources.set(name, ofFunction(fields));
    if (kind === "RangeSubselect" && fields["lateral"] === true) {
      level.sources.set(name, { locked: false, lateral: fields["subquery"] as Tree });
    } else if (kind === "RangeSubselect") {
      const sellers = query(fields["subquery"], { ...level.outer!, ctes: level.ctes });
      level.sources.set(name, sellers === undefined ? { locked: false } : { sellers, locked: false });
    }
    return [name];
  }

  /** A condition of an outer join says nothing about the side that is kept whole. */
  function join(fields: Tree, level: Level, implications: Implication[]): readonly string[] {
    const left = from(fields["larg"] as Tree, level, implications);
    const right = from(fields["rarg"] as Tree, level, implications);
    const held: Readonly<Record<string, readonly string[]>> = { JOIN_INNER: [...left, ...right], JOIN_LEFT: right, JOIN_RIGHT: left };
    const names = held[wordOf(fields["jointype"])] ?? [];
    imply(fields["quals"], level, implications, (one) => names.some((name) => level.sources.get(name) === one));
    inside(fields["quals"], level);
    return [...left, ...right];
  }

  /** Collects `seller_id = ...` from conditions that all must hold. */
  function imply(condition: unknown, level: Level, implications: Implication[], held: (one: Source) => boolean): void {
    const [kind, fields] = kindOf(condition);
    if (kind === "BoolExpr" && fields["boolop"] === "AND_EXPR") {
      for (const part of listOf(fields["args"])) imply(part, level, implications, held);
    }
    if (kind !== "A_Expr" || fields["kind"] !== "AEXPR_OP" || textOf(listOf(fields["name"])[0]) !== "=") return;
    const [one, other] = [fields["lexpr"], fields["rexpr"]].map((side) => seller(side, level));
    if (one === undefined || other === undefined) return;
    if (typeof one === "object" && held(one)) implications.push([other, one]);
    if (typeof other === "object" && held(other)) implications.push([one, other]);
  }

  /** What an expression says about a seller: a parameter, or some source's seller_id. */
  function seller(node: unknown, level: Level): Sellers | Source | undefined {
    const bare = uncast(node);
    if (as("ParamRef", bare)) return "one";
    const column = columnOf(bare);
    if (column?.at(-1) !== SELLER) return undefined;
    for (let at: Level | undefined = level; at; at = at.outer) {
      const { sources } = at;
      const one = column.length > 1 ? sources.get(column[0]!) : [...sources.values()].find(({ sellers }) => sellers !== undefined);
      // What the level around knows is settled; it learns nothing from inside.
      if (one) return at === level ? one : one.sellers;
    }
    return undefined;
  }

  /** Subqueries in expressions. */
  function inside(tree: unknown, level: Level): void {
    for (const link of find("SubLink", tree, (kind) => kind !== "subselect")) query(link["subselect"], level);
  }

  /** Whose rows an insert writes. */
  function inserted(fields: Tree, level: Level, target: Source): Sellers {
    const select = as("SelectStmt", fields["selectStmt"]) ?? {};
    const chosen = query({ SelectStmt: select }, { ...level.outer!, ctes: level.ctes });
    if (target.sellers === undefined) return "batch";
    const place = listOf(fields["cols"]).findIndex((column) => as("ResTarget", column)?.["name"] === SELLER);
    // A table that numbers sellers itself makes new ones; what it answers is what it made.
    if (place < 0) return target.table === "sellers" ? "batch" : "any";
    const rows = listOf(select["valuesLists"]).map((row) => listOf(as("List", row)?.["items"]));
    const values = rows.length > 0 ? rows.map((row) => row[place]) : [as("ResTarget", listOf(select["targetList"])[place])?.["val"]];
    if (values.every((value) => as("ParamRef", uncast(value)))) return values.length === 1 ? "one" : "batch";
    return rows.length === 0 && columnOf(values[0])?.at(-1) === SELLER ? (chosen ?? "any") : "any";
  }

  /** The sellers of an output's seller_id. */
  function output(targets: readonly Tree[], kind: string, fields: Tree, level: Level): Sellers | undefined {
    const returned = kind === "SelectStmt" ? targets : listOf((fields["returningClause"] as Tree | undefined)?.["exprs"]);
    const found = returned.flatMap((item): readonly (Sellers | Source | undefined)[] => {
      const { name, val } = as("ResTarget", item) ?? {};
      const column = columnOf(val);
      if (column?.at(-1) === "*") return column.length > 1 ? [level.sources.get(column[0]!)] : [...level.sources.values()];
      return (name ?? column?.at(-1)) === SELLER ? [seller(val, level) ?? "any"] : [];
    });
    const sellers = found.map((one) => (typeof one === "object" ? one.sellers : one)).filter((one) => one !== undefined);
    return sellers.length === 0 ? undefined : least(sellers);
  }
}

/** Parts of a statement that are looked into on their own. */
const APART = new Set(["withClause", "fromClause", "usingClause", "relation", "larg", "rarg", "selectStmt"]);

const ORDER: readonly Sellers[] = ["one", "batch", "any"];
const least = (all: readonly Sellers[]): Sellers => ORDER[Math.max(...all.map((one) => ORDER.indexOf(one)))]!;
const best = (one: Sellers, other: Sellers): Sellers => ORDER[Math.min(ORDER.indexOf(one), ORDER.indexOf(other))]!;

/** Follows what implies what until nothing more is learnt. */
function settle(implications: readonly Implication[]): void {
  for (let learnt = true; learnt;) {
    learnt = false;
    for (const [known, to] of implications) {
      const sellers = typeof known === "object" ? known.sellers : known;
      if (sellers === undefined || to.sellers === undefined || best(sellers, to.sellers) === to.sellers) continue;
      to.sellers = sellers;
      learnt = true;
    }
  }
}

/** Rows unnested from parameters are a batch when one of their columns is the seller. */
function ofFunction(fields: Tree): Source {
  const columns = listOf((fields["alias"] as Tree | undefined)?.["colnames"]).map(textOf);
  if (!columns.includes(SELLER)) return { locked: false };
  const args = [...find("FuncCall", fields["functions"])].flatMap((call) => listOf(call["args"]));
  return { sellers: args.length > 0 && args.every((arg) => as("ParamRef", uncast(arg))) ? "batch" : "any", locked: false };
}

function lock(fields: Tree, level: Level): void {
  for (const clause of listOf(fields["lockingClause"])) {
    const names = listOf(as("LockingClause", clause)?.["lockedRels"]).map((one) => wordOf(as("RangeVar", one)?.["relname"]));
    for (const [name, one] of level.sources) if (names.length === 0 || names.includes(name)) one.locked = true;
  }
}

const aliasOf = (fields: Tree): string => wordOf((fields["alias"] as Tree | undefined)?.["aliasname"]);
