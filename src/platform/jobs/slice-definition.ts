import type { Endpoint } from "../contract/operation.ts";
import type { Page } from "../http/plain-routes.ts";
import type { Observe } from "../http/call-observers.ts";
import type { Work } from "./job.ts";

/** What health tells of a part, asked for when somebody looks. */
export type HealthSections = Readonly<Record<string, () => Promise<object>>>;

/** A part of the house as app.ts puts it together. */
export interface Slice {
  readonly endpoints: readonly Endpoint[];
  readonly pages?: readonly Page[];
  /** Told of every call of an operation after its answer left. */
  readonly observe?: Observe;
  readonly health?: HealthSections;
  /** What it does without being called, once the process listens. */
  readonly works?: readonly Work[];
  /** The process is about to end: whoever holds calls back answers them now. */
  drain?(): void;
  /** No round of its works is in progress any more: ends what they began, and writes what is still held in memory. */
  close?(): Promise<void>;
}
