import { Drawer } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Navigation } from "./Navigation.tsx";
import { SellerSwitch } from "./SellerSwitch.tsx";
import classes from "./NavigationDrawer.module.css";

/** The navigation on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer opened={opened} onClose={onClose} size={280} padding="md" title="Vitrine" closeButtonProps={{ "aria-label": t("shell.close") }}>
      <div className={classes["seller"]}>
        <SellerSwitch />
      </div>
      <Navigation onNavigate={onClose} />
    </Drawer>
  );
}
