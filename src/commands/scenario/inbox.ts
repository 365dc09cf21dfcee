import { isSigned } from "../../notifications/index.ts";
import { realNow } from "../../platform/clock.ts";
import { openReceiver, type ReceivedRequest } from "../../platform/receiver.ts";

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

/** Opens a receiver. The first deliveries are answered with `answers`, one each, all further ones with 204; `heard` is told of every one. */
export async function openInbox(answers: readonly number[] = [], heard: (delivery: Delivery) => void = () => undefined): Promise<Inbox> {
  let secret: string | undefined;
  const early: ReceivedRequest[] = [];
  const deliveries: Delivery[] = [];
  let count = 0;
  const take = ({ headers, body }: ReceivedRequest) => {
    const delivery = { headers, body: JSON.parse(body) as NotificationBody, verified: isSigned({ headers, body }, secret!, realNow()) };
    deliveries.push(delivery);
    heard(delivery);
  };
  const receiver = await openReceiver((received) => {
    if (secret === undefined) early.push(received);
    else take(received);
    count += 1;
    return answers[count - 1] ?? TAKEN;
  });
  return {
    url: receiver.url,
    deliveries,
    trust(newest) {
      secret = newest;
      for (const received of early.splice(0)) take(received);
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
