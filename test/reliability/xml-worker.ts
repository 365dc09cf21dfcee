import { subscribe } from "node:diagnostics_channel";
import { parentPort, workerData } from "node:worker_threads";
import { checkInvoice } from "../../src/orders/invoice/check.ts";

/** What a document cost whoever checked it. */
export interface XmlCost {
  readonly refused: readonly { readonly code: string; readonly params: Readonly<Record<string, unknown>> }[];
  readonly noted: readonly string[];
  /** Of this thread's processor time, the least of a few runs: what others do with the machine is not the document's fault. */
  readonly ms: number;
  readonly connections: number;
}

const TIMES = 3;

let connections = 0;
subscribe("net.client.socket", () => {
  connections += 1;
});

const danfeXml = workerData as string;
const check = () => {
  const start = process.threadCpuUsage();
  const verdict = checkInvoice({ issueDate: 0, danfeXml }, { environment: "sandbox", now: 0 });
  const { user, system } = process.threadCpuUsage(start);
  return { verdict, ms: (user + system) / 1_000 };
};
const runs = Array.from({ length: TIMES }, check);
const { failures, validationErrors } = runs[0]!.verdict;
const cost: XmlCost = {
  refused: failures.map(({ code, params }) => ({ code, params })),
  noted: validationErrors.map(({ code }) => code),
  ms: Math.min(...runs.map(({ ms }) => ms)),
  connections,
};
parentPort!.postMessage(cost, []);
