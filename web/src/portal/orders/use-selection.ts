import { useMemo, useState } from "react";
import type { ListedOrder } from "./tabs.ts";

/** The orders that a person has selected among those that are shown. */
export function useSelection(shown: readonly ListedOrder[] | undefined) {
  const [numbers, setNumbers] = useState<ReadonlySet<string>>(new Set());
  const orders = useMemo(() => shown?.filter(({ orderNumber }) => numbers.has(orderNumber)) ?? [], [shown, numbers]);
  return useMemo(
    () => ({
      numbers,
      orders,
      toggle: ({ orderNumber }: ListedOrder) => setNumbers((before) => before.symmetricDifference(new Set([orderNumber]))),
      toggleAll: () => setNumbers(orders.length === shown?.length ? new Set() : new Set(shown?.map(({ orderNumber }) => orderNumber))),
    }),
    [numbers, orders, shown],
  );
}
