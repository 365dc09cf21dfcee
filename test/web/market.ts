import { type Client, type Marketplace, type MarketplaceOptions, startMarketplace } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { enter, invite, newPerson, type Person, personOf } from "../people/people.ts";
import { openShop, type Shop } from "./shop.ts";

type Invited = NonNullable<Parameters<typeof newPerson>[1]>;

/**
 * A whole marketplace with its pages, for journeys. Its clock goes with real time, as browsers' do. It has a seller, and one person of each kind, who are
 * signed in; what is in their names or ends their sessions asks for somebody else.
 */
export interface PagesMarket extends Marketplace, AsyncDisposable {
  readonly shop: Shop;
  /** Lívia Prado, administrator of the shop. */
  readonly shopkeeper: Person;
  /** Marina Alves, who reviews products for the marketplace. */
  readonly reviewer: Person;
  /** What an administrator of the marketplace may do, by a key. */
  readonly admin: Client;
  /** Somebody else who is signed in; works for the marketplace unless `sellerId` says for whom. */
  person(invited?: Invited): Promise<Person>;
  /** Another seller. */
  newShop(name: string): Promise<Shop>;
  /** Takes somebody into a team as well. They sign in again, because a change of rights changes the cookie. */
  join(person: Person, invited: Invited): Promise<Person>;
  /** The address of an invitation that nobody has used, from the address of the portal on. */
  invitationPath(invited?: Invited): Promise<string>;
}

const SETTINGS = {
  SIGN_INS_PER_HOUR: "1000000",
  PERSON_QUOTA_PER_MINUTE: "1000000",
  // Products of families that are not complete stay in Recebido.
  FAMILY_SETTLE_SECONDS: "3600",
};

/** Starts a marketplace with its pages: those that were built last, or those in `pages`. */
export async function startPages({ settings, ...options }: MarketplaceOptions = {}): Promise<PagesMarket> {
  const market = await startMarketplace({ clock: movableClock(), ...options, settings: { ...SETTINGS, ...settings } });
  const admin = await market.operator("admin");
  const newShop = (name: string) => openShop(market, admin, name);
  const shop = await newShop("Loja Primeira Vitrine");
  return {
    ...market,
    admin,
    shop,
    shopkeeper: await shop.person("administrator"),
    reviewer: await newPerson(market, { name: "Marina Alves", role: "catalog" }),
    newShop,
    person: (invited) => newPerson(market, invited),
    async join(person, invited) {
      const { code } = await invite(market, { ...invited, email: person.email });
      await person.post("/portal/v1/invitations/accept", { invitation: code });
      return personOf(market, await enter(market, person.email));
    },
    async invitationPath(invited = {}) {
      const { code } = await invite(market, invited);
      return `${(invited.sellerId ?? 0) === 0 ? "/backoffice" : "/portal"}/convite#${code}`;
    },
    [Symbol.asyncDispose]: market.stop,
  };
}
