import { UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { sellersOf } from "../portal.ts";
import { useMe, usePortal } from "../use-session.ts";
import { dropdownOf, OnDemand } from "../../ui/OnDemand.tsx";
import { useSellerChoice } from "./use-seller-choice.ts";
import classes from "./SellerSwitch.module.css";

const SellerMenu = dropdownOf(async () => (await import("./SellerMenu.tsx")).SellerMenu);

/** The seller that the person works for now. Who has several changes between them here. */
export function SellerSwitch() {
  const { t } = useTranslation();
  const { name } = usePortal();
  const sellers = sellersOf(useMe());
  const chosen = useSellerChoice();
  if (name !== "portal" || chosen === undefined) return null;
  if (sellers.length === 1) return <span className={classes["only"]}>{chosen.sellerName}</span>;
  return (
    <OnDemand renderDropdown={(props) => <SellerMenu {...props} />}>
      <UnstyledButton className={classes["switch"]} aria-label={t("seller.change", { seller: chosen.sellerName })}>
        <span className={classes["name"]}>{chosen.sellerName}</span>
        <IconSelector size={14} aria-hidden />
      </UnstyledButton>
    </OnDemand>
  );
}
