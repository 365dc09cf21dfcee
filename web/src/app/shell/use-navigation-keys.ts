import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { useNavigation } from "./use-navigation.ts";

/** Makes `g` and the key of a screen open that screen. */
export function useNavigationKeys(): void {
  const navigation = useNavigation();
  const router = useRouter();
  const table = useMemo(
    // The words are in the person's language already.
    () =>
      Object.fromEntries(navigation.map(({ screen, key, label }) => [screen, { keys: `g ${key}`, words: { "pt-BR": label, en: label } }])),
    [navigation],
  );
  const handlers = Object.fromEntries(navigation.map(({ screen, to }) => [screen, () => void router.navigate({ to })]));
  useKeys(table, handlers, { isGeneral: true });
}
