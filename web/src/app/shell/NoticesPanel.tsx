import { Popover } from "@mantine/core";
import { cloneElement } from "react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../api/signal.ts";
import { Instant } from "../../ui/Instant.tsx";
import { notices, unreadNotices } from "../notices.ts";
import type { DropdownProps } from "../../ui/OnDemand.tsx";
import classes from "./NoticesPanel.module.css";

/** What was told during this visit, to be read again. */
export function NoticesPanel({ button, opened, onChange }: DropdownProps) {
  const { t } = useTranslation();
  const all = useSignal(notices);
  const change = (isOpen: boolean) => {
    unreadNotices.set(0);
    onChange(isOpen);
  };
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={340} withArrow trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { onClick: () => change(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={t("notices.title")} className={classes["panel"]}>
        <h2 className={classes["title"]}>{t("notices.title")}</h2>
        {all.length === 0 ? (
          <p className={classes["none"]}>{t("notices.none")}</p>
        ) : (
          <ul className={classes["list"]} tabIndex={0}>
            {all.map(({ id, kind, text, at }) => (
              <li key={id} data-kind={kind}>
                {text} <Instant at={at} />
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
