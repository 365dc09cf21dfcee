/** The part of an actor's name before the colon: `operator` for `operator:key_3`, `timer` for `timer`. Sellers may see only this part. */
export const kindOfActor = (actor: string): string => actor.split(":", 1)[0]!;
