import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DropdownProps } from "../../ui/OnDemand.tsx";

const SCHEMES = [
  { scheme: "light", icon: IconSun },
  { scheme: "dark", icon: IconMoon },
  { scheme: "auto", icon: IconDeviceDesktop },
] as const satisfies readonly { readonly scheme: MantineColorScheme; readonly icon: typeof IconSun }[];

/** The themes, with the one in use. */
export function ThemeMenu({ button, ...state }: DropdownProps) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu {...state} position="bottom-end" width={180}>
      <Menu.Target>{button}</Menu.Target>
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
