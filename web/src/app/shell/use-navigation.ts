import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { chosenSeller } from "../../api/seller-choice.ts";
import { useSignal } from "../../api/signal.ts";
import type { NavigationEntry } from "../portal.ts";
import { useMe, usePortal } from "../use-session.ts";

/** The screens that the person may open, with their words. */
export function useNavigation(): readonly (NavigationEntry & { readonly label: string })[] {
  const { name, navigation } = usePortal();
  const me = useMe();
  const sellerId = useSignal(chosenSeller);
  const { t } = useTranslation(name);
  return useMemo(
    () =>
      navigation
        .filter(({ isFor }) => isFor === undefined || isFor(me, sellerId))
        // Which screen it is, is known only while the program runs.
        .map((entry) => ({ ...entry, label: t(`screens.${entry.screen.slice(name.length + 1)}` as "screens.home") })),
    [navigation, name, me, sellerId, t],
  );
}
