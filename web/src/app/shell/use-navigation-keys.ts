import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { usePortal } from "../use-session.ts";

/** Makes `g` and the key of a screen open that screen. */
export function useNavigationKeys(): void {
  const { name, navigation } = usePortal();
  const router = useRouter();
  const { t } = useTranslation(name);
  const table = useMemo(
    () =>
      Object.fromEntries(
        navigation.map(({ screen, key }) => {
          const word = t(`screens.${screen.slice(name.length + 1)}` as "screens.home");
          return [screen, { keys: `g ${key}`, words: { "pt-BR": word, en: word } }];
        }),
      ),
    [navigation, name, t],
  );
  useKeys(table, Object.fromEntries(navigation.map(({ screen, to }) => [screen, () => void router.navigate({ to })])), { isGeneral: true });
}
