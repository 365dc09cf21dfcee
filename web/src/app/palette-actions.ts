import { useEffect, useEffectEvent } from "react";
import { createSignal } from "../api/signal.ts";

/** Something that the command palette can do on the screen that is shown. */
export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Other words that find it. */
  readonly keywords?: readonly string[];
  readonly run: () => void;
}

/** The actions of the screens that are shown. */
export const paletteActions = createSignal<readonly PaletteAction[]>([]);

/** Offers actions in the command palette while the component is shown. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const run = useEffectEvent((id: string) => actions.find((one) => one.id === id)?.run());
  const shown = JSON.stringify(actions);
  useEffect(() => {
    const mine = (JSON.parse(shown) as PaletteAction[]).map((action) => ({ ...action, run: () => run(action.id) }));
    paletteActions.set([...paletteActions.get(), ...mine]);
    return () => paletteActions.set(paletteActions.get().filter((one) => !mine.includes(one)));
  }, [shown]);
}
