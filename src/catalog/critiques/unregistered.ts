import type { NameIndex } from "../../reference/index.ts";
import type { Finding } from "../product.ts";

/** The finding of a name that a list does not hold, with its nearest names; none when the list holds it. */
export function unregistered(pointer: string, received: string, names: NameIndex): readonly Finding[] {
  return names.has(received) ? [] : [{ pointer, received, suggestions: names.suggest(received) }];
}
