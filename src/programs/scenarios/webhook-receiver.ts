import { verifySignature } from "../../notifications/index.ts";
import { realNow } from "../../platform/basics/index.ts";
import { openReceiver, type ReceivedRequest } from "../../platform/http/index.ts";

/** A received notification, and whether its signature was valid. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: NotificationBody;
  readonly verified: boolean;
}

/** The members of a notification that the command line reads. */
export interface NotificationBody {
  readonly id: string;
  readonly seq: number | null;
  readonly eventCode: string;
  readonly eventMessage: string;
  readonly parameters: { readonly sku?: string; readonly orderNumber?: string };
  readonly status?: string;
  readonly resourceVersion: number;
}

/** A receiver of notifications on this machine. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** All deliveries so far, in the order they arrived. */
  readonly deliveries: readonly Delivery[];
  /** Sets the secret that verifies signatures. Also verifies the notifications that arrived before. */
  setSecret(secret: string): void;
}

const NO_CONTENT = 204;
const BAD_REQUEST = 400;

interface NotificationRequest extends ReceivedRequest {
  readonly parsed: NotificationBody;
}

/**
 * Opens a receiver. `answers` are the statuses of the first answers; later answers are 204. A request that is not a notification gets 400.
 * Calls `onDelivery` for every delivery, once the secret is known.
 */
export async function openWebhookReceiver(
  answers: readonly number[] = [],
  onDelivery: (delivery: Delivery) => void = () => undefined,
): Promise<WebhookReceiver> {
  let secret: string | undefined;
  const unverified: NotificationRequest[] = [];
  const deliveries: Delivery[] = [];
  let count = 0;
  const deliver = ({ headers, body, parsed }: NotificationRequest, key: string) => {
    const delivery = { headers, body: parsed, verified: verifySignature({ headers, body }, key, realNow()) };
    deliveries.push(delivery);
    onDelivery(delivery);
  };
  const receiver = await openReceiver((received) => {
    const parsed = parseNotification(received.body);
    if (parsed === undefined) return BAD_REQUEST;
    if (secret === undefined) unverified.push({ ...received, parsed });
    else deliver({ ...received, parsed }, secret);
    count += 1;
    return answers[count - 1] ?? NO_CONTENT;
  });
  return {
    url: receiver.url,
    deliveries,
    setSecret(newSecret) {
      secret = newSecret;
      for (const request of unverified.splice(0)) deliver(request, newSecret);
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

/** The notification in a body; undefined for any other body, because any program may call an open port. */
function parseNotification(body: string): NotificationBody | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const isNotification = typeof parsed === "object" && parsed !== null && "id" in parsed && "parameters" in parsed;
    return isNotification ? (parsed as NotificationBody) : undefined;
  } catch {
    return undefined;
  }
}
