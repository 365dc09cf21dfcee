import { chosenSeller } from "../../api/seller-choice.ts";
import { useSignal } from "../../api/signal.ts";
import { useMe } from "../../app/use-session.ts";

/** The seller whose products are shown. */
export const useSellerId = (): number => useSignal(chosenSeller) ?? 0;

const WRITERS: ReadonlySet<string> = new Set(["administrator", "catalogue"]);
const OFFER_WRITERS: ReadonlySet<string> = new Set([...WRITERS, "stock"]);

/** Roles that do not see prices and stocks. */
const WITHOUT_OFFERS: ReadonlySet<string> = new Set(["accounting"]);

/** What the person may do here with products, and with prices and stocks. The server says so as well, and refuses the rest. */
export function useRights(): { readonly mayWrite: boolean; readonly mayOffer: boolean; readonly maySeeOffers: boolean } {
  const sellerId = useSellerId();
  const role = useMe().memberships.find((one) => one.sellerId === sellerId)?.role ?? "";
  return { mayWrite: WRITERS.has(role), mayOffer: OFFER_WRITERS.has(role), maySeeOffers: !WITHOUT_OFFERS.has(role) };
}
