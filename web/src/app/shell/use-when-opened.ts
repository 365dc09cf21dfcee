import { useState } from "react";

/** Whether something was opened before: from then on it stays, so that it can close in its own time. */
export function useWhenOpened(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}
