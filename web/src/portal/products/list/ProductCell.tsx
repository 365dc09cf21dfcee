import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Picture } from "../../../ui/Picture.tsx";
import type { FoundProduct } from "../product-queries.ts";
import { useSellerId } from "../seller.ts";
import type { ListRow } from "./list-rows.ts";
import classes from "./ProductsPage.module.css";

const EDGE = 44;

/** The picture, the name, and what tells the product from its siblings. */
export function ProductCell({ row, onToggle }: { readonly row: ListRow; readonly onToggle: (group: string) => void }) {
  const sellerId = useSellerId();
  const product = row.kind === "product" ? row.product : row.members[0]!;
  return (
    <span className={classes["product"]} data-member={row.kind === "product" && row.isMember ? true : undefined}>
      {row.kind === "family" ? <FamilyToggle group={product.productGroup} isOpen={row.isOpen} onToggle={onToggle} /> : null}
      <Picture sellerId={sellerId} sku={product.sku} nth={product.pictures > 0 ? 0 : undefined} size={EDGE} alt="" />
      <span className={classes["words"]}>
        <span className={classes["name"]}>{product.name}</span>
        <span className={classes["facts"]}>{row.kind === "family" ? <FamilyFacts members={row.members} /> : factsOf(product)}</span>
      </span>
    </span>
  );
}

const factsOf = ({ sku, color, flavor, size }: FoundProduct): string => [sku, color ?? flavor, size].filter(Boolean).join(" · ");

function FamilyFacts({ members }: { readonly members: readonly FoundProduct[] }) {
  const { t } = useTranslation("portal/products");
  const { productGroup, familyMembers } = members[0]!;
  const found = members.length < familyMembers ? t("list.foundOf", { count: familyMembers, found: members.length }) : undefined;
  return <>{`${productGroup} · ${found ?? t("list.members", { count: familyMembers })}`}</>;
}

function FamilyToggle({
  group,
  isOpen,
  onToggle,
}: {
  readonly group: string;
  readonly isOpen: boolean;
  readonly onToggle: (group: string) => void;
}) {
  const { t } = useTranslation("portal/products");
  return (
    <ActionIcon
      size="sm"
      aria-expanded={isOpen}
      aria-label={t("list.showMembers", { group })}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(group);
      }}
    >
      {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
    </ActionIcon>
  );
}
