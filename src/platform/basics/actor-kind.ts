/** Who did something as sellers are told it, a kind and never a name: `operator` of `operator:key_3`, `timer` of `timer`. */
export const kindOfActor = (actor: string): string => actor.split(":", 1)[0]!;
