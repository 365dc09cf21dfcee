import type { Call, Lang, Operation } from "../platform/contract/index.ts";
import type { Role } from "../sellers/index.ts";
import type { SellerRole } from "./roles.ts";
import type { Site } from "./sign-in/site.ts";

/** What a person may, for the marketplace or for a seller. */
export type Membership =
  | { readonly kind: "marketplace"; readonly role: Role }
  | {
      readonly kind: "seller";
      readonly sellerId: number;
      readonly sellerName: string;
      readonly isSuspended: boolean;
      readonly role: SellerRole;
    };

/** A person who is signed in. */
export interface PersonIdentity {
  readonly personId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly language: Lang;
  /** Epoch ms of the wall clock. */
  readonly signedInAt: number;
  readonly memberships: readonly Membership[];
  /** Name of the person in the audit log, ledgers, histories and events. */
  readonly actor: string;
  readonly site: Site;
}

/** Somebody who may be about to sign in. */
export interface Visitor {
  /** Of the socket. */
  readonly address: string;
  readonly agent: string;
  readonly site: Site;
  /** The session cookie that came along; it may be worth nothing. */
  readonly token: string | undefined;
}

/** A call of an operation of the portal by a person. */
export type PersonCall<O extends Operation> = Call<O, PersonIdentity>;
/** A call of an operation of the portal by anybody. */
export type VisitorCall<O extends Operation> = Call<O, Visitor>;

const ACTOR = "person:";
/** The name of a person in the audit log, ledgers, histories and events. */
export const actorOf = (personId: string): string => ACTOR + personId;

/** The membership for a seller; undefined when there is none. */
export const membershipOf = ({ memberships }: Pick<PersonIdentity, "memberships">, sellerId: number) =>
  memberships.find((one) => one.kind === "seller" && one.sellerId === sellerId) as Extract<Membership, { kind: "seller" }> | undefined;

/** The role among the marketplace's people; undefined when there is none. */
export const marketplaceRoleOf = ({ memberships }: Pick<PersonIdentity, "memberships">): Role | undefined =>
  memberships.find((one) => one.kind === "marketplace")?.role;
