import { setTimeout as sleep } from "node:timers/promises";
import { RequestRefused } from "../../client/http-client.ts";
import { formatMessage, type LocalizedText } from "../../platform/contract/index.ts";
import { registerReceiver, type Delivery, type RunContext } from "../scenarios/index.ts";
import { createDemoContext, type DemoContext } from "./context.ts";
import type { DemoOutput } from "./output.ts";
import { DEMO_STEPS } from "./steps.ts";

/** Runs all steps and waits for the notification of each. Rejects if a call is refused or a notification does not arrive. */
export async function runDemo(run: RunContext, output: DemoOutput): Promise<void> {
  const startedMs = performance.now();
  const { api, sellerId, signal } = run;
  output.start(api.url, sellerId);
  const notifications = createNotificationQueue(output.notification);
  try {
    const events = ["product", "order"] as const;
    const { reply, receiver } = await registerReceiver(run, { name: "demo", events, onDelivery: notifications.add });
    if (receiver === undefined) throw new RequestRefused(reply);
    const context = createDemoContext(run);
    for (const step of DEMO_STEPS) {
      signal.throwIfAborted();
      output.step(step, await step.run(context));
      const { notifiedStatus } = step;
      if (notifiedStatus === undefined) continue;
      const isExpected = (delivery: Delivery) => reports(notifiedStatus, context, delivery);
      notifications.releaseThrough(isExpected);
      await awaitNotification(() => receiver.deliveries.some(isExpected), notifiedStatus, run);
    }
    notifications.releaseThrough(() => false);
    output.end({ sellerId, notifications: receiver.deliveries.length, elapsedMs: Math.round(performance.now() - startedMs) });
  } finally {
    await run.cleanUp();
  }
}

/** Queues notifications. A notification may arrive before the answer to the call that caused it, but is shown after that answer. */
function createNotificationQueue(show: (delivery: Delivery) => void) {
  let held: Delivery[] = [];
  let isLast: ((delivery: Delivery) => boolean) | undefined;
  const add = (delivery: Delivery): void => {
    if (isLast === undefined) return void held.push(delivery);
    show(delivery);
    if (isLast(delivery)) isLast = undefined;
  };
  return {
    add,
    /** Shows queued and new notifications up to the first that `until` accepts. Queues all later ones. */
    releaseThrough(until: (delivery: Delivery) => boolean) {
      const waiting = held;
      held = [];
      isLast = until;
      waiting.forEach(add);
    },
  };
}

/** Whether a notification is correctly signed and reports `status` for the demo's order. Before there is an order: for its product. */
const reports = (status: string, { sku, order }: DemoContext, { verified, body }: Delivery): boolean =>
  verified &&
  body.status === status &&
  (order === undefined ? body.parameters.sku === sku : body.parameters.orderNumber === order.orderNumber);

const NOT_NOTIFIED: LocalizedText = {
  "pt-BR": "a notificação de {status} não chegou, assinada, em {seconds} s",
  en: "the notification of {status} did not arrive, signed, within {seconds} s",
};
const NOTIFICATION_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/** Waits until the notification has arrived. The marketplace sends it after it has answered the call. */
async function awaitNotification(hasArrived: () => boolean, status: string, { lang, signal }: RunContext): Promise<void> {
  const deadline = performance.now() + NOTIFICATION_TIMEOUT_MS;
  while (!hasArrived()) {
    if (performance.now() > deadline)
      throw new Error(formatMessage(NOT_NOTIFIED[lang], { status, seconds: NOTIFICATION_TIMEOUT_MS / 1_000 }));
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}
