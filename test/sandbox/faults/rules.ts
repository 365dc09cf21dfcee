import type { Client, Marketplace, Reply } from "../../harness.ts";

/** What goes wrong on purpose, set over HTTP as people set it. */
export interface Trouble {
  readonly operator: Client;
  http(rules: readonly object[], seed?: number): Promise<Reply>;
  events(rules: readonly object[], seed?: number): Promise<Reply>;
  off(): Promise<Reply>;
}

export const FAULTS = "/operator/v1/faults";

/** Sets faults of a marketplace; what is refused fails the test with the reason. */
export async function troubleOf(market: Marketplace): Promise<Trouble> {
  const operator = await market.operator("integration");
  const done = (reply: Reply) => {
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
    return reply;
  };
  return {
    operator,
    http: async (rules, seed = 1) => done(await operator.put(`${FAULTS}/http`, { seed, rules })),
    events: async (rules, seed = 1) => done(await operator.put(`${FAULTS}/events`, { seed, rules })),
    off: async () => done(await operator.request("DELETE", FAULTS)),
  };
}

/** What a call of which nothing comes back came to: its status, or that its connection was cut. */
export const outcomeOf = (call: Promise<Reply>): Promise<number | "cut"> =>
  call.then(
    ({ status }) => status,
    () => "cut" as const,
  );
