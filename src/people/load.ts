import type { PeopleContext } from "./context.ts";
import { meView } from "./me-view.ts";
import type { PersonIdentity } from "./person-identity.ts";
import { findPerson } from "./queries.ts";

/** Loads a person as they see themselves. */
export async function loadMe(context: PeopleContext, who: Omit<PersonIdentity, "site">): Promise<object> {
  const [row] = await context.db.run([], findPerson, [who.personId]);
  return meView(context, who, row!);
}
