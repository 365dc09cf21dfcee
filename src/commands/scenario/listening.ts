import type { Reply } from "../http-client.ts";
import { openInbox, type Delivery, type Inbox } from "./inbox.ts";
import type { Scene } from "./scene.ts";

/** What is listened to, and how the receiver answers. */
export interface Listening {
  readonly name: string;
  readonly events: readonly ("product" | "order")[];
  readonly answers?: readonly number[];
  readonly heard?: (delivery: Delivery) => void;
}

const ENDPOINTS = "/api/v1/notifications/endpoints";

/** Opens a receiver and registers it for the scene's seller; both go when the scene closes. `inbox` is undefined when it was declined. */
export async function startListening(
  scene: Scene,
  { name, events, answers, heard }: Listening,
): Promise<{ readonly path: string; readonly reply: Reply; readonly inbox: Inbox | undefined; readonly endpointId: string }> {
  const inbox = await openInbox(answers, heard);
  scene.afterwards(() => inbox[Symbol.asyncDispose]());
  const reply = await scene.send("seller", "POST", ENDPOINTS, { body: { name, url: inbox.url, events } });
  if (reply.status !== 201) return { path: ENDPOINTS, reply, inbox: undefined, endpointId: "" };
  const { id, secret } = reply.body as { readonly id: string; readonly secret: string };
  scene.afterwards(() => scene.send("seller", "DELETE", `${ENDPOINTS}/${id}`));
  inbox.trust(secret);
  return { path: ENDPOINTS, reply, inbox, endpointId: id };
}
