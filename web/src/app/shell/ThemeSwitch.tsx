import { ActionIcon, type MantineColorScheme, Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const SCHEMES = [
  { scheme: "light", icon: IconSun },
  { scheme: "dark", icon: IconMoon },
  { scheme: "auto", icon: IconDeviceDesktop },
] as const satisfies readonly { readonly scheme: MantineColorScheme; readonly icon: typeof IconSun }[];

/** Light, dark, or as the system has it. Remembered. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Shown = useComputedColorScheme("light") === "light" ? IconSun : IconMoon;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t("theme.title")}>
          <Shown size={19} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ scheme, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={scheme === colorScheme ? <IconCheck size={16} aria-label={t("theme.current")} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
