import { publicId } from "../../platform/basics/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { hostNameOf, type Site } from "../sign-in/site.ts";
import type { NewCredential } from "./ceremony.ts";
import { insertPasskey } from "./queries.ts";

/** A passkey that a person is given. */
export interface NewPasskey {
  readonly personId: string;
  readonly credential: NewCredential;
  readonly site: Site;
  readonly name: string;
  readonly at: number;
}

/** Stores a passkey in an open transaction. Resolves to its id; undefined when somebody has it already. */
export async function storePasskey(
  transaction: Transaction,
  { personId, credential, site, name, at }: NewPasskey,
): Promise<string | undefined> {
  const { id, publicKey, counter, transports = [] } = credential;
  const rpId = hostNameOf(site.host);
  const [row] = await transaction.run(insertPasskey, [
    publicId("pky"),
    id,
    personId,
    Buffer.from(publicKey),
    counter,
    transports,
    rpId,
    name,
    at,
  ]);
  return row?.passkey_id;
}
