import type { Reply } from "../../client/http-client.ts";
import type { RunContext } from "./context.ts";
import { openWebhookReceiver, type Delivery, type WebhookReceiver } from "./webhook-receiver.ts";

/** The events to receive, and the answers of the receiver. */
export interface ReceiverOptions {
  readonly name: string;
  readonly events: readonly ("product" | "order" | "reference")[];
  readonly answers?: readonly number[];
  readonly onDelivery?: (delivery: Delivery) => void;
}

/** Result of a registration. `receiver` is undefined if the marketplace refused the registration. */
export interface Registration {
  readonly path: string;
  readonly reply: Reply;
  readonly receiver: WebhookReceiver | undefined;
  readonly endpointId: string;
}

const ENDPOINTS = "/api/v1/notifications/endpoints";

/** Opens a receiver and registers it as a notification endpoint of the run's seller. Undoes both at the end of the run. */
export async function registerReceiver(context: RunContext, options: ReceiverOptions): Promise<Registration> {
  const { name, events, answers, onDelivery } = options;
  const receiver = await openWebhookReceiver(answers, onDelivery);
  context.onCleanup(() => receiver[Symbol.asyncDispose]());
  const reply = await context.send("seller", "POST", ENDPOINTS, { body: { name, url: receiver.url, events } });
  if (reply.status !== 201) return { path: ENDPOINTS, reply, receiver: undefined, endpointId: "" };
  const { id, secret } = reply.body as { readonly id: string; readonly secret: string };
  context.onCleanup(() => context.send("seller", "DELETE", `${ENDPOINTS}/${id}`));
  receiver.setSecret(secret);
  return { path: ENDPOINTS, reply, receiver, endpointId: id };
}
