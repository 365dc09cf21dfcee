import { cloneElement, type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useEffect, useId, useState } from "react";

interface ButtonProps {
  readonly onClick?: () => void;
  readonly "data-dropdown"?: string;
}

/** What opens below a button: it gets the button, and whether it is open. */
export interface DropdownProps {
  readonly button: ReactElement<ButtonProps>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

interface OnDemandProps {
  /** Shows a component of `dropdownOf`. */
  readonly renderDropdown: (props: DropdownProps) => ReactNode;
  /** The button. */
  readonly children: ReactElement<ButtonProps>;
}

/** A dropdown that is loaded when its button is used for the first time, so that no screen waits for it. */
export function OnDemand({ renderDropdown, children }: OnDemandProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded) return cloneElement(children, { onClick: () => setIsNeeded(true) });
  return (
    <Suspense fallback={children}>
      <Opening renderDropdown={renderDropdown}>{children}</Opening>
    </Suspense>
  );
}

/** Opens once it is there. The focus goes to the new button first, which gets it back later. */
function Opening({ renderDropdown, children }: OnDemandProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-dropdown="${id}"]`)?.focus();
      setOpened(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return renderDropdown({ button: cloneElement(children, { "data-dropdown": id }), opened, onChange: setOpened });
}

/** A dropdown of another file, loaded when it is shown. */
export const dropdownOf = <Props extends DropdownProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => ({ default: await load() }));
