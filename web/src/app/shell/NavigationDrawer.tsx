import { Drawer } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Navigation } from "./Navigation.tsx";
import { SellerSwitch } from "./SellerSwitch.tsx";
import classes from "./NavigationDrawer.module.css";

/** The navigation on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  // Opens once it is there, so that it knows where to give the focus back.
  const isMounted = useMounted();
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened && isMounted}
      onClose={onClose}
      size={280}
      padding="md"
      title="Vitrine"
      closeButtonProps={{ "aria-label": t("shell.close") }}
    >
      <div className={classes["seller"]}>
        <SellerSwitch />
      </div>
      <Navigation onNavigate={onClose} />
    </Drawer>
  );
}
