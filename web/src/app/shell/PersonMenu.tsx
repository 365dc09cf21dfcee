import { Avatar, Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconLanguage, IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { changeLanguage, LANGUAGES } from "../language.ts";
import { initialsOf } from "../portal.ts";
import { useMe, useSignOut } from "../use-session.ts";
import classes from "./PersonMenu.module.css";

/** Who is signed in, the language, and the way out. */
export function PersonMenu() {
  const { t, i18n } = useTranslation();
  const { name, email, version } = useMe();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes["button"]} aria-label={t("person.menu", { name })}>
          <Avatar size={30} color="indigo" aria-hidden>
            {initialsOf(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes["person"]}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
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
