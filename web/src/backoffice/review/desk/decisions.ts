import { ApiError } from "../../../api/errors.ts";
import { createSignal, type Signal } from "../../../api/signal.ts";
import type { ItemRef, SentReason } from "../types.ts";
import { decideChange, decideProduct, undoDecision } from "./calls.ts";
import type { Claims } from "./claims.ts";
import type { Held } from "./holdings.ts";

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

/** What can be decided, and taken back. */
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
  let sent: Promise<string | undefined> = Promise.resolve(undefined);
  // Once it is sent it cannot be undone.
  const unsent = createUnsent(() => offer.withdraw());
  const { flush } = unsent;
  const offer = createUndoOffer(flush);

  const send = async (held: Held, pointers: readonly string[]) => {
    try {
      return await sendApproval(held, pointers);
    } catch (error) {
      if (offer.last.get()?.held === held) offer.withdraw();
      if (isFinal(error) && error.code === CLAIMED) claims.lose(held.key, held.item);
      else if (!isFinal(error)) claims.restore(held);
      failure.set({ held, error });
      return undefined;
    } finally {
      onChanged();
    }
  };

  return {
    last: offer.last,
    failure,
    flush,
    approve(held, pointers) {
      flush();
      claims.remove(held.key);
      if (held.item.changeRequestId === undefined) sent = send(held, pointers);
      else unsent.hold(() => void send(held, pointers));
      offer.make({ held, verdict: "approve" });
    },
    async criticize(held, reasons, pointers) {
      flush();
      try {
        const decisionId = await sendCriticism(held, reasons, pointers);
        if (decisionId === undefined) offer.withdraw();
        else offer.make({ held, verdict: "criticize" });
        sent = Promise.resolve(decisionId);
        claims.remove(held.key);
      } catch (error) {
        if (isFinal(error) && error.code === CLAIMED) claims.lose(held.key, held.item);
        throw error;
      } finally {
        onChanged();
      }
    },
    async undo() {
      const decision = offer.withdraw();
      if (decision === undefined) return undefined;
      const { held } = decision;
      if (!unsent.drop()) return undoSent(claims, held, await sent, onChanged);
      claims.restore(held);
      return held.item;
    },
  };
}

/** A decision that waits to be sent. `onSend` is called before it is. */
function createUnsent(onSend: () => void) {
  let send: (() => void) | undefined;
  const take = () => {
    const taken = send;
    send = undefined;
    return taken;
  };
  return {
    hold(decision: () => void) {
      send = decision;
    },
    /** Gives it up; false when none waits. */
    drop: () => take() !== undefined,
    flush() {
      const sendNow = take();
      if (sendNow === undefined) return;
      onSend();
      sendNow();
    },
  };
}

/** The last decision, for as long as it can be undone. `onOver` is called when the time has passed. */
function createUndoOffer(onOver: () => void) {
  const last = createSignal<Decision | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const withdraw = () => {
    const decision = last.get();
    clearTimeout(timer);
    last.set(undefined);
    return decision;
  };
  return {
    last,
    withdraw,
    make(decision: Decision) {
      clearTimeout(timer);
      last.set(decision);
      timer = setTimeout(() => {
        onOver();
        last.set(undefined);
      }, UNDO_MS);
    },
  };
}

/** Has the server take a decision back, and claims its item again; undefined when it was never made. */
async function undoSent(claims: Claims, { item }: Held, decisionId: string | undefined, onChanged: () => void) {
  if (decisionId === undefined) return undefined;
  await undoDecision(decisionId);
  await claims.take(refTo(item), false);
  onChanged();
  return item;
}

/** Sends an approval; of a change, of the values at `pointers`. Returns the decision if it can be undone. */
async function sendApproval({ item, token }: Held, pointers: readonly string[]): Promise<string | undefined> {
  const { changeRequestId } = item;
  if (changeRequestId === undefined) return (await decideProduct(item, { decision: "approve", claimToken: token })).decisionId;
  const fields = pointers.map((pointer) => ({ pointer, decision: "approve" as const }));
  await decideChange(changeRequestId, fields, token);
  return undefined;
}

/** Sends a criticism; of a change, its first reason for each of the values at `pointers`. Returns the decision if it can be undone. */
async function sendCriticism(
  { item, token }: Held,
  reasons: readonly SentReason[],
  pointers: readonly string[],
): Promise<string | undefined> {
  const { changeRequestId } = item;
  if (changeRequestId === undefined)
    return (await decideProduct(item, { decision: "criticize", critiques: [...reasons], claimToken: token })).decisionId;
  const [why = {}] = reasons.map(({ code, message }) => ({ code, ...(message === undefined ? {} : { message }) }));
  const fields = pointers.map((pointer) => ({ pointer, decision: "refuse" as const, ...why }));
  await decideChange(changeRequestId, fields, token);
  return undefined;
}

const refTo = ({ sellerId, sku, changeRequestId }: ItemRef): ItemRef => ({
  sellerId,
  sku,
  ...(changeRequestId === undefined ? {} : { changeRequestId }),
});
