import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { type Counts, isMember } from "../portal.ts";
import { useMe, usePortal } from "../use-session.ts";
import { useNavigation } from "./use-navigation.ts";
import classes from "./Navigation.module.css";

const NO_COUNTS = queryOptions<Counts>({ queryKey: ["counts"], queryFn: skipToken });

/** The screens of the portal, with how much waits in each. */
export function Navigation({ className, onNavigate }: { readonly className?: string | undefined; readonly onNavigate?: () => void }) {
  const { t, i18n } = useTranslation();
  const portal = usePortal();
  const navigation = useNavigation();
  // Whoever has nothing to do here may not read them.
  const counted = isMember(useMe(), portal) ? portal.counts : undefined;
  const counts = useQuery(counted ?? NO_COUNTS).data ?? {};
  return (
    <nav aria-label={t("shell.navigation")} className={className}>
      <ul className={classes["list"]}>
        {navigation.map(({ screen, to, icon: Icon, label }) => {
          const count = counts[screen];
          return (
            <li key={to}>
              <Link to={to} className={classes["entry"]} activeOptions={{ exact: to === "/", includeSearch: false }} onClick={onNavigate}>
                <Icon size={18} stroke={1.7} aria-hidden />
                <span className={classes["label"]}>{label}</span>
                {count === undefined ? null : <span className={classes["count"]}>{formatCount(count, i18n.language)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
