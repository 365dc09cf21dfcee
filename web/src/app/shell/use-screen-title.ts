import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { createSignal, useSignal } from "../../api/signal.ts";

/** What a screen says is its title now, such as an order's number. */
const ownTitle = createSignal<string | undefined>(undefined);

/** Gives the screen that is shown a title of its own. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    ownTitle.set(title);
    return () => ownTitle.set(undefined);
  }, [title]);
}

/** The title of the screen that is shown. It becomes the page's title too. */
export function useScreenTitle(): string {
  const { t } = useTranslation();
  const screen = useMatches().at(-1)?.staticData.screen;
  const [owner, name] = screen?.split("/") ?? [];
  const own = useSignal(ownTitle);
  // The namespace is known only while the program runs.
  const title = own ?? (screen === undefined ? "" : t(`screens.${name}` as "screens.account", { ns: owner as "app" }));
  useEffect(() => {
    document.title = title === "" ? "Vitrine" : `${title} · Vitrine`;
  }, [title]);
  return title;
}
