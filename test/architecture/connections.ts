import { nodeRule, type Rule } from "./rule.ts";
import { isNode, nameOf, within, type Node } from "./source.ts";

const ASKS = /^(run|transaction|wide|reachable)$/;

/** `db` and what ends in it: `db`, `context.db`, `db.wide`. */
const isDatabase = (node: unknown): boolean =>
  nameOf(node) === "db" ||
  (isNode(node) &&
    node.type === "MemberExpression" &&
    (nameOf(node["property"]) === "db" || (nameOf(node["property"]) === "wide" && isDatabase(node["object"]))));

/** `db.transaction` and the like: what is asked of a database, whatever else has such a member. */
const asks = (node: Node, what: RegExp): boolean => {
  const callee = node["callee"];
  return (
    node.type === "CallExpression" &&
    isNode(callee) &&
    callee.type === "MemberExpression" &&
    what.test(nameOf(callee["property"]) ?? "") &&
    isDatabase(callee["object"])
  );
};

/** Whoever waits for a second connection while holding one waits for ever once everybody does (reliability T21). */
export const ONE_CONNECTION: Rule = nodeRule({
  name: "a transaction takes no second connection",
  about: (path) => path.startsWith("src/"),
  find: (node) => {
    if (!asks(node, /^transaction$/)) return undefined;
    const inside = (node["arguments"] as readonly Node[]).flatMap((argument) => [...within(argument)]);
    return inside.some((one) => asks(one, ASKS)) ? "asks the database for another connection" : undefined;
  },
  broken: [
    {
      "src/stock/operations.ts": "db.transaction([1], async (transaction) => { await transaction.run(a, []); await db.run([1], b, []); });",
    },
    { "src/stock/operations.ts": "context.db.transaction([1], () => context.db.wide.run([1], a, []));" },
    { "src/stock/operations.ts": "db.transaction([1], () => db.transaction([1], work));" },
  ],
  kept: [
    { "src/stock/operations.ts": "db.transaction([1], (transaction) => transaction.run(a, [])); db.run([1], b, []);" },
    { "src/stock/operations.ts": "db.transaction([1], (transaction) => decided({ db: transaction }));" },
  ],
});
