import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { appendEvents } from "../../src/events/index.ts";
import type { Marketplace, Seller } from "../harness.ts";
import { localServer, type LocalServer } from "../local-server.ts";

/** A notification as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes, as text. */
  readonly body: string;
  readonly json: Notification;
  /** `performance.now()` at its arrival. */
  readonly atMs: number;
}
/** What a notification says. */
export interface Notification {
  readonly id: string;
  readonly seq: number | null;
  readonly prevSeq: number | null;
  readonly sellerId: number;
  readonly name: string;
  readonly eventCode: string;
  readonly urlNotifyService: string;
  readonly parameters: { readonly sku?: string; readonly orderNumber?: string };
  readonly resourceVersion: number;
}

/** Answers a notification: a status, or whatever it does to the response itself. */
export type Answering = (received: Received, response: ServerResponse) => number | void;

/** A seller's receiver: a real HTTP server that keeps what it was sent. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** From now on it answers so. */
  answer(answering: Answering): void;
}

export async function receiver(answering: Answering = () => 204): Promise<Receiver> {
  const received: Received[] = [];
  let current = answering;
  const server: LocalServer = await localServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const one = { path: request.url!, headers: request.headers, body, json: JSON.parse(body) as Notification, atMs: performance.now() };
      received.push(one);
      const status = current(one, response);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  return {
    url: `http://${server.authority}/hook`,
    port: server.port,
    received,
    answer(next) {
      current = next;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Registers where a seller hears of what happens. */
export async function register(
  seller: Seller,
  url: string,
  more: { readonly events?: readonly string[]; readonly enabled?: boolean } = {},
): Promise<{ readonly id: string; readonly secret: string; readonly path: string }> {
  const reply = await seller.post("/api/v1/notifications/endpoints", { name: "receptor", url, events: ["product", "order"], ...more });
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
  const { id, secret } = reply.json as { readonly id: string; readonly secret: string };
  return { id, secret, path: `/api/v1/notifications/endpoints/${id}` };
}

const versions = new WeakMap<object, Map<string, number>>();

/** Something happens to each of these resources, `product/<sku>` or `order/<number>`, in this order. */
export async function happen(
  { app, clock }: Pick<Marketplace, "app" | "clock">,
  sellerId: number,
  resources: readonly string[],
): Promise<void> {
  const counts = versions.get(app) ?? new Map<string, number>();
  versions.set(app, counts);
  const events = resources.map((resource) => {
    const version = (counts.get(`${sellerId} ${resource}`) ?? 0) + 1;
    counts.set(`${sellerId} ${resource}`, version);
    const name = resource.startsWith("order/") ? "order.status_changed" : "product.status_changed";
    return { sellerId, name, resource, version, actor: "test", cause: "test", payload: '{"to":"RECEIVED"}', at: clock.now() };
  });
  await appendEvents(app.db, events);
}
