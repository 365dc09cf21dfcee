import type { Endpoint } from "./contract.ts";
import type { Page } from "./http/page.ts";
import type { Observe } from "./http/observer.ts";

/** What a process does: answers the API, carries out due work, delivers notifications. */
export type Role = "api" | "worker" | "dispatcher";

/** What health tells of a part, asked for when somebody looks. */
export type HealthSections = Readonly<Record<string, () => Promise<object>>>;

/** A part of the house as app.ts puts it together. */
export interface Slice {
  readonly endpoints: readonly Endpoint[];
  readonly pages?: readonly Page[];
  /** Told of every call of an operation after its answer left. */
  readonly observe?: Observe;
  readonly health?: HealthSections;
  /** Called in every process once it listens; its roles say what there is to do. */
  startWorkers(roles: readonly Role[]): void;
  /** The process is about to end: whoever holds calls back answers them now. */
  drain?(): void;
  /** Ends what was started and writes what is still held in memory. */
  stopWorkers(): Promise<void>;
}
