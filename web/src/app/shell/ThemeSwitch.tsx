import { ActionIcon, useComputedColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { dropdownOf, OnDemand } from "../../ui/OnDemand.tsx";

const ThemeMenu = dropdownOf(async () => (await import("./ThemeMenu.tsx")).ThemeMenu);

/** Light, dark, or as the system has it. Remembered. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const Shown = useComputedColorScheme("light") === "light" ? IconSun : IconMoon;
  return (
    <OnDemand renderDropdown={(props) => <ThemeMenu {...props} />}>
      <ActionIcon size="lg" aria-label={t("theme.title")}>
        <Shown size={19} stroke={1.7} />
      </ActionIcon>
    </OnDemand>
  );
}
