import "@mantine/spotlight/styles.layer.css";
import { useMantineColorScheme } from "@mantine/core";
import { Spotlight, type SpotlightActionData, type SpotlightProps, spotlight } from "@mantine/spotlight";
import { IconBolt, IconKeyboard, IconLanguage, IconLogout, IconMoon, IconSearch, IconSun, IconUserCircle } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../api/signal.ts";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { folded } from "../../ui/format.ts";
import { changeLanguage } from "../language.ts";
import { paletteActions } from "../palette-actions.ts";
import { useSignOut } from "../use-session.ts";
import { useNavigation } from "./use-navigation.ts";
import classes from "./Palette.module.css";

type SpotlightActions = SpotlightProps["actions"][number];

const MOST_SHOWN = 12;

/** Goes to a screen or does something, by typing a few letters of it. */
export function Palette({
  opened,
  onClose,
  onHelp,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}) {
  const { t } = useTranslation();
  const here = useSignal(paletteActions).map(({ id, label, description, keywords, run }): SpotlightActionData => ({
    id,
    label,
    onClick: run,
    leftSection: <IconBolt size={18} stroke={1.7} />,
    ...(description === undefined ? {} : { description }),
    ...(keywords === undefined ? {} : { keywords: [...keywords] }),
  }));
  const groups: SpotlightActions[] = [
    ...(here.length === 0 ? [] : [{ group: t("palette.here"), actions: here }]),
    { group: t("palette.screens"), actions: useScreens() },
    { group: t("palette.more"), actions: useGeneralActions(onHelp) },
  ];
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  return (
    <Spotlight
      onSpotlightClose={onClose}
      actions={groups}
      filter={matching}
      limit={MOST_SHOWN}
      nothingFound={t("palette.nothing")}
      shortcut={null}
      scrollable
      centered={false}
      yOffset={72}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={{ actionsGroup: classes["group"]!, action: classes["action"]! }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.7} />,
        placeholder: t("palette.placeholder"),
        "aria-label": t("palette.placeholder"),
      }}
      attributes={{ content: { "aria-label": t("palette.title") } }}
    />
  );
}

function useScreens(): SpotlightActionData[] {
  const { t } = useTranslation();
  const router = useRouter();
  const screens = useNavigation().map(({ screen, to, icon: Icon, key, label }) => ({
    id: screen,
    label,
    leftSection: <Icon size={18} stroke={1.7} />,
    rightSection: <KeyHint keys={`g ${key}`} />,
    onClick: () => void router.navigate({ to }),
  }));
  const account = {
    id: "account",
    label: t("screens.account"),
    leftSection: <IconUserCircle size={18} stroke={1.7} />,
    onClick: () => void router.navigate({ to: "/conta" }),
  };
  return [...screens, account];
}

function useGeneralActions(onHelp: () => void): SpotlightActionData[] {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const other = i18n.language === "en" ? "pt-BR" : "en";
  const size = { size: 18, stroke: 1.7 };
  return [
    { id: "light", label: t("palette.light"), leftSection: <IconSun {...size} />, onClick: () => setColorScheme("light") },
    { id: "dark", label: t("palette.dark"), leftSection: <IconMoon {...size} />, onClick: () => setColorScheme("dark") },
    {
      id: "language",
      label: t("palette.language", { language: t(`languages.${other}`) }),
      leftSection: <IconLanguage {...size} />,
      onClick: () => void changeLanguage(i18n, other),
    },
    { id: "keys", label: t("keys.title"), leftSection: <IconKeyboard {...size} />, onClick: onHelp },
    { id: "sign-out", label: t("person.signOut"), leftSection: <IconLogout {...size} />, onClick: () => void signOut() },
  ];
}

/** Actions whose words contain every word of the query, whatever its accents and case. */
function matching(query: string, actions: SpotlightActions[]): SpotlightActions[] {
  const words = folded(query).split(/\s+/);
  const matches = ({ label = "", description = "", keywords = [] }: SpotlightActionData) => {
    const text = folded([label, description, ...[keywords].flat()].join(" "));
    return words.every((word) => text.includes(word));
  };
  return actions.flatMap((one): SpotlightActions[] => {
    if (!("actions" in one)) return matches(one) ? [one] : [];
    const found = one.actions.filter(matches);
    return found.length === 0 ? [] : [{ ...one, actions: found }];
  });
}
