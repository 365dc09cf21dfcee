import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useState } from "react";
import { useMe } from "../../../app/use-session.ts";
import { useSellerId } from "../seller.ts";

interface StoredDraft<Values> {
  readonly values: Values;
  /** Epoch ms. */
  readonly at: number;
}

const SAVE_MS = 300;

/** The place of a draft in the browser. It belongs to the person and the seller: others use the same computer. */
export const useDraftKey = (name: string): string => `vitrine.draft.${useMe().id}.${useSellerId()}.${name}`;

/** What was typed into a form, kept in the browser until it is sent or thrown away: over a reload, and over the end of a session. */
export function useDraft<Values>(name: string) {
  const key = useDraftKey(name);
  const [found, setFound] = useState(() => read<Values>(key));
  const keep = useDebouncedCallback(
    (values: Values) => localStorage.setItem(key, JSON.stringify({ values, at: Date.now() } satisfies StoredDraft<Values>)),
    { delay: SAVE_MS, flushOnUnmount: true },
  );
  const forget = useCallback(() => {
    keep.cancel();
    localStorage.removeItem(key);
    setFound(undefined);
  }, [key, keep]);
  return { found, keep, forget };
}

function read<Values>(key: string): StoredDraft<Values> | undefined {
  const text = localStorage.getItem(key);
  try {
    return text === null ? undefined : (JSON.parse(text) as StoredDraft<Values>);
  } catch {
    return undefined;
  }
}
