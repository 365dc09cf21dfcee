import "@mantine/notifications/styles.layer.css";
import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../api/signal.ts";
import { type Notice, notices } from "./notices.ts";

const COLORS: Readonly<Record<Notice["kind"], string>> = { done: "green", failed: "red", news: "indigo" };
const SHOWN_MS: Readonly<Record<Notice["kind"], number>> = { done: 4_000, failed: 10_000, news: 6_000 };

let shown = 0;

/** Shows each notice once, in a corner; screen readers read it out. */
export function Toasts() {
  const { t } = useTranslation("ui");
  const all = useSignal(notices);
  useEffect(() => {
    for (const { id, kind, text } of all.toReversed()) {
      if (id <= shown) continue;
      shown = id;
      notifications.show({
        message: text,
        color: COLORS[kind],
        autoClose: SHOWN_MS[kind],
        withBorder: true,
        closeButtonProps: { "aria-label": t("close") },
      });
    }
  }, [all, t]);
  return <Notifications position="bottom-right" limit={4} />;
}
