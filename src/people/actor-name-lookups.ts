import { kindOfActor } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import { findNames } from "./queries.ts";

const PREFIX = "person:";

/** The names of the people among actors of events, ledgers and logs. Other actors, and people who were removed, have none. */
export async function findActorNames(db: Pick<Database, "run">, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = [...new Set(actors)].filter((actor) => kindOfActor(actor) === "person");
  if (people.length === 0) return new Map();
  const rows = await db.run([], findNames, [people.map((actor) => actor.slice(PREFIX.length))]);
  return new Map(rows.map(({ person_id, name }) => [PREFIX + person_id, name]));
}
