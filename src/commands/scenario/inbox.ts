import { verifySignature } from "../../notifications/index.ts";
import { realNow } from "../../platform/basics/clock.ts";
import { openReceiver, type ReceivedRequest } from "../../platform/http/loopback-receiver.ts";

/** A notification that arrived, and whether the endpoint's secret signed it. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: NotificationBody;
  readonly verified: boolean;
}

/** What a notification says, as far as the command line reads it. */
export interface NotificationBody {
  readonly id: string;
  readonly seq: number | null;
  readonly eventCode: string;
  readonly eventMessage: string;
  readonly parameters: { readonly sku?: string; readonly orderNumber?: string };
  readonly status?: string;
  readonly resourceVersion: number;
}

/** A seller's receiver on this machine. */
export interface Inbox extends AsyncDisposable {
  readonly url: string;
  /** In the order they came. */
  readonly deliveries: readonly Delivery[];
  /** From now on signatures are held against this secret; what came before it was known is, too. */
  trust(secret: string): void;
}

const TAKEN = 204;
const NO_NOTIFICATION = 400;

/** A request that holds a notification, whoever sent it. */
interface Envelope extends ReceivedRequest {
  readonly parsed: NotificationBody;
}

/**
 * Opens a receiver. The first deliveries are answered with `answers`, one each, all further ones with 204, and what is no notification
 * with 400; `heard` is told of every delivery.
 */
export async function openInbox(answers: readonly number[] = [], heard: (delivery: Delivery) => void = () => undefined): Promise<Inbox> {
  let secret: string | undefined;
  const early: Envelope[] = [];
  const deliveries: Delivery[] = [];
  let count = 0;
  const take = ({ headers, body, parsed }: Envelope, by: string) => {
    const delivery = { headers, body: parsed, verified: verifySignature({ headers, body }, by, realNow()) };
    deliveries.push(delivery);
    heard(delivery);
  };
  const receiver = await openReceiver((received) => {
    const parsed = notificationIn(received.body);
    if (parsed === undefined) return NO_NOTIFICATION;
    if (secret === undefined) early.push({ ...received, parsed });
    else take({ ...received, parsed }, secret);
    count += 1;
    return answers[count - 1] ?? TAKEN;
  });
  return {
    url: receiver.url,
    deliveries,
    trust(newest) {
      secret = newest;
      for (const envelope of early.splice(0)) take(envelope, newest);
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

/** Anybody may knock at a port: undefined for what is no notification. */
function notificationIn(body: string): NotificationBody | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const isOne = typeof parsed === "object" && parsed !== null && "id" in parsed && "parameters" in parsed;
    return isOne ? (parsed as NotificationBody) : undefined;
  } catch {
    return undefined;
  }
}
