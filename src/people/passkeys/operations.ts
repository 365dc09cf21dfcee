import { isoDateTime, realNow } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, type Refusal } from "../../platform/contract/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import type { PersonCall, VisitorCall } from "../person-identity.ts";
import { lockPerson } from "../queries.ts";
import { staleRefusal } from "../sign-in/recent.ts";
import { registrationOptions, signInOptions, siteRefusal, verifiedRegistration } from "./ceremony.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";
import { storePasskey } from "./store.ts";

const PASSKEYS_MAX = 20;
const DEFAULT_NAME = { "pt-BR": "Chave de acesso", en: "Passkey" } as const;

/** Registering, listing and removing passkeys, and the options for signing in with one. */
export function passkeyEndpoints(context: PeopleContext): readonly Endpoint[] {
  const { db, wallClock } = context;
  const passkeysOf = (personId: string) => db.run([], queries.listPasskeys, [personId]);

  return [
    endpoint(
      contract.passkeySignInOptions,
      async ({ who }: VisitorCall<typeof contract.passkeySignInOptions>) =>
        siteRefusal(who.site) ??
        context.attempts.count(who.address, undefined, realNow()) ?? {
          status: 200,
          body: { options: await signInOptions(context, who.site) },
        },
    ),
    endpoint(contract.passkeyOptions, async ({ who }: PersonCall<typeof contract.passkeyOptions>): Promise<Answer | Refusal> => {
      const refusal = staleRefusal(context, who) ?? siteRefusal(who.site);
      if (refusal !== undefined) return refusal;
      const existing = (await passkeysOf(who.personId)).map(({ credential_id }) => credential_id);
      if (existing.length >= PASSKEYS_MAX) return peopleErrors.refuse("passkeys_at_most", { allowed: PASSKEYS_MAX });
      return { status: 200, body: { options: await registrationOptions(context, who, who.site, existing) } };
    }),
    endpoint(contract.createPasskey, async ({ who, body, lang }: PersonCall<typeof contract.createPasskey>) => {
      const refusal = staleRefusal(context, who) ?? siteRefusal(who.site);
      if (refusal !== undefined) return refusal;
      const credential = await verifiedRegistration(context, body.passkey, who.personId, who.site);
      if (credential === undefined) return peopleErrors.refuse("passkey_invalid", { pointer: "/passkey" });
      const { name = DEFAULT_NAME[lang] } = body;
      const at = wallClock.now();
      const id = await db.transaction([], (transaction) =>
        storePasskey(transaction, { personId: who.personId, credential, site: who.site, name, at }),
      );
      if (id === undefined) return peopleErrors.refuse("passkey_invalid", { pointer: "/passkey" });
      return { status: 201, body: { id, name, createdAt: isoDateTime(at) } };
    }),
    endpoint(contract.listPasskeys, async ({ who }: PersonCall<typeof contract.listPasskeys>): Promise<Answer> => ({
      status: 200,
      body: { items: (await passkeysOf(who.personId)).map(passkeyView) },
    })),
    endpoint(contract.deletePasskey, async ({ who, path }: PersonCall<typeof contract.deletePasskey>): Promise<Answer | Refusal> => {
      const stale = staleRefusal(context, who);
      if (stale !== undefined) return stale;
      const { passkeyId } = path;
      return db.transaction([], async (transaction) => {
        const [person] = await transaction.run(lockPerson, [who.personId]);
        const passkeys = await transaction.run(queries.listPasskeys, [who.personId]);
        if (!passkeys.some(({ passkey_id }) => passkey_id === passkeyId))
          return peopleErrors.refuse("passkey_unknown", { pointer: "path.passkeyId", received: passkeyId });
        if (passkeys.length === 1 && person!.password_hash === null)
          return peopleErrors.refuse("last_way_in", { pointer: "path.passkeyId" });
        await transaction.run(queries.deletePasskey, [passkeyId, who.personId]);
        return { status: 204 };
      });
    }),
  ];
}

const passkeyView = (row: queries.PasskeyRow) => ({
  id: row.passkey_id,
  name: row.name,
  createdAt: isoDateTime(row.created_at),
  lastUsedAt: row.last_used_at === null ? undefined : isoDateTime(row.last_used_at),
});
