/** The kind of an actor, which sellers may see instead of its name: `operator` for `operator:key_3`, `timer` for `timer`. */
export const kindOfActor = (actor: string): string => actor.split(":", 1)[0]!;
