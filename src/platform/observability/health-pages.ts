import type { PlainRoute } from "../http/plain-routes.ts";
import type { Metrics } from "./metrics.ts";

export interface HealthContext {
  readonly version: string;
  readonly environment: string;
  /**
   * Resolves to the reason why the process should not receive requests now. Undefined = it may receive them. Resolves soon, because it uses
   * values in memory or has a time limit.
   */
  readonly unready: () => Promise<string | undefined>;
  readonly metrics: Metrics;
}

const UNKEPT = { "cache-control": "no-store" };
const JSON_TYPE = { ...UNKEPT, "content-type": "application/json; charset=utf-8" };

/**
 * `/livez` (the process is alive), `/readyz` (the process may receive requests) and `/metrics` (Prometheus). They are answered even while
 * the server sheds load.
 */
export function healthRoutes({ version, environment, unready, metrics }: HealthContext): readonly PlainRoute[] {
  return [
    {
      method: "GET",
      path: "/livez",
      alwaysAnswered: true,
      answer: () => ({ status: 200, headers: JSON_TYPE, body: JSON.stringify({ status: "alive", version, environment }) }),
    },
    {
      method: "GET",
      path: "/readyz",
      alwaysAnswered: true,
      answer: async () => {
        const reason = await unready();
        const body = JSON.stringify(reason === undefined ? { status: "ready" } : { status: "unready", reason });
        return {
          status: reason === undefined ? 200 : 503,
          headers: reason === undefined ? JSON_TYPE : { ...JSON_TYPE, "retry-after": "1" },
          body,
        };
      },
    },
    {
      method: "GET",
      path: "/metrics",
      alwaysAnswered: true,
      answer: async () => ({ status: 200, headers: { ...UNKEPT, "content-type": metrics.contentType }, body: await metrics.text() }),
    },
  ];
}
