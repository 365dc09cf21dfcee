import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import type { Desk } from "./desk/use-desk.ts";
import type { ListItem } from "./list/queue.ts";
import { refOf } from "./types.ts";

/** The item that is open, and how to go to another. */
export interface Selection {
  readonly key: string | undefined;
  /** The item could not be taken: somebody else has it, or the call failed. */
  readonly refused: "held" | { readonly error: unknown } | undefined;
  readonly select: (key: string | undefined) => void;
  /** Goes down or up in the list. */
  readonly move: (by: 1 | -1) => void;
  /** Goes to what follows the open item, which is about to leave the list. */
  readonly pass: () => void;
}

/** Items that are only passed are not taken. */
const SETTLE_MS = 150;

/**
 * Which item is open. The address says so, so that a reload and a link open the same. Without one, the first item that the reviewer holds is
 * opened; an item that the reviewer does not hold is taken when it is opened.
 */
export function useSelection({ claims }: Desk, items: readonly ListItem[], addressed: string | undefined): Selection {
  const [chosen, setChosen] = useState(addressed);
  const [refusal, setRefusal] = useState<{ readonly key: string; readonly refused: Selection["refused"] }>();
  const navigate = useNavigate();
  const firstMine = items.find(({ isMine }) => isMine)?.key;
  // What was opened by itself stays open, also when it is taken away.
  if (chosen === undefined && firstMine !== undefined) setChosen(firstMine);
  const key = chosen ?? firstMine;
  const isMine = claims.state.get().held.some((held) => held.key === key);
  const isLost = key !== undefined && claims.state.get().lost.has(key);

  const note = useEffectEvent((item: string | undefined) => {
    if (item !== addressed) void navigate({ to: ".", search: (before: object) => ({ ...before, item }), replace: true });
  });
  useEffect(() => {
    claims.leave(key);
    note(key);
  }, [key, claims]);

  const take = useEffectEvent(async (wanted: string) => {
    const ref = refOf(wanted);
    if (ref === undefined) return setRefusal({ key: wanted, refused: "held" });
    try {
      setRefusal((await claims.take(ref, true)) ? undefined : { key: wanted, refused: "held" });
    } catch (error) {
      setRefusal({ key: wanted, refused: { error } });
    }
  });
  useEffect(() => {
    if (key === undefined || isMine || isLost) return;
    const waiting = setTimeout(() => void take(key), SETTLE_MS);
    return () => clearTimeout(waiting);
  }, [key, isMine, isLost]);

  const at = items.findIndex((item) => item.key === key);
  return {
    key,
    refused: refusal?.key === key ? refusal?.refused : undefined,
    select: setChosen,
    move: (by) => setChosen(items[Math.max(0, Math.min(items.length - 1, at + by))]?.key ?? key),
    pass: () => setChosen(items[at + 1]?.key ?? items[at - 1]?.key),
  };
}
