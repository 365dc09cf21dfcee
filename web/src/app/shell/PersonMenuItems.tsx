import { Menu } from "@mantine/core";
import { IconCheck, IconLanguage, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { changeLanguage, LANGUAGES } from "../language.ts";
import { useMe, useSignOut } from "../use-session.ts";
import type { DropdownProps } from "../../ui/OnDemand.tsx";
import classes from "./PersonMenu.module.css";

/** What is in the person's menu. */
export function PersonMenuItems({ button, ...state }: DropdownProps) {
  const { t, i18n } = useTranslation();
  const { name, email, version } = useMe();
  const signOut = useSignOut();
  return (
    <Menu {...state} position="bottom-end" width={260}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes["person"]}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/conta" leftSection={<IconUserCircle size={16} aria-hidden />}>
          {t("screens.account")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t("person.language")}</Menu.Label>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconLanguage size={16} aria-hidden />}
            rightSection={language === i18n.language ? <IconCheck size={16} aria-label={t("person.currentLanguage")} /> : null}
            onClick={() => void changeLanguage(i18n, language)}
          >
            {t(`languages.${language}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t("person.signOut")}
        </Menu.Item>
        <div className={classes["version"]}>Vitrine {version}</div>
      </Menu.Dropdown>
    </Menu>
  );
}
