import { readFileSync } from "node:fs";

/**
 * The wall clock of a process that is about to start goes wrong: `WRONG_CLOCK` says by how many milliseconds, `@` an instant where it is to
 * begin, or a file that says it anew whenever somebody looks. What it measures durations by, and the database, are left alone.
 */
const Right = Date;
const said = process.env.WRONG_CLOCK ?? "0";
const fixedMs = said.startsWith("@") ? Right.parse(said.slice(1)) - Right.now() : Number(said);
const offsetMs = () => (Number.isNaN(fixedMs) ? Number(readFileSync(said, "utf8")) : fixedMs);

globalThis.Date = new Proxy(Right, {
  construct: (target, args: [], self) => Reflect.construct(target, args.length === 0 ? [Right.now() + offsetMs()] : args, self) as object,
  get: (target, name) => (name === "now" ? () => Right.now() + offsetMs() : Reflect.get(target, name)),
});
