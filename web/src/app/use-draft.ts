import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chosenSeller } from "../api/seller-choice.ts";
import { meQuery } from "../api/session.ts";

const PREFIX = "vitrine.draft.";

/** What a person typed and has not sent yet. */
export interface Draft<Value> {
  readonly value: Value;
  /** Replaces it; a function gets what it is by then. */
  readonly set: (next: Value | ((before: Value) => Value)) => void;
  /** Forgets it: it was sent, or given up. */
  readonly clear: () => void;
}

/**
 * Keeps what is typed in this tab, so that it outlasts a reload and a lost session. It belongs to the person and the chosen seller; signing out forgets
 * it. A component with another `name` needs another React key.
 */
export function useDraft<Value extends object | string | null>(name: string, first: Value): Draft<Value> {
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const key = `${PREFIX}${me?.id}.${chosenSeller.get()}.${name}`;
  const [value, setValue] = useState<Value>(() => (read(key) as Value | undefined) ?? first);
  return {
    value,
    set(next) {
      setValue((before) => {
        const after = typeof next === "function" ? next(before) : next;
        write(key, after);
        return after;
      });
    },
    clear() {
      setValue(first);
      sessionStorage.removeItem(key);
    },
  };
}

/** Forgets every draft of this tab. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

function read(key: string): unknown {
  const kept = sessionStorage.getItem(key);
  return kept === null ? undefined : JSON.parse(kept);
}

/** What does not fit stays in the page alone. */
function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    sessionStorage.removeItem(key);
  }
}
