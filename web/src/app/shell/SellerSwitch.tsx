import { Menu, UnstyledButton } from "@mantine/core";
import { IconBuildingStore, IconCheck, IconSelector } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { chooseSeller } from "../../api/seller-choice.ts";
import { meQuery } from "../../api/session.ts";
import { sellersOf } from "../portal.ts";
import { useMe, usePortal } from "../use-session.ts";
import { useSellerChoice } from "./use-seller-choice.ts";
import classes from "./SellerSwitch.module.css";

/** The seller that the person works for now. Who has several changes between them here. */
export function SellerSwitch() {
  const { t } = useTranslation();
  const { name } = usePortal();
  const sellers = sellersOf(useMe());
  const chosen = useSellerChoice();
  const change = useChangeOfSeller();
  if (name !== "portal" || chosen === undefined) return null;
  if (sellers.length === 1) return <span className={classes["only"]}>{chosen.sellerName}</span>;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes["switch"]} aria-label={t("seller.change", { seller: chosen.sellerName })}>
          <span className={classes["name"]}>{chosen.sellerName}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {sellers.map(({ sellerId, sellerName }) => (
          <Menu.Item
            key={sellerId}
            leftSection={<IconBuildingStore size={16} aria-hidden />}
            rightSection={sellerId === chosen.sellerId ? <IconCheck size={16} aria-label={t("seller.current")} /> : null}
            onClick={() => change(sellerId)}
          >
            {sellerName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Forgets what was read for the seller before, and begins at home. */
function useChangeOfSeller(): (sellerId: number) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (sellerId) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    chooseSeller(sellerId);
    void router.navigate({ to: "/" });
  };
}
