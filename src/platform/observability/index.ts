/** Log, metrics, health pages, and the lag of the event loop. */

export { type LagMeter, startLagMeter } from "./event-loop-lag.ts";
export { healthRoutes } from "./health-pages.ts";
export { createLog, type Log, type LogLevel } from "./log.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
