import { DAY_MS, realNow } from "../platform/basics/clock.ts";
import { Declined } from "./http-client.ts";
import type { Instance } from "./instance.ts";

/** What a credential is for. */
export interface CredentialWish {
  /** As its seller sees it in the list of credentials. */
  readonly name: string;
  /** Without them it may do everything. */
  readonly scopes?: readonly string[];
  /** Calls per minute. */
  readonly plan?: number;
}

/** A seller's credential that the command line has for a while. */
export interface BorrowedCredential {
  readonly id: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** Gives it back; throws when it cannot be revoked. */
  revoke(): Promise<void>;
}

/** It ends by itself when nobody is left to revoke it. */
const LIFE_MS = DAY_MS;

/** Issues a credential to work as a seller with; whoever has it revokes it, whatever happens. */
export async function borrowCredential(instance: Instance, sellerId: number, wish: CredentialWish): Promise<BorrowedCredential> {
  const path = `/operator/v1/sellers/${sellerId}/credentials`;
  const { id, clientId, accessToken } = await issued(instance, path, { ...wish, expiresAt: realNow() + LIFE_MS });
  return {
    id,
    clientId,
    accessToken,
    async revoke() {
      await instance.ask("DELETE", `${path}/${id}`);
    },
  };
}

type Issued = Omit<BorrowedCredential, "revoke">;
interface Ended {
  readonly revokedAt: string;
}

/** A credential of an application of its own; where only admitted ones get any, of the one the seller works with already. */
async function issued(instance: Instance, path: string, wanted: object): Promise<Issued> {
  try {
    return (await instance.ask<Issued>("POST", path, wanted)).body!;
  } catch (error) {
    if (!(error instanceof Declined) || !error.codes.includes("report_required")) throw error;
    const { body } = await instance.ask<{ readonly items: readonly Partial<Issued & Ended>[] }>("GET", path);
    const live = body!.items.find(({ revokedAt }) => revokedAt === undefined);
    if (live?.clientId === undefined) throw error;
    return (await instance.ask<Issued>("POST", path, { ...wanted, clientId: live.clientId })).body!;
  }
}
