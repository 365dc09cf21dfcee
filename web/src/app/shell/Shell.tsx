import { useDisclosure } from "@mantine/hooks";
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { chosenSeller } from "../../api/seller-choice.ts";
import { useSignal } from "../../api/signal.ts";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { isMember } from "../portal.ts";
import { useMe, usePortal } from "../use-session.ts";
import { SHELL_KEYS } from "./keys.ts";
import { Navigation } from "./Navigation.tsx";
import { NoMembership } from "./NoMembership.tsx";
import { TopBar } from "./TopBar.tsx";
import { useNavigationKeys } from "./use-navigation-keys.ts";
import { useScreenTitle } from "./use-screen-title.ts";
import { useSellerChoice } from "./use-seller-choice.ts";
import { useWhenOpened } from "./use-when-opened.ts";
import classes from "./Shell.module.css";

// Loaded when they are opened for the first time.
const KeysHelp = lazy(async () => ({ default: (await import("./KeysHelp.tsx")).KeysHelp }));
const NavigationDrawer = lazy(async () => ({ default: (await import("./NavigationDrawer.tsx")).NavigationDrawer }));
const Palette = lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }));

/** The frame around every screen: top bar, navigation, command palette, help. */
export function Shell() {
  const { t } = useTranslation();
  const portal = usePortal();
  const isAtHome = isMember(useMe(), portal);
  const sellerId = useSignal(chosenSeller);
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const main = useFocusAfterNavigation();
  useSellerChoice();
  useKeys(SHELL_KEYS, { palette: palette.open, help: help.open }, { isGeneral: true });
  useNavigationKeys();
  return (
    <div className={classes["frame"]}>
      <a className={classes["skip"]} href="#content">
        {t("shell.skip")}
      </a>
      <TopBar onMenu={drawer.open} onSearch={palette.open} onHelp={help.open} />
      <Navigation className={classes["navigation"]} />
      {/* Another seller has other data: everything begins anew. */}
      <main key={sellerId} id="content" ref={main} tabIndex={-1} className={classes["content"]}>
        {isAtHome ? <Outlet /> : <NoMembership />}
      </main>
      <ScreenAnnouncement />
      <Suspense>
        {useWhenOpened(isDrawerOpen) ? <NavigationDrawer opened={isDrawerOpen} onClose={drawer.close} /> : null}
        {useWhenOpened(isPaletteOpen) ? <Palette opened={isPaletteOpen} onClose={palette.close} onHelp={help.open} /> : null}
        {useWhenOpened(isHelpOpen) ? <KeysHelp opened={isHelpOpen} onClose={help.close} /> : null}
      </Suspense>
    </div>
  );
}

/** Tells screen readers which screen is shown now. */
function ScreenAnnouncement() {
  return (
    <div className="visually-hidden" role="status">
      {useScreenTitle()}
    </div>
  );
}

/** Moves the focus into a new screen, as a page load would. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
        if (pathChanged && fromLocation !== undefined) main.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return main;
}
