import { isoDateTime } from "../platform/basics/index.ts";

/** The body of a test, which is a notification without an event. `at` is marketplace time, epoch ms. */
export const testBody = (facts: {
  readonly deliveryId: string;
  readonly sellerId: number;
  readonly url: string;
  readonly at: number;
}): string =>
  JSON.stringify({
    id: facts.deliveryId,
    seq: null,
    prevSeq: null,
    sellerId: facts.sellerId,
    name: "notification.test",
    eventCode: "TESTE",
    eventAction: "TESTE",
    eventMessage: "Teste de notificação",
    eventDate: isoDateTime(facts.at),
    urlNotifyService: facts.url,
    parameters: {},
    resourceVersion: 0,
    expands: [],
    links: [],
  });
