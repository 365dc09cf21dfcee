import { Button } from "@mantine/core";
import { IconDoor } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMe, usePortal } from "../use-session.ts";

const OTHER = { portal: "backoffice", backoffice: "portal" } as const;

/** What somebody sees who has nothing to do in this portal: where else to go, or whom to ask. */
export function NoMembership() {
  const { t } = useTranslation();
  const { name } = usePortal();
  const { memberships } = useMe();
  const other = OTHER[name];
  return (
    <EmptyState
      icon={IconDoor}
      title={t(`noMembership.${name}`)}
      action={
        memberships.length === 0 ? undefined : (
          <Button component="a" href={`/${other}`}>
            {t(`noMembership.open_${other}`)}
          </Button>
        )
      }
    >
      {t("noMembership.text")}
    </EmptyState>
  );
}
