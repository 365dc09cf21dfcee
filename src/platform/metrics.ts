import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** What the HTTP edge reports of each request. */
export interface HttpMetrics {
  observe(operation: string, status: number, seconds: number): void;
}
/** Figures for Prometheus; whoever has one makes it here. */
export interface Metrics extends HttpMetrics {
  /** A figure read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void;
  counter(name: string, help: string): (by?: number) => void;
  /** Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Prometheus metrics: labels are operation ids and status codes only, never anything a caller sent. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "vitrine_http_requests_total",
    help: "HTTP requests answered, by operation and status.",
    labelNames: ["operation", "status"] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: "vitrine_http_request_seconds",
    help: "Seconds from the request's first byte read to its answer, by operation.",
    labelNames: ["operation"] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    observe(operation, status, seconds) {
      requests.inc({ operation, status: String(status) });
      durations.observe({ operation }, seconds);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] });
      return (by = 1) => counter.inc(by);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
