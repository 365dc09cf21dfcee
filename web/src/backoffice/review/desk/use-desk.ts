import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { tell } from "../../../app/notices.ts";
import { useFailureText } from "../../../ui/failure-text.ts";
import { QUEUE } from "../list/queue.ts";
import type { QueueFilter } from "../search.ts";
import { type Claims, createClaims } from "./claims.ts";
import { createDecisions, type Decisions } from "./decisions.ts";

/** What a reviewer works with while the queue is open under one filter. */
export interface Desk {
  readonly claims: Claims;
  readonly decisions: Decisions;
}

const TICK_MS = 5_000;
/** A reviewer who touches nothing for so long gives everything back. */
const IDLE_MS = 10 * 60_000;
const ACTIVITY = ["keydown", "pointerdown", "wheel"] as const;

/** Claims items while the queue is open, renews the claims while somebody is there, and gives them back on leaving. */
export function useDesk(filter: QueueFilter, order: "risk" | undefined): Desk {
  const { t } = useTranslation("backoffice/review");
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [desk] = useState((): Desk => {
    const claims = createClaims(filter, order);
    return { claims, decisions: createDecisions(claims, () => void queryClient.invalidateQueries({ queryKey: [QUEUE] })) };
  });
  const tellFailure = useEffectEvent(() => {
    const failure = desk.decisions.failure.get();
    if (failure !== undefined) tell("failed", t("failed", { sku: failure.held.item.sku, why: failureText(failure.error) }));
  });
  useEffect(() => desk.decisions.failure.subscribe(() => tellFailure()), [desk]);
  useEffect(() => keepOpen(desk), [desk]);
  return desk;
}

/** Runs a desk until it is closed. */
function keepOpen({ claims, decisions }: Desk): () => void {
  let touchedAt = Date.now();
  const isIdle = () => Date.now() - touchedAt > IDLE_MS;
  const begin = () => void claims.refill();
  const touch = () => {
    const wasIdle = isIdle();
    touchedAt = Date.now();
    if (wasIdle) begin();
  };
  const leave = () => {
    decisions.flush();
    claims.releaseAll();
  };
  const ticking = setInterval(() => void claims.tick(isIdle()), TICK_MS);
  // Little is left: the next ones come before they are needed.
  const unfollow = claims.state.subscribe(() => {
    const { isClaiming, isDry, failure } = claims.state.get();
    if (!isClaiming && !isDry && failure === undefined && !isIdle()) queueMicrotask(begin);
  });
  for (const name of ACTIVITY) addEventListener(name, touch, { passive: true });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", begin);
  begin();
  return () => {
    clearInterval(ticking);
    unfollow();
    for (const name of ACTIVITY) removeEventListener(name, touch);
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", begin);
    leave();
  };
}
