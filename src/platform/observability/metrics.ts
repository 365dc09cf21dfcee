import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";

/** The metrics that the HTTP edge reports for each request. */
export interface HttpMetrics {
  observe(operation: string, status: number, seconds: number): void;
}
/** The metrics of the process, for Prometheus. */
export interface Metrics extends HttpMetrics {
  /** Registers a value that is read at every scrape. */
  gauge(name: string, help: string, read: () => number): void;
  counter(name: string, help: string): (by?: number) => void;
  /** All metrics in Prometheus's text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Upper bounds of the duration buckets in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The request counts of an operation. */
interface Tally {
  readonly byStatus: Map<number, number>;
  /** Number of requests per bucket. A request counts in the first bucket that it fits into, or in the last one if it fits into no other. */
  readonly buckets: number[];
  seconds: number;
}

/** Creates the metrics. No label contains a value that a caller sent. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Requests are counted without the library. It would look up a series by its labels at every request, which costs more than all other
  // work here.
  const tallies = new Map<string, Tally>();
  return {
    observe(operation, status, seconds) {
      let tally = tallies.get(operation);
      if (tally === undefined) tallies.set(operation, (tally = { byStatus: new Map(), buckets: [...SECONDS, 0].fill(0), seconds: 0 }));
      tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
      let bucket = 0;
      while (bucket < SECONDS.length && seconds > SECONDS[bucket]!) bucket += 1;
      tally.buckets[bucket]! += 1;
      tally.seconds += seconds;
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
    text: async () => (await registry.metrics()) + requestsText(tallies),
    contentType: registry.contentType,
  };
}

/** The request counts in Prometheus's text format. */
function requestsText(tallies: ReadonlyMap<string, Tally>): string {
  const requests = [
    "# HELP vitrine_http_requests_total HTTP requests answered, by operation and status.",
    "# TYPE vitrine_http_requests_total counter",
  ];
  const durations = [
    "# HELP vitrine_http_request_seconds Seconds from the request's first byte read to its answer, by operation.",
    "# TYPE vitrine_http_request_seconds histogram",
  ];
  for (const [operation, { byStatus, buckets, seconds }] of tallies) {
    for (const [status, count] of byStatus)
      requests.push(`vitrine_http_requests_total{operation="${operation}",status="${status}"} ${count}`);
    let within = 0;
    for (const [i, bound] of [...SECONDS, "+Inf"].entries()) {
      within += buckets[i]!;
      durations.push(`vitrine_http_request_seconds_bucket{le="${bound}",operation="${operation}"} ${within}`);
    }
    durations.push(`vitrine_http_request_seconds_sum{operation="${operation}"} ${seconds}`);
    durations.push(`vitrine_http_request_seconds_count{operation="${operation}"} ${within}`);
  }
  return `\n${[...requests, ...durations].join("\n")}\n`;
}
