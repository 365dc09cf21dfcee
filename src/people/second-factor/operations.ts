import { randomBytes, realNow } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, type Refusal } from "../../platform/contract/index.ts";
import { base32, codeAddress, stepOfCode } from "../../platform/crypto/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import { loadMe } from "../load.ts";
import type { PersonCall } from "../person-identity.ts";
import { findPerson } from "../queries.ts";
import { staleRefusal } from "../sign-in/recent.ts";
import * as contract from "./contract.ts";
import * as queries from "./queries.ts";
import { CODE_SECRET } from "./secret.ts";

/** As long as the hash it is used with (RFC 4226 4). */
const SECRET_BYTES = 20;
const ISSUER = { sandbox: "Vitrine (sandbox)", production: "Vitrine" } as const;

/** Time-based codes, the second factor of people who sign in with a password. */
export function secondFactorEndpoints(context: PeopleContext): readonly Endpoint[] {
  const { db, keys, environment, wallClock } = context;

  return [
    endpoint(contract.beginTimeBasedCodes, async ({ who }: PersonCall<typeof contract.beginTimeBasedCodes>): Promise<Answer | Refusal> => {
      const stale = staleRefusal(context, who);
      if (stale !== undefined) return stale;
      const secret = randomBytes(SECRET_BYTES);
      const sealed = keys.seal(secret, [CODE_SECRET, who.personId]);
      const [begun] = await db.run([], queries.beginCodes, [who.personId, sealed]);
      if (begun === undefined) return peopleErrors.refuse("codes_active");
      return { status: 201, body: { secret: base32(secret), address: codeAddress(ISSUER[environment], who.email, secret) } };
    }),
    endpoint(contract.confirmTimeBasedCodes, async ({ who, body }: PersonCall<typeof contract.confirmTimeBasedCodes>) => {
      const [row] = await db.run([], findPerson, [who.personId]);
      if (row!.code_since !== null) return peopleErrors.refuse("codes_active");
      if (row!.code_secret === null) return peopleErrors.refuse("codes_not_begun");
      const secret = keys.open(row!.code_secret, [CODE_SECRET, who.personId]);
      const step = stepOfCode(secret, body.code, realNow(), 0);
      if (step === undefined)
        return peopleErrors.refuse("code_not_confirmed", { pointer: "/code", received: body.code, personal: ["received"] });
      const [confirmed] = await db.run([], queries.confirmCodes, [who.personId, step, wallClock.now(), row!.code_secret]);
      return confirmed ? { status: 200, body: await loadMe(context, who) } : peopleErrors.refuse("codes_active");
    }),
    endpoint(contract.endTimeBasedCodes, async ({ who }: PersonCall<typeof contract.endTimeBasedCodes>): Promise<Answer | Refusal> => {
      const stale = staleRefusal(context, who);
      if (stale !== undefined) return stale;
      await db.run([], queries.endCodes, [who.personId]);
      return { status: 204 };
    }),
  ];
}
