import type { NameIndex } from "../../reference/index.ts";
import type { Finding } from "../product.ts";

/** The finding of a name that is not registered, with suggestions; none when it is registered. */
export function unknownNameFindings(pointer: string, received: string, names: NameIndex): readonly Finding[] {
  return names.has(received) ? [] : [{ pointer, received, suggestions: names.suggest(received) }];
}
