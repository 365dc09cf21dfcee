import { useEffect } from "react";
import { chooseSeller, chosenSeller } from "../../api/seller-choice.ts";
import { useSignal } from "../../api/signal.ts";
import { sellersOf } from "../portal.ts";
import { useMe } from "../use-session.ts";

/** Chooses the first of a person's sellers when none of them is chosen. Returns the chosen one; undefined if the person has none. */
export function useSellerChoice() {
  const sellers = sellersOf(useMe());
  const sellerId = useSignal(chosenSeller);
  const chosen = sellers.find((one) => one.sellerId === sellerId) ?? sellers[0];
  useEffect(() => {
    if (chosen !== undefined && chosen.sellerId !== sellerId) chooseSeller(chosen.sellerId);
  }, [chosen, sellerId]);
  return chosen;
}
