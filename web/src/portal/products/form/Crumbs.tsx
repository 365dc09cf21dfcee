import { Anchor } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./Form.module.css";

/** Leads back to the list, at the place where it was left. */
export function Crumbs({ here }: { readonly here: string }) {
  const { t } = useTranslation("portal/products");
  const router = useRouter();
  return (
    <nav className={classes["crumbs"]} aria-label={t("form.crumbs")}>
      <Anchor
        component={Link}
        to="/produtos"
        onClick={(event: React.MouseEvent) => {
          if (!router.history.canGoBack() || event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          router.history.back();
        }}
      >
        {t("list.title")}
      </Anchor>
      <IconChevronRight size={14} aria-hidden />
      <span>{here}</span>
    </nav>
  );
}
