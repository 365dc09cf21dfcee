import type { Environment } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { invitationPath, issueInvitation } from "./create.ts";
import { hasSignedIn } from "./queries.ts";

/** The pages that let the first people in, from the address of the portal on. Absent once somebody of that kind has signed in. */
export interface FirstPeople {
  /** For the marketplace's first administrator. */
  readonly backoffice?: string;
  /** For the first administrator of the seller that a sandbox starts with. */
  readonly portal?: string;
}

interface FirstPerson {
  readonly key: keyof FirstPeople;
  readonly sellerId: number;
  readonly role: string;
  readonly name: string;
  /** In production, whoever accepts says their own e-mail. */
  readonly sandboxEmail: string;
}

/**
 * Invites the first people, until they have signed in once: an administrator of the marketplace and, in a sandbox, one of its ready seller. Each start gives
 * new codes and withdraws those before.
 */
export async function inviteFirstPeople(
  db: Pick<Database, "run" | "transaction">,
  { environment, sellerId, at }: { readonly environment: Environment; readonly sellerId: number | undefined; readonly at: number },
): Promise<FirstPeople> {
  const people: readonly FirstPerson[] = [
    { key: "backoffice", sellerId: 0, role: "admin", name: "Administração", sandboxEmail: "admin@vitrine.example" },
    ...(sellerId === undefined
      ? []
      : [{ key: "portal", sellerId, role: "administrator", name: "Loja", sandboxEmail: "loja@vitrine.example" } as const]),
  ];
  const links: { -readonly [Key in keyof FirstPeople]: FirstPeople[Key] } = {};
  for (const { key, sandboxEmail, ...person } of people) {
    const [found] = await db.run([], hasSignedIn, [person.sellerId, person.role]);
    if (found!.signed_in) continue;
    const email = environment === "sandbox" ? sandboxEmail : null;
    const request = { ...person, kind: "join", email, invitedBy: "command line", at } as const;
    const { code } = await issueInvitation(db, request);
    links[key] = invitationPath(code, person.sellerId);
  }
  return links;
}
