import { ActionIcon, Indicator, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../api/signal.ts";
import { Instant } from "../../ui/Instant.tsx";
import { notices, unreadNotices } from "../notices.ts";
import classes from "./NoticesPanel.module.css";

/** What was told during this visit, to be read again. */
export function NoticesPanel() {
  const { t } = useTranslation();
  const all = useSignal(notices);
  const unread = useSignal(unreadNotices);
  return (
    <Popover position="bottom-end" width={340} withArrow trapFocus onChange={() => unreadNotices.set(0)}>
      <Popover.Target>
        <ActionIcon size="lg" aria-label={t("notices.open", { count: unread })}>
          <Indicator disabled={unread === 0} size={8} offset={3} color="indigo">
            <IconBell size={19} stroke={1.7} />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("notices.title")} className={classes["panel"]}>
        <h2 className={classes["title"]}>{t("notices.title")}</h2>
        {all.length === 0 ? <p className={classes["none"]}>{t("notices.none")}</p> : null}
        {all.length === 0 ? null : (
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
