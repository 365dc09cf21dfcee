import { Menu } from "@mantine/core";
import { IconBuildingStore, IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { chooseSeller } from "../../api/seller-choice.ts";
import { meQuery } from "../../api/session.ts";
import { sellersOf } from "../portal.ts";
import { useMe } from "../use-session.ts";
import type { DropdownProps } from "../../ui/OnDemand.tsx";
import { useSellerChoice } from "./use-seller-choice.ts";

/** All sellers that the person works for. */
export function SellerMenu({ button, ...state }: DropdownProps) {
  const { t } = useTranslation();
  const sellers = sellersOf(useMe());
  const chosen = useSellerChoice();
  const change = useChangeOfSeller();
  return (
    <Menu {...state} position="bottom-start" width={280}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {sellers.map(({ sellerId, sellerName }) => (
          <Menu.Item
            key={sellerId}
            leftSection={<IconBuildingStore size={16} aria-hidden />}
            rightSection={sellerId === chosen?.sellerId ? <IconCheck size={16} aria-label={t("seller.current")} /> : null}
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
