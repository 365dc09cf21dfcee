import type { Lang } from "../../platform/contract/index.ts";
import type { Terminal } from "../../command-line/command.ts";
import { coloured } from "../../command-line/colours.ts";
import { alignColumns } from "../../command-line/columns.ts";
import type { Histogram } from "./histogram.ts";
import type { Meter, OperationMeter } from "./call-metrics.ts";

/** Percentiles of latencies in milliseconds. */
interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** The plan and the measured figures. These are the members of the JSON report. */
export interface LoadReport {
  readonly seconds: number;
  readonly rate: number;
  readonly factor: number;
  readonly sellers: number;
  readonly products: number;
  readonly seed: number;
  readonly askedPerSecond: number;
  readonly sentPerSecond: number;
  readonly calls: number;
  readonly succeeded: number;
  /** Number of calls answered with 429. */
  readonly limited: number;
  /** Number of calls answered with any other 4xx. */
  readonly refused: number;
  /** Number of calls with a 5xx or no answer. */
  readonly failed: number;
  /** Number of arrivals that never started. */
  readonly unsent: number;
  readonly interrupted: boolean;
  readonly latencyMs: Percentiles;
  /** Delay between the due time and the start of calls. */
  readonly lateMs: Percentiles;
  readonly operations: readonly {
    readonly operation: string;
    readonly calls: number;
    readonly statuses: Readonly<Record<string, number>>;
    readonly latencyMs: Percentiles;
  }[];
}

type CallCount = "calls" | "succeeded" | "limited" | "refused" | "failed";

/** The report for a plan and the figures of a meter. */
export function reportOf(
  meter: Meter,
  plan: Omit<LoadReport, CallCount | "latencyMs" | "lateMs" | "operations" | "sentPerSecond">,
): LoadReport {
  const operations = [...meter.operations].map(([operation, { latency, statuses }]) => ({
    operation,
    calls: total([...statuses.values()]),
    statuses: Object.fromEntries(statuses),
    latencyMs: percentilesOf(latency),
  }));
  const countCalls = (kind: Exclude<CallCount, "calls">) => total([...meter.operations.values()].map((one) => countOf(one, kind)));
  const calls = total(operations.map((one) => one.calls));
  return {
    ...plan,
    askedPerSecond: rounded(plan.askedPerSecond),
    sentPerSecond: rounded(plan.seconds > 0 ? calls / plan.seconds : 0),
    calls,
    succeeded: countCalls("succeeded"),
    limited: countCalls("limited"),
    refused: countCalls("refused"),
    failed: countCalls("failed"),
    latencyMs: percentilesOf(meter.all),
    lateMs: percentilesOf(meter.startDelay),
    operations: operations.sort((a, b) => b.calls - a.calls),
  };
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
const rounded = (value: number) => Math.round(value * 100) / 100;

const countOf = ({ statuses }: OperationMeter, kind: Exclude<CallCount, "calls">) =>
  total([...statuses].map(([status, count]) => (kindOf(status) === kind ? count : 0)));

function kindOf(status: number | "none"): Exclude<CallCount, "calls"> {
  if (status === "none" || status >= 500) return "failed";
  if (status === 429) return "limited";
  return status >= 400 ? "refused" : "succeeded";
}

const percentilesOf = ({ percentile, maxMs }: Histogram): Percentiles => ({
  p50: rounded(percentile(0.5)),
  p90: rounded(percentile(0.9)),
  p99: rounded(percentile(0.99)),
  p999: rounded(percentile(0.999)),
  max: rounded(maxMs),
});

const WORDS = {
  "pt-BR": {
    asked: "planejadas",
    sent: "feitas",
    calls: "chamadas",
    succeeded: "com sucesso",
    limited: "429",
    refused: "outras recusas",
    failed: "falhas (5xx ou sem resposta)",
    unsent: "não iniciadas",
    operation: "operação",
    total: "todas",
    late: "atraso do gerador",
    unit: "ms, desde a hora em que a chamada devia começar; só as que tiveram sucesso",
  },
  en: {
    asked: "planned",
    sent: "sent",
    calls: "calls",
    succeeded: "succeeded",
    limited: "429",
    refused: "other refusals",
    failed: "failures (5xx or no answer)",
    unsent: "never started",
    operation: "operation",
    total: "all",
    late: "generator's delay",
    unit: "ms, from the time the call was due; successful calls only",
  },
} as const;

/** The report for people. */
export function reportText(report: LoadReport, lang: Lang, out: Terminal["out"]): string {
  const words = WORDS[lang];
  const figures = ({ p50, p90, p99, p999, max }: Percentiles) => [p50, p90, p99, p999, max].map((ms) => ms.toFixed(1).padStart(8));
  const head = [words.operation, words.calls, ...["p50", "p90", "p99", "p99.9", "max"].map((name) => name.padStart(8)), "status"];
  const rows = report.operations.map(({ operation, calls, statuses, latencyMs }) => [
    operation,
    String(calls).padStart(words.calls.length),
    ...figures(latencyMs),
    Object.entries(statuses)
      .map(([status, count]) => coloured(out, styleOf(status), `${status} × ${count}`))
      .join("  "),
  ]);
  const summary = (["succeeded", "limited", "refused", "failed", "unsent"] as const)
    .filter((kind) => kind === "succeeded" || report[kind] > 0)
    .map((kind) => coloured(out, kind === "succeeded" ? "good" : kind === "limited" ? "warning" : "bad", `${report[kind]} ${words[kind]}`));
  return [
    `${rounded(report.seconds)} s, ${report.askedPerSecond}/s ${words.asked}, ${report.sentPerSecond}/s ${words.sent}\n`,
    `${report.calls} ${words.calls}: ${summary.join(", ")}\n\n`,
    alignColumns([
      head,
      ...rows,
      [words.total, String(report.calls).padStart(words.calls.length), ...figures(report.latencyMs), ""],
      [words.late, "", ...figures(report.lateMs), ""],
    ]),
    `${words.unit}\n`,
  ].join("");
}

const styleOf = (status: string) => (status === "429" ? "warning" : /^[23]/.test(status) ? "quiet" : "bad");
