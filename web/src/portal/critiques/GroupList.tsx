import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { Tag } from "../../ui/StateBadge.tsx";
import type { CritiqueCount } from "./queries.ts";
import classes from "./GroupList.module.css";

/** The codes with their rule and how often they stand, the most frequent first. */
export function GroupList({ groups, open }: { readonly groups: readonly CritiqueCount[]; readonly open: string | undefined }) {
  const { t, i18n } = useTranslation("portal/critiques");
  const shown = (count: number) => formatCount(count, i18n.language);
  return (
    <ul className={classes["groups"]} aria-label={t("groups")}>
      {groups.map(({ code, severity, rule, count, products }) => (
        <li key={code}>
          <Link to="/criticas" search={{ codigo: code }} className={classes["group"]} aria-current={code === open ? "page" : undefined}>
            <span className={classes["words"]}>
              <span className={classes["rule"]}>{rule === "" ? code : rule}</span>
              <span className={classes["code"]}>
                <code>{code}</code>
                {severity === "warning" ? <Tag color="grey">{t("warning")}</Tag> : null}
              </span>
            </span>
            <span className={classes["counts"]}>
              <strong>{shown(count)}</strong>
              <span>{t("inProducts", { count: products, shown: shown(products) })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
