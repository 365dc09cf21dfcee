import type { Terminal } from "../../command-line/command.ts";
import type { Instance } from "../../command-line/instance.ts";
import { createProgressLine, durationText, progressBar } from "../../command-line/progress-line.ts";
import { randomDigits } from "../../platform/basics/index.ts";
import type { LocalizedText } from "../../platform/contract/index.ts";
import { createMeter } from "./call-metrics.ts";
import { performArrival } from "./calls.ts";
import { runOpenLoop } from "./open-loop.ts";
import { reportOf, type LoadReport } from "./report.ts";
import { createTestSellers, type LoadSeller } from "./test-sellers.ts";
import { plannedRate, scheduleArrivals, type LoadPlan } from "./workload.ts";

/** The traffic to generate, and the sellers who cause it. */
export interface LoadRequest extends LoadPlan {
  readonly sellers: number;
  /** Number of products per seller. */
  readonly products: number;
  /** Quota per credential, in calls per minute. */
  readonly perMinute: number;
}

const TEXTS = {
  setUp: { "pt-BR": "produtos à venda", en: "products on sale" },
  left: { "pt-BR": "chamadas, faltam", en: "calls, left:" },
} as const satisfies Record<string, LocalizedText>;

/** Creates the sellers, generates the traffic and returns the report. Rejects if `signal` aborts during the set-up. */
export async function runLoad(instance: Instance, request: LoadRequest, signal: AbortSignal, terminal: Terminal): Promise<LoadReport> {
  const sellers = await setUp(instance, request, signal, terminal);
  return generateLoad(instance, request, sellers, signal, terminal);
}

async function setUp(
  instance: Instance,
  { sellers, products, perMinute }: LoadRequest,
  signal: AbortSignal,
  { lang, err }: Terminal,
): Promise<readonly LoadSeller[]> {
  const line = createProgressLine(err, () => performance.now());
  const total = sellers * products;
  let sent = 0;
  const onProduct = () => {
    sent += 1;
    line.show(() => `${progressBar(sent / total)}  ${sent}/${total} ${TEXTS.setUp[lang]}`, sent === total);
  };
  try {
    return await createTestSellers(instance, { sellers, products, perMinute, signal, runId: randomDigits(6), lang, onProduct });
  } finally {
    line.end();
  }
}

async function generateLoad(
  instance: Instance,
  { perMinute: _perMinute, ...request }: LoadRequest,
  sellers: readonly LoadSeller[],
  signal: AbortSignal,
  { lang, err }: Terminal,
): Promise<LoadReport> {
  const startedMs = performance.now();
  const now = () => performance.now() - startedMs;
  const endMs = request.seconds * 1_000;
  const meter = createMeter(now);
  const line = createProgressLine(err, now);
  const showProgress = () => {
    const left = Math.max(0, endMs - now()) / 1_000;
    line.show(() => `${progressBar(Math.min(1, now() / endMs))}  ${meter.startDelay.count} ${TEXTS.left[lang]} ${durationText(left)}`);
  };
  const context = { api: instance, sellers, meter, seed: request.seed, now, endMs, signal };
  const { unsent } = await runOpenLoop({
    schedule: scheduleArrivals(request),
    now,
    endMs,
    signal,
    perform: async (arrival) => {
      await performArrival(context, arrival);
      showProgress();
    },
  });
  line.end();
  const seconds = signal.aborted ? Math.min(request.seconds, now() / 1_000) : request.seconds;
  return reportOf(meter, { ...request, seconds, askedPerSecond: plannedRate(request), unsent, interrupted: signal.aborted });
}
