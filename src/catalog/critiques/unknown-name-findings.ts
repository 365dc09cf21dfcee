import type { NameIndex } from "../../reference/index.ts";
import type { Finding } from "../product.ts";

/** The finding about a name that is not registered, with suggestions. A registered name has no finding. */
export function unknownNameFindings(pointer: string, received: string, names: NameIndex): readonly Finding[] {
  return names.has(received) ? [] : [{ pointer, received, suggestions: names.suggest(received) }];
}
