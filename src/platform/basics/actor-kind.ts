/** The kind of an actor: `operator` for `operator:key_3`, `timer` for `timer`. Sellers may see the kind but not the name. */
export const kindOfActor = (actor: string): string => actor.split(":", 1)[0]!;
