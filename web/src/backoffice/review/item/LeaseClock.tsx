import { IconLock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Claims } from "../desk/claims.ts";
import classes from "./item.module.css";

const SECOND_MS = 1_000;
const SECONDS = 60;

/** For how long the item is the reviewer's alone, unless it is renewed. */
export function LeaseClock({ claims }: { readonly claims: Claims }) {
  const { t } = useTranslation("backoffice/review");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(ticking);
  }, []);
  const until = claims.leaseUntil();
  if (until === undefined) return null;
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS));
  return (
    <span className={classes["lease"]} title={t("item.lease")}>
      <IconLock size={13} aria-hidden />
      <span className="visually-hidden">{t("item.lease")}</span>
      {Math.floor(left / SECONDS)}:{String(left % SECONDS).padStart(2, "0")}
    </span>
  );
}
