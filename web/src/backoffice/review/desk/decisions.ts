import { ApiError } from "../../../api/errors.ts";
import { createSignal, type Signal } from "../../../api/signal.ts";
import type { ItemRef, SentReason } from "../types.ts";
import { decideChange, decideProduct, undoDecision } from "./calls.ts";
import type { Claims, Held } from "./claims.ts";

/** The last approval or criticism, as long as it can be undone. */
export interface Decision {
  readonly held: Held;
  readonly verdict: "approve" | "criticize";
}

/** A decision that was shown as made and that the server refused, or that did not get through. */
interface FailedDecision {
  readonly held: Held;
  readonly error: unknown;
}

export interface Decisions {
  readonly last: Signal<Decision | undefined>;
  readonly failure: Signal<FailedDecision | undefined>;
  /** Approves at once, as far as the page is concerned. Of a change, the values at `pointers`. */
  approve(held: Held, pointers: readonly string[]): void;
  /** Criticizes a product, or refuses values of a change. Throws the server's refusal. */
  criticize(held: Held, reasons: readonly SentReason[], pointers: readonly string[]): Promise<void>;
  /** Takes the last decision back; undefined when there is none any more. */
  undo(): Promise<ItemRef | undefined>;
  /** Sends what has not been sent yet. */
  flush(): void;
}

/** How long a decision can be undone with a key. */
export const UNDO_MS = 5_000;
const CLAIMED = "review_claimed";
const FIRST_SERVER_ERROR = 500;

/** Whether the server has decided that this decision cannot be made. */
const isFinal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < FIRST_SERVER_ERROR;

/**
 * The decisions of one visit to the queue. The server can undo decisions about products; those about changes it cannot, so an approved change is
 * sent when the time to undo it has passed. `onChanged` is called when the queue is another one.
 */
export function createDecisions(claims: Claims, onChanged: () => void): Decisions {
  const failure = createSignal<FailedDecision | undefined>(undefined);
  const last = createSignal<Decision | undefined>(undefined);
  let sent: Promise<string | undefined> = Promise.resolve(undefined);
  let unsent: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    unsent?.();
    unsent = undefined;
  };
  const offerUndo = (decision: Decision) => {
    clearTimeout(timer);
    last.set(decision);
    timer = setTimeout(() => {
      flush();
      last.set(undefined);
    }, UNDO_MS);
  };
  const failed = (held: Held, error: unknown) => {
    if (last.get()?.held === held) last.set(undefined);
    if (isFinal(error) && error.code === CLAIMED) claims.lose(held.key, held.item);
    else if (!isFinal(error)) claims.restore(held);
    failure.set({ held, error });
  };
  const send = async (held: Held, pointers: readonly string[]) => {
    try {
      const { changeRequestId } = held.item;
      if (changeRequestId !== undefined) {
        await decideChange(
          changeRequestId,
          pointers.map((pointer) => ({ pointer, decision: "approve" as const })),
          held.token,
        );
        return undefined;
      }
      return (await decideProduct(held.item, { decision: "approve", claimToken: held.token })).decisionId;
    } catch (error) {
      failed(held, error);
      return undefined;
    } finally {
      onChanged();
    }
  };

  /** Criticizes a product, or refuses values of a change. */
  const judge = async (held: Held, reasons: readonly SentReason[], pointers: readonly string[]) => {
    const { changeRequestId } = held.item;
    if (changeRequestId === undefined) {
      const { decisionId } = await decideProduct(held.item, { decision: "criticize", critiques: [...reasons], claimToken: held.token });
      sent = Promise.resolve(decisionId);
      return offerUndo({ held, verdict: "criticize" });
    }
    const [why = {}] = reasons.map(({ code, message }) => ({ code, ...(message === undefined ? {} : { message }) }));
    const fields = pointers.map((pointer) => ({ pointer, decision: "refuse" as const, ...why }));
    await decideChange(changeRequestId, fields, held.token);
  };
  /** Notes when a decision was refused because somebody else has the item. */
  const noteLoss = async (held: Held, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (isFinal(error) && error.code === CLAIMED) {
        claims.lose(held.key, held.item);
        onChanged();
      }
      throw error;
    }
  };

  return {
    last,
    failure,
    flush,
    approve(held, pointers) {
      flush();
      claims.remove(held.key);
      if (held.item.changeRequestId === undefined) sent = send(held, pointers);
      else unsent = () => void send(held, pointers);
      offerUndo({ held, verdict: "approve" });
    },
    async criticize(held, reasons, pointers) {
      flush();
      await noteLoss(held, () => judge(held, reasons, pointers));
      claims.remove(held.key);
      onChanged();
    },
    async undo() {
      const decision = last.get();
      if (decision === undefined) return undefined;
      clearTimeout(timer);
      last.set(undefined);
      const { held } = decision;
      if (unsent !== undefined) {
        unsent = undefined;
        claims.restore(held);
        return held.item;
      }
      const decisionId = await sent;
      if (decisionId === undefined) return undefined;
      await undoDecision(decisionId);
      await claims.take(refTo(held.item), false);
      onChanged();
      return held.item;
    },
  };
}

const refTo = ({ sellerId, sku, changeRequestId }: ItemRef): ItemRef => ({
  sellerId,
  sku,
  ...(changeRequestId === undefined ? {} : { changeRequestId }),
});
