import { ActionIcon } from "@mantine/core";
import { IconKeyboard, IconMenu2, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import mark from "../mark.svg";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useMe } from "../use-session.ts";
import { NoticesButton } from "./NoticesButton.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { SellerSwitch } from "./SellerSwitch.tsx";
import { SHELL_KEYS } from "./keys.ts";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import classes from "./TopBar.module.css";

/** The bar at the top of every screen. */
export function TopBar({
  onMenu,
  onSearch,
  onHelp,
}: {
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}) {
  const { t } = useTranslation();
  const { environment } = useMe();
  return (
    <header className={classes["bar"]}>
      <div className={classes["side"]}>
        <ActionIcon className={classes["menu"]} size="lg" aria-label={t("shell.menu")} onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
        <Link to="/" className={classes["mark"]} aria-label="Vitrine">
          <img src={mark} width={24} height={24} alt="" />
          <span>Vitrine</span>
        </Link>
        {environment === "sandbox" ? <span className={classes["environment"]}>sandbox</span> : null}
        <SellerSwitch />
      </div>
      <button type="button" className={classes["search"]} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span className={classes["searchText"]}>{t("palette.open")}</span>
        <KeyHint keys={SHELL_KEYS.palette.keys} />
      </button>
      <div className={classes["tools"]}>
        <ActionIcon className={classes["wide"]} size="lg" title={t("keys.title")} aria-label={t("keys.title")} onClick={onHelp}>
          <IconKeyboard size={19} stroke={1.7} />
        </ActionIcon>
        <ThemeSwitch />
        <NoticesButton />
        <PersonMenu />
      </div>
    </header>
  );
}
